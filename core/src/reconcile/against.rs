//! What an item says against what stands on other pages.

use alloc::collections::BTreeSet;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice;

use super::analysed::Sentence;
use super::change::{measures_again, moves_on};
use super::choice::{chooses_anew, sets_anew};
use super::compare::{Judgment, Relation, judge, judge_apart, judge_told};
use super::draft::{Passage, Told};
use super::lexicon;
use super::manner::PLAIN;
use super::statement::{NO_LONGER, Statement, Transition};
use crate::extract::{balanced, said};
use crate::model::{Item, Origin};
use crate::text::content_terms;

/// A longer text has a subject of its own: what it gives up by name in passing may be something else of that name.
const SHORT_TEXT: usize = 1_200;
/// Only what an item begins with brings it to another page.
const BEGINNING: usize = 3;
/// With more clauses a sentence speaks of many things.
const FEW_CLAUSES: usize = 3;
/// Sentences with so many words in common speak of one thing, whatever their pages are about.
const SAME_WORDS: usize = 3;
/// A sentence of so many words says one thing.
const SHORT_WORD: usize = 8;
/// The same of a person where the two are known to be about one subject.
pub(super) const PLAIN_REPLY: usize = 30;
/// The same of a person who gives something up by its name.
const PLAIN_WORD: usize = 14;
/// Fewer words tell nothing by themselves.
const TELLING_WORDS: usize = 5;

/// A draft that has keywords in common with an item.
pub(super) struct Near<'a> {
    pub(super) at: usize,
    pub(super) n_shared: usize,
    /// It tells what people want, in their words.
    pub(super) is_rule: bool,
    pub(super) page: Vec<(&'a Passage, Rc<Vec<Sentence>>)>,
}

impl Near<'_> {
    /// Whether a person speaks of nearly the same as a person before, or corrects an agent: of what people decided, the
    /// last word counts, and nothing decides but their words.
    fn is_word_against(&self, old: &Sentence, item: &Item, later: &Sentence) -> bool {
        let is_same = || {
            let is_other_amount = || measures_again(&old.statement, &later.statement);
            old.is_like(later) || old.is_close(later) && is_other_amount()
        };
        // "She signs from now on": what is new is said of the same.
        let is_news = || {
            let is_one_thing = || later.statement.clauses.len() <= FEW_CLAUSES;
            let is_near = || old.is_close(later) || is_one_thing() && old.is_like(later);
            // With less in common, more than a word like "now" must speak for it.
            let is_plain = || {
                later.statement.change.as_deref() == Some(NO_LONGER)
                    || judge_apart(&old.statement, &later.statement).relation.is_conflict()
            };
            let is_end = || is_one_thing() && old.n_common(later) >= 2 && is_plain();
            later.statement.change.is_some() && old.same_subject(later) && (is_near() || is_end())
        };
        let corrects = || is_by_person(item, later) && old.is_close(later) && old.is_like(later);
        let of_people = self.are_words_of_people(old, item, later);
        of_people && is_news() || self.n_shared > 0 && (of_people && is_same() || corrects())
    }

    fn are_words_of_people(&self, old: &Sentence, item: &Item, later: &Sentence) -> bool {
        self.is_of_person(old) && is_by_person(item, later)
    }

    fn is_of_person(&self, old: &Sentence) -> bool {
        old.by_person || self.is_rule
    }
}

pub(super) fn is_by_person(item: &Item, sentence: &Sentence) -> bool {
    sentence.by_person || item.origin == Origin::Owner
}

/// Whether two sentences of two texts tell so much of the same that what differs is said of one thing.
pub(super) fn is_certain(old: &Sentence, later: &Sentence) -> bool {
    // A few words by which a person changes something are about nothing else.
    let is_plain_change = || {
        let of_people = old.by_person && later.by_person;
        of_people && later.manner.is_plain() && later.statement.change.is_some() && old.same_subject(later)
    };
    // Who speaks on and on denies something else in the end.
    let rambles = later.by_person && later.manner.n_words > PLAIN_REPLY;
    // Of many numbers two always differ, and a row in which the same number stands is told, not changed.
    let is_by_chance = || old.is_sum() && later.is_sum() || old.is_row && later.repeats_value_of(old);
    let is_claim = || !rambles && old.tells_whole() && !is_by_chance();
    chooses_anew(&old.statement, &later.statement) || is_claim() && (old.is_one_matter(later) || is_plain_change())
}

