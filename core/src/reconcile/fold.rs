//! Items in the order they were said become articles, one per subject.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::against::{End, PLAIN_REPLY, conflict, ended, is_certain, opposed};
use super::analysed::{Analysed, Sentence};
use super::choice::sets_anew;
use super::compare::{Judgment, Relation, judge, n_shared};
use super::draft::{Draft, Passage, Told};
use super::finder::{Index, Named, Stems};
use super::identity::word_key;
use super::metrics;
use super::passage;
use crate::model::Item;
use crate::text::{content_terms, one_line};

/// Pages of which one item can say that something on them is over.
const MAX_ENDED: usize = 6;

/// Sorts items into the order in which they were said; the same for every order in which sessions arrive.
pub(super) fn in_order(items: &mut [Item]) {
    items.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.title.cmp(&b.title)));
}

fn place(item: &Item) -> (Option<i64>, &str, u32) {
    let first = item.evidence.first();
    (
        first.and_then(|evidence| evidence.time).map(|time| time.0),
        first.map_or("", |evidence| evidence.session.as_str()),
        first.map_or(0, |evidence| evidence.line),
    )
}

/// What became of one item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// Index of the draft it went into.
    pub(super) draft: usize,
    /// How it related to what was there; `None` when it began the article.
    pub(super) relation: Option<Judgment>,
}

/// Folds items, which must be [`in_order`]. Some of them may be taken apart already.
pub(super) fn fold(items: &[Item], memo: &mut Analysed) -> (Vec<Draft>, Vec<Step>) {
    let mut drafts: Vec<Draft> = Vec::new();
    let stems = Stems::of(items);
    let items: Vec<Named> = items.iter().map(|item| Named::of(item, &stems)).collect();
    let mut index = Index::of(&items, stems);
    let mut steps = Vec::with_capacity(items.len());
    let mut tallies: Vec<Tally> = Vec::new();
    for named in &items {
        let item = named.item;
        let new = memo.of(&item.statement);
        let near = index.near(named, &new, &drafts, memo);
        let found = match index.find(named, &drafts) {
            Some(at) => Some((at, relate(&drafts[at], item, memo))),
            None => opposed(item, &new, &near),
        };
        let own = found.as_ref().map(|(at, _)| *at);
        let mut next = ended(item, &new, own, &near, &[]);
        let mut told: Vec<(usize, usize)> = Vec::new();
        while let Some(End { at, sentence, part, judgment, against }) = next {
            drafts[at].absorb(&part, judgment.relation, &judgment.reason, Some(&against));
            told.push((at, sentence));
            next = if told.len() < MAX_ENDED {
                ended(item, &new, own, &index.near(named, &new, &drafts, memo), &told)
            } else {
                None
            };
        }
        // What it ended may have given a page its very title: then it is about that page.
        let found = found.or_else(|| {
            let at = told.iter().map(|(at, _)| *at).find(|at| named.is_called(&drafts[*at].title))?;
            Some((at, relate(&drafts[at], item, memo)))
        });
        let step = match found {
            Some((at, (judgment, against))) => {
                drafts[at].absorb(item, judgment.relation, &judgment.reason, against.as_ref());
                index.add(at, named);
                index.weigh(at, &drafts[at], named);
                Step { draft: at, relation: Some(judgment) }
            }
            None => {
                drafts.push(Draft::new(item));
                index.add(drafts.len() - 1, named);
                index.weigh(drafts.len() - 1, &drafts[drafts.len() - 1], named);
                Step { draft: drafts.len() - 1, relation: None }
            }
        };
        index.add_values(step.draft, &new);
        index.add_words(step.draft, &new);
        replace_tallies(&mut drafts, &mut tallies, step.draft, named, memo);
        steps.push(step);
    }
    (drafts, steps)
}

/// A block of numbers that stands in a draft.
struct Tally {
    draft: usize,
    block: String,
    passage: Passage,
    counts: BTreeMap<String, f64>,
    stems: Vec<u32>,
}