/// The draft that an item on another page speaks against: the same subject, another value.
pub(super) fn opposed(item: &Item, new: &[Sentence], near: &[Near<'_>]) -> Option<(usize, (Judgment, Option<Told>))> {
    let speaks = new.len().min(BEGINNING);
    let is_one_matter = new.len() <= 2;
    let against = |near: &Near<'_>, later: &[Sentence]| {
        let may_oppose = |old: &Sentence, later: &Sentence| {
            let may_speak = !near.is_of_person(old) || is_by_person(item, later);
            let is_against = near.n_shared >= 2 && may_speak && old.opposes(later)
                || is_one_matter && near.is_word_against(old, item, later);
            is_against && is_certain(old, later)
        };
        let (judgment, old, mut told) = conflict(&near.page, item, later, judge_apart, PLAIN_REPLY, may_oppose)?;
        // A sentence that ends something in passing brings no page with it, and leaves what has but a word in common.
        let is_near = |old: &&Sentence| later.iter().any(|later| old.n_common(later) >= 2);
        let old: Vec<&Sentence> = old.iter().filter(|old| told.sentences.contains(&old.text)).collect();
        let is_about = is_one_matter || old.iter().any(|old| later.iter().any(|later| old.is_close(later)));
        if old.iter().any(is_near) {
            told.sentences = old.into_iter().filter(is_near).map(|old| old.text.clone()).collect();
        }
        is_about.then_some((near.at, (judgment, Some(told))))
    };
    // What it says first, it is about.
    let near = new[..speaks].iter().find_map(|later| {
        let mut near = near.iter().filter(|near| near.n_shared > 0);
        near.find(|near| against(near, slice::from_ref(later)).is_some())
    })?;
    against(near, &new[..speaks])
}

/// Something on another page that an item says to be over.
pub(super) struct End {
    /// The draft, and which sentence of the item says so.
    pub(super) at: usize,
    pub(super) sentence: usize,
    /// The item cut down to that sentence.
    pub(super) part: Item,
    pub(super) judgment: Judgment,
    pub(super) against: Told,
}

/// The next thing on another page that a sentence of an item says to be over, beside those that it has `told` already.
/// Some sentence of many always seems to, so it must name the same subject as well, or the very value that is over, or
/// a person must speak of what a person said.
pub(super) fn ended(
    item: &Item,
    new: &[Sentence],
    own: Option<usize>,
    near: &[Near<'_>],
    told: &[(usize, usize)],
) -> Option<End> {
    let mut others = near.iter().filter(|near| Some(near.at) != own);
    others.find_map(|near| {
        let is_told = |sentence: &usize| told.contains(&(near.at, *sentence));
        let ends = (0..new.len()).filter(|sentence| !is_told(sentence)).filter_map(|sentence| {
            let (judgment, against) = near.ended_by(item, &new[sentence])?;
            Some(End { at: near.at, sentence, part: part_of(item, new, sentence), judgment, against })
        });
        // What replaces something says so once for each thing; of what only contradicts, the plainest word counts.
        let is_new =
            |end: &End| end.judgment.relation == Relation::Supersedes || told.iter().all(|(at, _)| *at != near.at);
        let words = |end: &End| end.against.sentences.iter().map(|old| n_common(old, &new[end.sentence].text)).max();
        ends.filter(is_new).max_by_key(|end| {
            (end.judgment.relation == Relation::Supersedes, words(end), core::cmp::Reverse(end.sentence))
        })
    })
}

fn n_common(a: &str, b: &str) -> usize {
    let words = content_terms(b);
    content_terms(a).iter().filter(|word| words.contains(word)).count()
}

impl Near<'_> {
    /// What a sentence says to be over.
    fn ended_by(&self, item: &Item, later: &Sentence) -> Option<(Judgment, Told)> {
        let by_person = is_by_person(item, later);
        // Most sentences of an agent can only end what is close to them, and most pages hold nothing of the kind.
        let may_reach_far = by_person || later.may_end || later.statement.change.is_some() || !later.settles.is_empty();
        if !may_reach_far && !self.page.iter().flat_map(|(_, old)| old.iter()).any(|old| old.is_close(later)) {
            return None;
        }
        // "The script removes the limit" is about the limit. What a person said is over when a person says so, or when
        // it is told by name or value.
        let is_told = |old: &Sentence, later: &Sentence| {
            let is_again = || later.statement.again && !later.statement.quantities.is_empty();
            let ends = later.may_end && !old.may_end && later.statement.transitions.is_empty();
            let may_speak = by_person || !self.is_of_person(old);
            let by_name = || judge_told(&old.statement, &later.statement).is_some();
            old.is_close(later) && (may_speak && (ends || old.same_subject(later) || is_again()) || by_name())
        };
        // "They moved the date": another value of the same subject is told, and that it changed.
        let is_reset = |old: &Sentence, later: &Sentence| {
            let is_same = || {
                let is_like = old.is_like(later);
                let is_heard = by_person || later.repeats_person || is_like || old.is_close(later);
                // "We pull the beta forward to April": of what people plan, the last word counts.
                let is_planned = || self.are_words_of_people(old, item, later) && old.shares_topic(later);
                is_heard && (is_like || old.same_subject(later) || is_planned())
            };
            (self.n_shared > 0 || old.is_close(later) && old.is_like(later))
                && later.statement.change.is_some()
                && measures_again(&old.statement, &later.statement)
                && is_same()
        };
        // "Let's move X to Y": a person gives the subject of an earlier sentence another place.
        let is_moved = |old: &Sentence, later: &Sentence| {
            let moves = || later.statement.change.as_deref().is_some_and(lexicon::is_move);
            by_person && moves() && old.same_subject(later)
        };
        // "Back to X": of two choices of people the last one counts, and of two values of a constant.
        let is_rechosen = |old: &Sentence, later: &Sentence| {
            let may_choose = self.are_words_of_people(old, item, later) || !old.by_person && !later.by_person;
            may_choose && later.manner.is_plain() && chooses_anew(&old.statement, &later.statement)
        };
        let may_oppose = |old: &Sentence, later: &Sentence| {
            let is_against = is_told(old, later)
                || is_rechosen(old, later)
                || self.is_word_against(old, item, later)
                || is_reset(old, later)
                || is_moved(old, later);
            is_against && is_certain(old, later)
        };
        let (judgment, old, mut told) =
            conflict(&self.page, item, slice::from_ref(later), judge_apart, PLAIN, may_oppose)?;
        // Words of two pages meet by chance: more than one of them must be about the same, and what was done is done.
        let is_short = || later.manner.n_words <= SHORT_WORD && by_person;
        // "We switched to X for bookings instead of Y": of what people chose, the name is enough.
        let is_given_up = |old: &Sentence| {
            later.manner.n_words <= PLAIN_WORD
                && self.are_words_of_people(old, item, later)
                && old.statement.tokens().any(|token| token.name && later.statement.names(&token.key))
                && judge_told(&old.statement, &later.statement).is_some()
        };
        let is_meant = |old: &Sentence| {
            let is_same = || old.n_common(later) >= 2 || is_short() || moves_on(&old.statement, &later.statement);
            !old.manner.tells_deed
                && (old.is_like(later) || !old.is_sum() && !later.is_sum())
                && (is_same() || is_given_up(old))
        };
        // What a conversation found out is not over because of what it then decided.
        let is_older = item.evidence.iter().all(|evidence| evidence.session != told.passage.session);
        let names_it = |old: &Sentence| {
            let of_people = self.are_words_of_people(old, item, later);
            // "180 is history": whoever hears it knows what is meant.
            let is_plain_word = || later.by_person && later.statement.transitions.iter().all(Transition::is_rare);
            let has_value =
                old.shares_topic(later) || !is_older || of_people || old.is_row && self.n_shared > 0 || is_plain_word();
            let is_named = || {
                // A word that names nothing where it stood is not enough: "saves tokens", "say bread instead of token".
                let names = || old.statement.tokens().any(|token| token.name && later.statement.is_about(&token.key));
                let is_near = self.n_shared > 0
                    || by_person && (names() || old.n_common(later) >= 2)
                    || old.n_common(later) >= SAME_WORDS;
                let is_heard = of_people || later.by_person || !is_long(item) || old.same_subject(later);
                is_near
                    && is_heard
                    && later.statement.transitions.is_empty()
                    && judge_told(&old.statement, &later.statement).is_some()
            };
            has_value && moves_on(&old.statement, &later.statement)
                || is_older && (is_told(old, later) || is_reset(old, later) || is_moved(old, later) || is_named())
        };
        let old: Vec<&Sentence> = old.iter().filter(|old| told.sentences.contains(&old.text)).collect();
        if is_older && old.iter().any(|old| is_rechosen(old, later)) {
            return Some((Judgment { relation: Relation::Supersedes, ..judgment }, told));
        }
        // A sentence that merely has another number tells of something else, unless it tells of the very same.
        let statement = &later.statement;
        let says_so =
            statement.change.is_some() || statement.again || later.may_end || !statement.transitions.is_empty();
        let is_over = |old: &Sentence| match judgment.relation {
            Relation::Supersedes => {
                (says_so || old.is_like(later) && old.same_subject(later))
                    && is_meant(old)
                    && (names_it(old) || is_older && self.is_word_against(old, item, later))
            }
            _ => is_older && old.n_common(later) >= SAME_WORDS && self.is_word_against(old, item, later),
        };
        // What stands beside it and has a word in common still holds.
        told.sentences = old.into_iter().filter(|old| is_over(old)).map(|old| old.text.clone()).collect();
        (!told.sentences.is_empty()).then_some((judgment, told))
    }
}