/// A later count of the same things moves the earlier one into the history, in whichever article it stands.
fn replace_tallies(
    drafts: &mut [Draft],
    tallies: &mut Vec<Tally>,
    at: usize,
    Named { item, stems, .. }: &Named<'_>,
    memo: &mut Analysed,
) {
    for (block, counts) in memo.counted(&item.statement).iter() {
        if !drafts[at].text().contains(block) {
            continue;
        }
        let passage = Passage::of(item, block.clone());
        let is_earlier = |tally: &Tally| {
            tally.passage.session != passage.session
                && metrics::counted_again(&tally.counts, counts)
                && n_shared(&tally.stems, stems) >= if counts.len() > 2 { 1 } else { 2 }
        };
        while let Some(old) = tallies.iter().position(is_earlier) {
            let old = tallies.swap_remove(old);
            if drafts[old.draft].retire(&old.block) {
                let title = drafts[at].title.clone();
                drafts[at].remember(old.passage, passage.time);
                if old.draft != at {
                    drafts[old.draft].note_newer(&title, passage.time);
                }
            }
        }
        let (block, counts) = (block.clone(), counts.clone());
        tallies.push(Tally { draft: at, block, passage, counts, stems: stems.clone() });
    }
}

/// How an item relates to the article about the same subject, and to which passage of it.
pub(super) fn relate(draft: &Draft, item: &Item, memo: &mut Analysed) -> (Judgment, Option<Told>) {
    if let Some(old) = &item.replaces
        && let Some(told) = told_of(draft, old)
    {
        let reason = format!("it says that it replaces “{}”", one_line(old));
        return (Judgment { relation: Relation::Supersedes, reason }, Some(told));
    }
    if metrics::measured_again(&draft.title, &draft.statement.text, item, &mut memo.words) {
        let reason = "a later measurement of the same thing".to_string();
        return (Judgment { relation: Relation::Supersedes, reason }, None);
    }
    let new = memo.of(&item.statement);
    // Under one title both speak of one thing.
    let is_known = word_key(&draft.title) == word_key(&item.title);
    let may_oppose = |old: &Sentence, later: &Sentence| {
        old.is_close(later) && (is_known || is_certain(old, later)) || sets_anew(&old.statement, &later.statement)
    };
    if let Some((judgment, _, told)) = conflict(&memo.page(draft), item, &new, judge, PLAIN_REPLY, may_oppose) {
        return (judgment, Some(told));
    }
    let known = draft.text();
    if passage::news(&item.statement, &[&known]).is_empty() {
        let reason = "everything it says is there already".to_string();
        return (Judgment { relation: Relation::Duplicate, reason }, None);
    }
    let reason = "it adds to the same subject".to_string();
    (Judgment { relation: Relation::Refines, reason }, None)
}