/// An item cut down to one of its sentences, and to the one before it where it leans on that; with the evidence that
/// fits it best.
fn part_of(item: &Item, sentences: &[Sentence], at: usize) -> Item {
    let leans = sentences[at].text.split_whitespace().count() < TELLING_WORDS;
    let before = at.checked_sub(1).map(|at| &sentences[at]).filter(|before| leans && !before.is_row);
    let texts: Vec<&str> = before.into_iter().chain([&sentences[at]]).map(|sentence| sentence.text.as_str()).collect();
    let text = balanced(&texts.join(" "));
    let statement = if sentences[at].by_person { said(&text) } else { text };
    let terms: BTreeSet<String> = content_terms(&statement).into_iter().collect();
    let fits = |quote: &str| content_terms(quote).iter().filter(|term| terms.contains(*term)).count();
    let best = item.evidence.iter().rev().max_by_key(|evidence| fits(&evidence.quote)).cloned();
    Item { statement, rationale: None, evidence: best.into_iter().collect(), ..item.clone() }
}

fn is_long(item: &Item) -> bool {
    item.statement.len() > SHORT_TEXT
}

/// The passage of a page that new sentences speak against: one says so itself, or `may_oppose` it and says something
/// else. What a person says in at most `plain` words is taken for what it says, all else as `judged_by` has it.
pub(super) fn conflict<'a>(
    page: &'a [(&Passage, Rc<Vec<Sentence>>)],
    item: &Item,
    new: &[Sentence],
    judged_by: fn(&Statement, &Statement) -> Judgment,
    plain: usize,
    may_oppose: impl Fn(&Sentence, &Sentence) -> bool,
) -> Option<(Judgment, &'a [Sentence], Told)> {
    let session = item.evidence.first().map_or("", |evidence| evidence.session.as_str());
    let judged = |old: &Sentence, later: &Sentence, is_same_talk: bool| {
        // An agent that reports what it did takes nothing back that the person said before, but for a value.
        if is_same_talk && old.by_person && !later.by_person && !moves_on(&old.statement, &later.statement) {
            return None;
        }
        if later.is_row || later.manner.claims_nothing || old.manner.is_bulk || old.manner.is_finding {
            return None;
        }
        // What is told to end is named, or a value that moves on.
        let may_end = later.may_end && (old.shares_words(later) || !later.statement.transitions.is_empty());
        let told = if may_end && !old.manner.tells_deed { judge_told(&old.statement, &later.statement) } else { None };
        let is_new = || later.statement.again || later.statement.change.is_some() && old.is_like(later);
        if old.is_row && !(old.is_close(later) && is_new()) {
            return told.filter(|_| old.is_close(later) || moves_on(&old.statement, &later.statement));
        }
        // A hint is enough where a person says one thing, or speaks of the very same.
        let is_plain = || later.manner.n_words <= plain;
        let is_their_word = || {
            later.by_person && is_plain()
                || !is_same_talk && is_by_person(item, later) && old.same_subject(later) && old.is_like(later)
        };
        let judgment = || if is_their_word() { judge } else { judged_by }(&old.statement, &later.statement);
        let found = told.or_else(|| may_oppose(old, later).then(judgment))?;
        // Of two values of a constant the later one is in the program.
        let is_reset = !is_same_talk && sets_anew(&old.statement, &later.statement);
        let relation = if is_reset { Relation::Supersedes } else { found.relation };
        relation.is_conflict().then_some(Judgment { relation, ..found })
    };
    page.iter().find_map(|(passage, old)| {
        // An agent that seems to contradict itself within a conversation speaks of two things, or says that it changes.
        let is_same_talk = passage.session == session;
        let is_same_voice = is_same_talk && item.origin == Origin::Agent;
        let is_settled = is_same_talk && item.origin == Origin::Owner;
        let stands = |old: &Sentence, later: &Sentence| {
            let is_settled = is_settled && later.manner.n_words <= PLAIN_REPLY;
            let is_dispute = |found: &Judgment| found.relation == Relation::Contradicts && !is_settled;
            judged(old, later, is_same_talk)
                .filter(|found| !is_dispute(found) || !is_same_voice && is_disputed(old, item, later))
        };
        // What says itself that it replaces something counts before what merely differs.
        let against = |old: &Sentence| {
            let mut found = new.iter().filter_map(|later| stands(old, later));
            let first = found.next()?;
            let explicit = found.find(|judgment| judgment.relation == Relation::Supersedes);
            Some(if first.relation == Relation::Supersedes { first } else { explicit.unwrap_or(first) })
        };
        let mut judgment = old.iter().find_map(against)?;
        // What a person says in the same conversation settles what was said before.
        if is_settled {
            judgment.relation = Relation::Supersedes;
        }
        let sentences = old.iter().filter(|old| against(old).is_some()).map(|old| old.text.clone()).collect();
        let speaks = |later: &&Sentence| old.iter().any(|old| stands(old, later).is_some());
        let by = new.iter().filter(speaks).map(|later| later.text.clone()).collect();
        Some((judgment, old.as_slice(), Told { passage: (*passage).clone(), sentences, by }))
    })
}

/// Whether two sentences that cannot both hold are worth a person's time. In long texts some always seem to disagree, so
/// they tell of nearly the same; of a person's word less is enough.
fn is_disputed(old: &Sentence, item: &Item, later: &Sentence) -> bool {
    let n_common = old.n_common(later);
    // Where both tell several numbers, nobody knows which of them belong together.
    if old.statement.quantities.len() > 1 && later.statement.quantities.len() > 1 {
        return false;
    }
    // Of two words of people half is enough.
    let is_most = || n_common * 2 + usize::from(old.by_person) > old.topic.len().max(later.topic.len());
    let is_word = || is_by_person(item, later) && old.is_close(later);
    if old.same_subject(later) {
        old.is_like(later) || is_word() && n_common >= SAME_WORDS
    } else {
        old.is_like(later) && is_word() && is_most()
    }
}