/// The first passage of a page that tells of a thing, with its sentences that do.
fn told_of(draft: &Draft, thing: &str) -> Option<Told> {
    let named = content_terms(thing);
    let names = |sentence: &String| {
        let told = content_terms(sentence);
        !named.is_empty() && named.iter().all(|term| told.contains(term))
    };
    let passages = core::iter::once(&draft.statement).chain(&draft.additions);
    passages.into_iter().find_map(|passage| {
        let sayings = passage::sayings(&passage.text, usize::MAX).into_iter().map(|saying| saying.text);
        let sentences: Vec<String> = sayings.filter(names).collect();
        (!sentences.is_empty()).then(|| Told { passage: passage.clone(), sentences, by: Vec::new() })
    })
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    fn fold(items: &[Item]) -> (Vec<Draft>, Vec<Step>) {
        super::fold(items, &mut Analysed::default())
    }

    fn item(day: i64, title: &str, statement: &str) -> Item {
        let mut item = Item::sample(title, statement);
        item.evidence[0].session = format!("{day}.jsonl");
        item.evidence[0].time = Some(Timestamp(day * 86_400_000));
        item
    }

    fn with_words(mut item: Item, keywords: &str) -> Item {
        item.keywords = keywords.split(' ').map(ToString::to_string).collect();
        item
    }

    /// Whether something of the first day is over by what is said on the second.
    fn over(old: &str, later: &str) -> bool {
        let days = [item(1, "Notes of the first day", old), item(2, "Notes of the second day", later)];
        let (drafts, _) = fold(&days);
        drafts.iter().any(|draft| !draft.history.is_empty() || !draft.disputes.is_empty())
    }

    #[test]
    fn what_is_over_is_told_on_its_page_and_a_long_report_keeps_its_own() {
        let page = item(1, "Queue of the importer", "The importer queue is Redis.\n\nThe importer reads from a queue.");
        let note = "The importer queue is no longer Redis, the importer queue is NATS now.";
        let (drafts, _) = fold(&[page.clone(), item(2, "Move to NATS", note)]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (1, 1));
        let long = "The board shows tides, ships and berths of the harbour from the importer queue. ".repeat(9)
            + &"A legend names colours, and pilots read gates, winds and depths from large signs. ".repeat(9);
        let (drafts, _) = fold(&[page.clone(), item(2, "Board of the harbour", &format!("{long}\n\n{note}"))]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (2, 1));
        assert!(!drafts[0].text().contains("board") && drafts[1].text().contains("board"));
        let report = format!("{long}\n\nThe old legend of the board was dropped.");
        let (drafts, _) = fold(&[page, item(2, "Board of the harbour", &report)]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (2, 0));
    }

    #[test]
    fn a_value_told_to_be_over_is_over_on_whichever_page_it_stands() {
        let price = item(
            1,
            "No ads for children",
            "Children see no ads in any of the forty levels, and nobody tracks them. The unlock costs 2.99 once.",
        );
        let later = "The store texts are translated. The unlock costs 3.99 now, not 2.99 any more.";
        let (drafts, _) = fold(&[price.clone(), item(2, "Texts of the store", later)]);
        assert_eq!(drafts[0].history.len(), 1);
        assert!(drafts[0].text().contains("no ads") && drafts[0].text().contains("3.99"));
        let others = "The store has 2.99 million visitors. The tariff costs 3.99 (was 2.50).";
        let (drafts, _) = fold(&[price, item(2, "Visitors of the store", others)]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty()));
    }

    #[test]
    fn a_report_takes_nothing_back_that_the_person_said_in_the_same_talk() {
        let told = item(1, "Way of the readings", "The user: \"mqtt is a pain. we drop mqtt and post over http\"");
        let mut report = item(1, "Importer of readings", "MQTT is gone. The importer posts over HTTP.");
        report.evidence[0].line = 9;
        let (drafts, _) = fold(&[told, report]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty() && draft.disputes.is_empty()));
    }

    #[test]
    fn of_what_people_decide_the_last_word_counts_whatever_page_it_is_on() {
        let plans = "The user: \"At the opening we need four languages: Dutch, Frisian, German and English. A tour without \
                     captions is refused, because some visitors hear badly.\"";
        let news = "The user: \"The agency is late again and nobody is happy about it. So we will open with three languages \
                    after all: Dutch, German and English.\"\n\nThe booking page shows three flags, and the agency was told.";
        let (drafts, _) = fold(&[item(1, "Tours need captions", plans), item(2, "Booking page of the agency", news)]);
        assert_eq!((drafts.len(), drafts[0].history.len()), (2, 1));
        assert!(drafts[0].history[0].passage.text.contains("four languages"));
        assert!(drafts[0].text().contains("captions") && drafts[0].text().contains("three languages"));
        // Another thing of the same maker, and what an agent says in passing of another case, end nothing.
        let sheet = item(1, "Routes of the ferry", "The user: \"The routes of the ferry live in a Google Sheet.\"");
        let other =
            item(2, "Counting visitors", "The user: \"We dropped Google Analytics, because visitors hate banners.\"");
        let (drafts, _) = fold(&[sheet, other]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty() && draft.disputes.is_empty()));
        let report = "The demo for the fair was built with two languages: Dutch and German. It opens with a film.";
        let (drafts, _) = fold(&[item(1, "Tours need captions", plans), item(2, "Demo for the fair", report)]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty() && draft.disputes.is_empty()));
    }

    #[test]
    fn what_gives_a_page_its_title_stands_on_that_page() {
        let rule =
            "Ramp checks are part of every crossing of the ferry.\n\nThe harbour office asked for a list of all ramps.";
        let later = "Ramp checks are no longer part of every crossing of the ferry.\n\nThe staff has two free hours a day, and \
                     the timetable of the museum boat was printed again.";
        let mut news = item(2, "Ramp checks are no longer part of every crossing", later);
        news.keywords = ["staff", "timetable", "museum", "crossing"].map(ToString::to_string).to_vec();
        let (drafts, _) = fold(&[item(1, "Ramp checks are part of every crossing", rule), news]);
        let titles: Vec<&str> = drafts.iter().map(|draft| draft.title.as_str()).collect();
        assert_eq!(titles, ["Ramp checks are no longer part of every crossing"]);
    }

    #[test]
    fn an_agent_ends_what_a_person_said_only_by_name_or_value() {
        let rule = || {
            let mut rule = item(1, "Never climb on the ferry ramp", "- Never climb on the ferry ramp.");
            (rule.kind, rule.origin) = (crate::model::Kind::Preference, crate::model::Origin::Owner);
            rule
        };
        let report = "Measured again after the change: the ferry ramp now carries 40 climbs an hour.";
        let (drafts, _) = fold(&[rule(), item(2, "Load of the ferry ramp", report)]);
        assert!(drafts.iter().all(|draft| draft.history.is_empty() && draft.disputes.is_empty()));
        let store = item(1, "Store of the tickets", "The user: \"tickets of the ferry are kept in SQLite on the box\"");
        let done = "The tickets of the ferry went to the server. SQLite is removed from the box.";
        let (drafts, _) = fold(&[store, item(2, "Move of the tickets", done)]);
        assert!(drafts.iter().any(|draft| !draft.history.is_empty()));
    }

    #[test]
    fn a_new_value_another_tool_and_a_correction_reach_the_page_they_speak_of() {
        let held = "The user: \"A seat should be held for 15 minutes, that is how long people need to pay.\"";
        assert!(over(held, "The receipt has a new look. Held seats: a seat is now held for 30 minutes."));
        let tools = "The user: \"it runs on Fly.io in the ams region\"\n\nThe harbour office pays for it.";
        assert!(over(tools, "The user: \"two weeks ago we moved the worker from Fly.io to AWS. one bill for all\""));
        let claim = "From reading the code I understand that deposits are charged when the seat is booked.";
        let said = "The user: \"One more thing: deposits are not charged when the seat is booked, but on the ferry.\"";
        assert!(over(claim, said));
        assert!(!over(claim, "Deposits of groups are charged when the invoice is sent."));
        let position = "The ferry sends every position as CBOR, with a sender that is written in Rust.";
        assert!(over(position, "The user: \"We use Postcard instead of CBOR from the second version on.\""));
        assert!(!over(position, "The user: \"We take the morning ferry instead of the bus.\""));
        let tickets = "The user: \"The ferry API of the tickets takes 19 minutes to build. Target: below 6.\"";
        assert!(!over(tickets, "The user: \"Prepare the list of deprecated ferry APIs for the upgrade.\""));
        let checks = "The user: \"Every change of the timetable is checked by Wiebke, the small ones too.\"";
        assert!(over(checks, "The user: \"Timetable checks are done by Jelle from now on.\""));
        assert!(!over(checks, "The user: \"Timetable posters are printed by Jelle from now on.\""));
        let day = "The user: \"Open day of the ferry is the 12th of June, a school class comes.\"";
        assert!(over(day, "The user: \"Open day of the ferry moves from 12 June to 26 June, same plan.\""));
        assert!(!over(day, "The user: \"The class of the school has 26 children, and June is dry.\""));
    }

    #[test]
    fn a_person_ends_what_stands_elsewhere_in_few_words() {
        let timer = "The user: \"The ramp timer goes to 8 seconds.\"\n\nThe harbour office asked for it.";
        let given = "The user: \"20 seconds, and leave the bell alone.\"\n\nThe ramp timer is 20 s now.";
        assert!(over(timer, given));
        let gate = "The user: \"Every pull request has to pass on rig-02 before it is merged.\"";
        assert!(over(gate, "The user: \"PRs no longer have to go through rig-02; it runs at night.\""));
        assert!(!over(gate, "The user: \"rig-02 has a new lamp now, so the night shift sees it.\""));
        let board = "Positions of the ferry are broadcast through Pusher on a private channel.";
        assert!(over(board, "The user: \"We're done with Pusher, Reverb on our own box.\""));
        assert!(!over(board, "The user: \"Pusher data is deleted after a day.\""));
        let readings = "The importer of the harbour writes to TimescaleDB.";
        assert!(over(readings, "The user: \"We move the readings to ClickHouse, Timescale goes.\""));
        let times = "Measured:\n\n| Step | Time |\n|---|---|\n| boarding of cars | 840 s |\n| cast off | 41 s |";
        assert!(over(times, "The second ramp works. Boarding of cars takes 95 s now."));
    }

    #[test]
    fn the_last_choice_and_the_last_value_of_a_constant_count() {
        assert!(over("Sounds good, I set `RAMP_TTL_DAYS = 7`.", "Set `RAMP_TTL_DAYS = 30`."));
        assert!(over("The user: \"Dagster it is.\"", "The user: \"We're going back to Airflow.\""));
        assert!(!over("The user: \"Dagster it is.\"", "The user: \"Airflow is what the harbour office uses.\""));
    }

    #[test]
    fn words_that_meet_by_chance_end_nothing() {
        let ferry = "Cars board the ferry over the second ramp, and the crew counts them.";
        assert!(!over(ferry, "No need to remove the cars of the crew from the list of the harbour."));
        assert!(!over(
            "9 PDF lists of the ferry processed",
            "Primary source change: logs of the crew instead of PDF lists"
        ));
        let added = "The user: \"When adding a new ferry channel with 'last 3 years' option: removed from the list of ferry channels.\"";
        assert!(!over("The new ferry channel was created with:", added));
    }

    #[test]
    fn what_differs_must_be_said_of_the_same_matter() {
        // Another number of another thing, a denial of something else, a new state of a word.
        let store = "The small store is enough for keeping the 32 sacks of the mill.";
        assert!(!over(store, "It now takes only 16 sacks of rye at a time, using the lift of the mill for the rest."));
        let baker = "The user: \"Right now I don't want to learn anything about ovens and just start baking.\"";
        assert!(!over(baker, "The user: \"Tomorrow I start with the oven of the school, forget the mill for now.\""));
        let style = "The user: \"Let's just paint some of the basic signs of the ferry in blue.\"";
        assert!(!over(style, "The user: \"Now let's paint some basic signs for the harbour and the ticket office.\""));
        // The same but for the value.
        let ramp = "The ramp of the ferry carries 12 cars in one crossing.";
        assert!(over(ramp, "The ramp of the ferry carries 20 cars in one crossing now."));
    }

    #[test]
    fn another_of_a_kind_for_the_same_replaces_it() {
        let store = "The loaf store is now SQLite: `src/loaf.ts` opens the file, the mill is the only writer, and the shop \
                     reads it.";
        let mind = "The user: \"I changed my mind. Let's not use SQLite for the loaf store, use PostgreSQL: there are two \
                    writers now.\"";
        assert!(over(store, mind));
        assert!(!over(store, "The user: \"The tills of the shop use PostgreSQL, and SQLite is for tests.\""));
    }

    #[test]
    fn only_the_sentences_that_are_over_become_history() {
        let page = "Tickets of the ferry are printed with Inkjet on the pier.\n\nInkjet needs a dry room.\n\n\
                    Differences between Inkjet and the stamp are listed by the crew.";
        let later = "The user: \"We print the tickets of the ferry with Stampa instead of Inkjet.\"";
        let (drafts, _) = fold(&[item(1, "Printing on the pier", page), item(2, "Stampa", later)]);
        assert_eq!(drafts[0].history.len(), 1);
        assert!(!drafts[0].history[0].passage.text.contains("dry room"), "{:?}", drafts[0].history);
        assert!(drafts[0].text().contains("Differences"), "{}", drafts[0].text());
    }

    #[test]
    fn two_rows_of_numbers_are_no_dispute() {
        let monday = "Boarding on Monday: first car 3021, last car 3029";
        let later = "Boarding on Monday: first car 5024, last car 5028 (the list of the crew has it)";
        let (drafts, _) = fold(&[item(1, "Cars of the upper deck", monday), item(2, "Cars of the lower deck", later)]);
        assert!(drafts.iter().all(|draft| draft.disputes.is_empty() && draft.history.is_empty()));
    }

    #[test]
    fn a_value_in_a_table_is_over_when_a_later_sentence_says_so() {
        let table =
            "Measured on the old ferry:\n\n| Step | Time |\n|---|---|\n| boarding | 12.5 min |\n| cast off | 3 min |";
        let later = "The second ramp works. Boarding takes 7.5 min now, down from 12.5 min.";
        let (drafts, _) = fold(&[item(1, "Times of the ferry", table), item(2, "Second ramp", later)]);
        assert!(drafts[0].history[0].passage.text.contains("12.5") && drafts[0].text().contains("cast off"));
        assert!(drafts[0].text().contains("7.5 min"));
    }

    #[test]
    fn what_a_person_said_beside_it_still_holds() {
        let page = item(
            1,
            "Lamport clocks",
            "The user: \"Lamport clocks it is. Staging is at stg.harbour.example. The minimum iOS is 16.\"",
        );
        let moved = item(2, "Staging", "The user: \"The staging server moved to stg2.harbour.example.\"");
        let newer = item(3, "Minimum iOS", "The user: \"Minimum iOS is 17 from now on.\"");
        let (drafts, _) = fold(&[page, moved, newer]);
        let told = drafts.iter().map(super::super::draft::Draft::text).collect::<Vec<_>>().join("\n");
        assert!(told.contains("Lamport clocks it is"), "{told}");
        assert!(!told.contains("iOS is 16") && !told.contains("stg.harbour"), "{told}");
    }

    #[test]
    fn a_dispute_is_between_two_sentences() {
        let page = "The ferry has two decks.\n\n- Bicycles travel on the upper deck of the ferry.\n- Dogs wear a lead.";
        let later =
            "Bicycles do not travel on the upper deck of the ferry.\n\nThe bar opens at nine for whoever waits.";
        let (drafts, _) = fold(&[item(1, "Decks of the ferry", page), item(2, "Decks of the ferry", later)]);
        let sides = drafts[0].disputes.iter().map(|dispute| (&*dispute.earlier.text, &*dispute.later.text));
        let expected = (
            "Bicycles travel on the upper deck of the ferry.",
            "Bicycles do not travel on the upper deck of the ferry.",
        );
        assert_eq!(sides.collect::<Vec<_>>(), [expected]);
        assert!(drafts[0].text().contains("bar opens"), "{}", drafts[0].text());
        let said = |text: &str| format!("The user: \"{text}\"");
        let decided = item(1, "New code", &said("Let's use TypeScript for all new code."));
        let reversed = item(2, "New code", &said("Let's use plain JavaScript for all new code."));
        assert_eq!(fold(&[decided, reversed]).0[0].disputes.len(), 1);
        // So it is under two titles.
        let decided = item(1, "Use TypeScript for all new code", &said("Let's use TypeScript for all new code."));
        let reversed = item(2, "Plain JavaScript", &said("Let's use plain JavaScript for all new code."));
        let (decided, reversed) =
            (with_words(decided, "typescript code use new"), with_words(reversed, "javascript plain code use new"));
        assert_eq!(fold(&[decided, reversed]).0[0].disputes.len(), 1);
        let other = "Dogs of the crew do not travel on the ferry in winter, and the deck is closed.";
        let (drafts, _) = fold(&[item(1, "Decks of the ferry", page), item(2, "Decks of the ferry", other)]);
        assert!(drafts.iter().all(|draft| draft.disputes.is_empty()));
    }

    #[test]
    fn a_title_claims_nothing_that_is_over() {
        let page = item(
            1,
            "Lockers are 40 cm wide",
            "The user: \"lockers are 40 cm wide. and never paint them, the varnish smells for weeks\"",
        );
        let later = item(2, "New hall", "The user: \"new hall is ready. lockers are 60 cm wide there. 40 is history\"");
        let (drafts, _) = fold(&[page, later]);
        assert_eq!(drafts[0].title, "Lockers");
        assert!(drafts[0].text().contains("60 cm wide") && drafts[0].text().contains("never paint"));
    }
}
