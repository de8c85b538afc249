//! Whole conversations, made up, with what a librarian would and would not write down.
//!
//! A fixture holds turns (`@human`, `@template`, `@agent`, `@call tool argument` with the answer under it) and, after
//! `===`, what is expected: `must`/`nice` lines name groups of words (`|` between groups, `,` between alternatives)
//! that one item holds; `not` lines name text that no item may hold; `at most` bounds the number of items.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Background, Context, extract};
use crate::model::{Dialect, Item, Revision, Role, Speaker, ToolCall, ToolResult, Transcript, Turn};

const FIXTURES: [(&str, &str); 11] = [
    ("game", include_str!("../../../tests/fixtures/extraction/game.txt")),
    ("pipeline", include_str!("../../../tests/fixtures/extraction/pipeline.txt")),
    ("infra", include_str!("../../../tests/fixtures/extraction/infra.txt")),
    ("mobile", include_str!("../../../tests/fixtures/extraction/mobile.txt")),
    ("docs", include_str!("../../../tests/fixtures/extraction/docs.txt")),
    ("library", include_str!("../../../tests/fixtures/extraction/library.txt")),
    ("bakery", include_str!("../../../tests/fixtures/extraction/bakery.txt")),
    ("orchard", include_str!("../../../tests/fixtures/extraction/orchard.txt")),
    ("ops", include_str!("../../../tests/fixtures/extraction/ops.txt")),
    ("bughunt", include_str!("../../../tests/fixtures/extraction/bughunt.txt")),
    ("atelier", include_str!("../../../tests/fixtures/extraction/atelier.txt")),
];

pub(super) fn turn(speaker: Speaker, line: u32, text: &str) -> Turn {
    let role = match speaker {
        Speaker::Agent => Role::Assistant,
        Speaker::Tool => Role::Tool,
        _ => Role::User,
    };
    Turn {
        id: None,
        line,
        role,
        speaker,
        time: None,
        text: text.trim().to_string(),
        tool_calls: Vec::new(),
        tool_result: None,
        model: None,
        error: None,
    }
}

pub(super) fn transcript(turns: Vec<Turn>) -> Transcript {
    Transcript {
        dialect: Dialect::Plain,
        version: None,
        session_id: None,
        cwd: None,
        started: None,
        ended: None,
        turns,
        model_changes: Vec::new(),
        compactions: Vec::new(),
    }
}

fn parse(text: &str) -> Transcript {
    let mut turns: Vec<Turn> = Vec::new();
    let mut body = String::new();
    let mut head = String::new();
    let mut line = 0;
    for row in text.lines().chain(["@end"]) {
        if !row.starts_with('@') {
            body.push_str(row);
            body.push('\n');
            continue;
        }
        line += 1;
        match head.split_once(' ').unwrap_or((&head, "")) {
            ("@human", _) => turns.push(turn(Speaker::Human, line, &body)),
            ("@template", _) => turns.push(turn(Speaker::Template, line, &body)),
            ("@agent", _) => turns.push(turn(Speaker::Agent, line, &body)),
            ("@call", call) => {
                let (name, argument) = call.split_once(' ').unwrap_or((call, ""));
                let id = format!("call{line}");
                let key = if name == "bash" { "command" } else { "path" };
                let arguments = serde_json::json!({ key: argument, "content": body.trim() }).to_string();
                let call = ToolCall { id: id.clone(), name: name.to_string(), arguments };
                if turns.last().is_none_or(|last| last.speaker != Speaker::Agent) {
                    turns.push(turn(Speaker::Agent, line, ""));
                }
                if let Some(last) = turns.last_mut() {
                    last.tool_calls.push(call);
                }
                let mut result = turn(Speaker::Tool, line, "");
                result.tool_result = Some(ToolResult {
                    call_id: id,
                    name: Some(name.to_string()),
                    text: body.trim().to_string(),
                    is_error: false,
                });
                turns.push(result);
            }
            _ => {}
        }
        head = row.trim().to_string();
        body.clear();
    }
    transcript(turns)
}

fn fold(text: &str) -> String {
    text.to_lowercase().replace(['*', '`'], "")
}

fn text_of(item: &Item) -> String {
    let mut text = format!("{}\n{}", item.title, item.statement);
    for evidence in &item.evidence {
        text.push('\n');
        text.push_str(&evidence.quote);
    }
    fold(&text)
}

pub(super) fn run(transcript: &Transcript) -> Vec<Item> {
    let background = Background::default();
    extract(transcript, &Context { session: "session.jsonl", issue: Some(7), background: &background })
}

#[test]
fn made_up_conversations_give_what_a_librarian_would_record() {
    let (mut n_must, mut n_found, mut n_leaked, mut n_items, mut n_used) = (0, 0, 0, 0, 0);
    let mut report = String::new();
    for (name, fixture) in FIXTURES {
        let (talk, expected) = fixture.split_once("\n===\n").unwrap_or((fixture, ""));
        let items = run(&parse(talk));
        let texts: Vec<String> = items.iter().map(text_of).collect();
        let mut used = alloc::vec![false; items.len()];
        for line in expected.lines() {
            let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
            match what {
                "must" | "nice" => {
                    let holds = |text: &String| {
                        rest.split('|').all(|group| group.split(',').any(|term| text.contains(&fold(term.trim()))))
                    };
                    let hits: Vec<usize> = (0..texts.len()).filter(|at| holds(&texts[*at])).collect();
                    for at in &hits {
                        used[*at] = true;
                    }
                    n_must += usize::from(what == "must");
                    n_found += usize::from(what == "must" && !hits.is_empty());
                    if hits.is_empty() {
                        let _ = writeln!(report, "{name}: missed {line}");
                    }
                }
                "not" => {
                    if let Some(at) = texts.iter().position(|text| text.contains(&fold(rest))) {
                        let _ = writeln!(report, "{name}: leaked \"{rest}\" in \"{}\"", items[at].title);
                        n_leaked += 1;
                    }
                }
                "at" => {
                    let limit: usize = rest.trim_start_matches("most ").trim().parse().unwrap_or(0);
                    if items.len() > limit {
                        let _ = writeln!(report, "{name}: {} items, at most {limit}", items.len());
                    }
                }
                _ => {}
            }
        }
        n_items += items.len();
        n_used += used.iter().filter(|used| **used).count();
        for (item, used) in items.iter().zip(&used) {
            let _ = writeln!(
                report,
                "--- {name} [{} {} {:.2}]{} {}\n{}",
                item.kind.name(),
                item.rule,
                item.score,
                if *used { "" } else { " NOISE" },
                item.title,
                item.statement
            );
        }
    }
    assert!(n_found * 100 >= n_must * 90, "found {n_found} of {n_must}\n{report}");
    assert!(n_leaked <= 2, "{n_leaked} leaked\n{report}");
    assert!(n_used * 100 >= n_items * 85, "{n_used} of {n_items} items are wanted\n{report}");
}

#[track_caller]
fn talk(turns: &[(Speaker, &str)]) -> Vec<Item> {
    let turns = turns.iter().zip(1..).map(|((speaker, text), line)| turn(*speaker, line, text)).collect();
    run(&transcript(turns))
}

#[test]
fn who_wants_one_thing_in_a_sentence_sets_no_form_of_answers() {
    let has_form = |said: &str| {
        let items =
            talk(&[(Speaker::Human, said), (Speaker::Agent, "The oven of the cellar bakes rye at 240 degrees.")]);
        items.iter().any(|item| item.title == "Form of answers")
    };
    assert!(has_form("Dot points please, less than 20 words each"));
    assert!(!has_form("Can you explain the oven to me in one sentence?"));
    assert!(!has_form("Price tags: begin with the flour, like \"rye: ...\", large, no emojis."));
    assert!(has_form("Answers: short, no emojis."));
    assert!(!has_form("Your two bullet point ideas for the oven make sense."));
}

#[test]
fn what_a_thing_is_to_be_is_no_rule_for_the_agent() {
    let rules = |said: &str| {
        let items =
            talk(&[(Speaker::Human, said), (Speaker::Agent, "The oven of the cellar bakes rye at 240 degrees.")]);
        items.iter().filter(|item| item.kind == crate::model::Kind::Preference).count()
    };
    assert_eq!(rules("Rules for the shop:\n- bread is sold warm\n- rye goes first"), 1);
    assert_eq!(rules("I want to first describe the oven:\n\nIt bakes rye, and it should be lit at six."), 0);
    assert_eq!(rules("I don't want a second oven in the cellar"), 0);
}

#[test]
fn a_rule_says_what_it_is_for() {
    let answer = (Speaker::Agent, "Noted, the mill knows.");
    let items = talk(&[(Speaker::Human, "deliveries: never before noon, always by the back door"), answer]);
    assert!(items.iter().any(|item| item.statement.starts_with("Deliveries: never before noon")), "{items:?}");
    let items = talk(&[(Speaker::Human, "One more thing: never open the oven before noon"), answer]);
    assert!(items.iter().any(|item| item.statement.starts_with("Never open the oven")), "{items:?}");
}

#[test]
fn a_long_message_tells_but_gives_no_standing_orders() {
    let long = "Every loaf is weighed before it is baked in our oven. Always give the key to whoever asks for it.\n\n\
                The oven is heated with wood from the mill, and we bake in two shifts. "
        .to_string()
        + &"The dough of this morning was a little too wet again. ".repeat(80);
    let items = talk(&[(Speaker::Human, &long), (Speaker::Agent, "Understood, wood from the mill and two shifts.")]);
    let text: String = items.iter().map(text_of).collect();
    assert!(long.len() > 4_000 && text.contains("two shifts"), "{items:#?}");
    assert!(!items.iter().any(|item| item.statement.contains("Always give the key")), "{items:#?}");
}

#[test]
fn empty_huge_and_hostile_conversations_are_survived() {
    use Speaker::{Agent, Human};
    assert!(talk(&[]).is_empty());
    assert!(talk(&[(Human, ""), (Agent, ""), (Human, " \n ")]).is_empty());
    assert!(talk(&[(Human, "hi"), (Agent, "Hello! How can I help you today?")]).is_empty());
    let hostile = [
        "# \n## \n|\n|-|\n- \n```",
        "\u{202e}\u{0}\u{feff}**`[](",
        "[[[[((((](](](",
        "- - - - -\n1. 1. 1.\n> > >",
        "?!.?!. … — – : ; : : :",
        "| a | b |\n|---|---|\n| could | would |",
    ];
    for text in hostile {
        let _ = talk(&[(Human, text), (Agent, text), (Human, "yes"), (Agent, text)]);
    }
    let long = "The cache in `src/cache.rs` is never cleared because the timer stops. ".repeat(4_000);
    let items = talk(&[(Human, "Why does `src/cache.rs` grow?"), (Agent, &long)]);
    assert!(items.iter().all(|item| item.statement.len() < 300_000 && item.title.split(' ').count() < 10));
    let many: Vec<(Speaker, &str)> = (0..4_000)
        .map(|n| if n % 2 == 0 { (Human, "Fix `src/a.rs` please") } else { (Agent, "Fixed `src/a.rs`.") })
        .collect();
    assert!(talk(&many).len() <= 8);
}

#[test]
fn items_carry_evidence_that_stands_in_the_conversation() {
    for (name, fixture) in FIXTURES {
        let transcript = parse(fixture.split_once("\n===\n").map_or(fixture, |(talk, _)| talk));
        for item in run(&transcript) {
            assert!(!item.evidence.is_empty(), "{name}: {}", item.title);
            assert!(
                item.title.split_whitespace().count() < 10 && !item.title.ends_with([':', '?']),
                "{name}: {}",
                item.title
            );
            assert!(
                !item.keywords.is_empty() && !item.subject.is_empty() && item.issue == Some(7),
                "{name}: {}",
                item.title
            );
            for evidence in &item.evidence {
                let quote = evidence.quote.trim_end_matches(super::evidence::CUT);
                let said = transcript.turns.iter().any(|turn| {
                    turn.text.contains(quote)
                        || turn.tool_calls.iter().any(|call| call.arguments.contains(quote))
                        || turn.tool_result.as_ref().is_some_and(|result| result.text.contains(quote))
                });
                assert!(said, "{name}: {}", evidence.quote);
            }
        }
    }
}

#[test]
fn what_is_known_or_injected_is_no_news() {
    use Speaker::{Agent, Human, InjectedContext, Summary};
    let mut background = Background::default();
    background.know("- Never push to main without a review.");
    let turns = [(Human, "Never push to main without a review."), (Agent, "Understood.")];
    let turns = turns.iter().zip(1..).map(|((speaker, text), line)| turn(*speaker, line, text)).collect();
    assert!(extract(&transcript(turns), &Context { session: "s", issue: None, background: &background }).is_empty());
    assert!(
        talk(&[(InjectedContext, "We decided to use Postgres because of JSONB."), (Summary, "The team chose Go.")])
            .is_empty()
    );
}

#[test]
fn silence_is_not_acceptance() {
    use Speaker::{Agent, Human};
    let offer = "The build in `ci.yml` takes 14 minutes because nothing is cached. Want me to cache the dependencies?";
    let taken = talk(&[
        (Human, "Why is CI slow?"),
        (Agent, offer),
        (Human, "yes"),
        (Agent, "Added a cache step to `ci.yml`; the build takes 5 minutes now."),
    ]);
    assert!(taken.iter().any(|item| item.statement.contains("Agreed: Cache the dependencies")));
    let left = talk(&[(Human, "Why is CI slow?"), (Agent, offer)]);
    assert!(left.iter().all(|item| !item.statement.contains("Agreed") && item.kind != crate::model::Kind::Decision));
}

#[test]
fn each_list_keeps_its_lead_and_examples_go() {
    use Speaker::{Agent, Human};
    let answer = "## Deploying\n\n**1. Prepare** — The `deploy.sh` script needs:\n\n- `DEPLOY_HOST` in `.env`\n\
        - a tag on `main`\n\n**2. Ship** — Run `deploy.sh` on the runner. The runner keeps:\n\n- three releases in \
        `/srv/app`\n- the log in `deploy.log`\n\nThen say things like:\n\n- *\"Roll back the last release\"*\n\
        - *\"Show me the log\"*";
    let items = talk(&[(Human, "How does `deploy.sh` work"), (Agent, answer)]);
    let text: String = items.iter().map(|item| item.statement.as_str()).collect();
    assert!(text.contains("**2. Ship** — Run `deploy.sh` on the runner."), "{text}");
    assert!(text.contains("The runner keeps:") && !text.contains("Roll back"), "{text}");
    assert!(items.iter().all(|item| !item.title.starts_with(|c: char| c.is_ascii_digit())));
    assert!(!text.contains("The user:"), "a question states nothing: {text}");
}

#[test]
fn the_cause_that_was_found_last_is_told_with_its_remedy() {
    use Speaker::{Agent, Human};
    let items = talk(&[
        (Human, "The bread order went out twice last friday!! why"),
        (Agent, "Because of the clock change: on 29 March the clocks of `orders.timer` went forward."),
        (Human, "that was the sunday, not the friday. look again"),
        (
            Agent,
            "Sorry, you're right. The real cause: the old till was still running and had the password. I destroyed it \
             with `till destroy`.",
        ),
        (Human, "also free delivery from 49 now"),
        (Agent, "The threshold of free delivery is now 49 €."),
    ]);
    let text: String = items.iter().map(|item| item.statement.as_str()).collect();
    assert!(text.contains("The real cause: the old till was still running"), "{text}");
    assert!(text.contains("I destroyed it with `till destroy`.") && !text.contains("clock change"), "{text}");
    assert!(text.contains("is now 49 €"), "{text}");
}

#[test]
fn a_list_that_is_too_long_keeps_the_beginning_of_each_entry() {
    use Speaker::{Agent, Human};
    let tail = "The `oven.log` of May shows 31 g per loaf because the scale in the cellar drifts by 19 g. ".repeat(4);
    let entries: Vec<String> =
        (1..=12).map(|n| format!("{n}. **Recipe {n} in `rye-{n}.toml` has too much salt.** {tail}")).collect();
    let answer = format!("All of `recipes/` is read. These problems are in it:\n\n{}", entries.join("\n"));
    let items = talk(&[(Human, "Review the recipes."), (Agent, &answer)]);
    let text: String = items.iter().map(|item| item.statement.as_str()).collect();
    for n in 1..=12 {
        assert!(text.contains(&format!("`rye-{n}.toml` has too much salt.")), "{n}: {text}");
    }
    assert!(text.len() < answer.len(), "{text}");
}

/// What is chosen in the form of a question tool is a person's decision, and the options that were left are none.
#[test]
fn the_answer_to_a_question_tool_is_the_word_of_a_person() {
    let lines = [
        r#"{"type":"user","uuid":"1","timestamp":"2026-03-01T08:00:00Z","message":{"role":"user","content":"Set up the storage of the recipes."}}"#,
        r#"{"type":"assistant","uuid":"2","timestamp":"2026-03-01T08:01:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"q","name":"AskUserQuestion","input":{"questions":[{"question":"Where do recipes live?","header":"Storage","options":[{"label":"One SQLite file","description":"Simple"},{"label":"Postgres on the server","description":"Shared"}]}]}}]}}"#,
        r#"{"type":"user","uuid":"3","timestamp":"2026-03-01T08:02:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"q","content":"User has answered your questions: \"Where do recipes live?\"=\"One SQLite file\". You can now continue with the user's answers in mind."}]}}"#,
        r#"{"type":"assistant","uuid":"4","timestamp":"2026-03-01T08:03:00Z","message":{"role":"assistant","content":[{"type":"text","text":"Recipes are stored in `recipes.db` now."}]}}"#,
    ];
    let transcript = crate::transcript::read_transcript(lines.join("\n").as_bytes(), None).value;
    let mut background = Background::default();
    background.observe(&transcript);
    let items = extract(&transcript, &Context { session: "s.jsonl", issue: None, background: &background });
    let item = items.iter().find(|item| item.statement.contains("One SQLite file"));
    let told = item.map(|item| (item.statement.contains("[Where do recipes live?] One SQLite file."), item.confidence));
    assert_eq!(told, Some((true, crate::model::Confidence::High)), "{items:?}");
    assert!(items.iter().all(|item| !item.statement.contains("Postgres")), "{items:?}");
    let quotes: Vec<Speaker> = item.into_iter().flat_map(|item| &item.evidence).map(|quote| quote.speaker).collect();
    assert!(quotes.contains(&Speaker::Human), "{quotes:?}");
}

/// All statements of a conversation, one below the other.
fn told(talk: &str) -> String {
    let items = run(&parse(talk));
    items.iter().map(|item| item.statement.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_a_person_finds_fault_with_is_corrected_and_the_page_knows() {
    let talk = "@human\nHide the burnt loaves in the list of the bakery.\n\
        @call write src/list.ex\n@agent\nThe template of `src/list.ex` now filters out burnt loaves, so they are gone \
        from the list.\n\
        @template\n[Request interrupted by user]\n\
        @human\nI don't like this at all. The filter of burnt loaves should be in the query, not in the template.\n\
        @call write src/query.ex\n@agent\nYou're absolutely right! The query in `src/query.ex` leaves burnt loaves \
        out, so every list of the bakery is free of them.\n@end";
    let items = run(&parse(talk));
    assert!(
        items.iter().any(|item| item.revision == Some(Revision::Answer) && item.statement.contains("src/query.ex"))
    );
    assert!(!told(talk).contains("template of `src/list.ex`"));
    let idea = "@human\nIt would be good to have a second oven.\n@call write src/oven.ex\n@agent\nYou're right! The second \
        oven is in `src/oven.ex` and is heated with wood.\n@end";
    assert!(run(&parse(idea)).iter().all(|item| item.revision.is_none()));
}

#[test]
fn a_word_on_another_matter_corrects_nothing() {
    let talk = "@human\nLoaves rest for 20 minutes. Use spelt, not wheat, for the rolls.\n\
        @call write src/rolls.ex\n@agent\nSpelt is in `src/rolls.ex`, with a rest of 20 minutes.\n\
        @human\nActually the carrier is Anders, not Moritz.\n@agent\nNoted.\n@end";
    assert!(told(talk).contains("Use spelt") && told(talk).contains("Anders"));
    let same = talk.replace("the carrier is Anders, not Moritz", "use rye for the rolls, not spelt");
    assert!(!told(&same).contains("Use spelt"), "{}", told(&same));
}

#[test]
fn a_lack_that_was_mended_is_told_as_such_and_names_nothing() {
    let items = run(&parse(
        "@human\nDoes the oven know the time?\n@call bash rg time src\n@agent\nThe oven does not know the current time, \
         `src/oven.py` has no clock.\n\nWould you like me to add a clock to the oven? I could read the time of the \
         machine.\n\
         @human\nLet's add the clock of the machine to the oven\n@call write src/oven.py\n@agent\nAdded a clock: \
         `src/oven.py` reads the current time of the machine before it heats the oven.\n@end",
    ));
    let told: Vec<&Item> = items.iter().filter(|item| item.statement.contains("has no clock")).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].statement.contains("before it heats") && told[0].revision == Some(Revision::State));
    assert!(!told[0].title.contains("not know"), "{}", told[0].title);
}

#[test]
fn an_opinion_counts_when_it_is_taken_up() {
    let talk = |reply: &str| {
        told(&format!(
            "@human\nDo we port the proofing of dough now?\n@call bash rg proof src\n@agent\nProofing of dough is not \
             ported, `src/proof.ex` is missing.\n\nMy take: Defer. Better to build the warm room first.\n\nAgree?\n\
             @human\n{reply}\n@call write src/x.ex\n@agent\nNoted in `src/x.ex`.\n@end"
        ))
    };
    assert!(!talk("It should have been there from the start, so port it.").contains("warm room"));
    assert!(!talk("let's not build a warm room first").contains("Better to build"));
    assert!(talk("It should have been there from the start, so port it.").contains("not ported"));
}

#[test]
fn a_message_that_holds_all_an_agent_said_is_read_as_its_work_and_its_answer() {
    let told = told(
        "@human\nTrim the names on the labels of the loaves\n@agent\nLet me look at the labels: The labels are printed \
         by `label.py`. Now let me check the tests: The lint errors are only style. Let me write a summary:\n\n## Summary\n\n\
         ### Changes Made\n\n1. **Longer names**\n   - Names: 60 → 100 characters\n   - Example: \"Rye of the mill\"\n\
         2. **Full numbers**\n   - `label.py` prints the whole number of a loaf\n\n### Status\n\n- The printer is up 8 \
         hours\n@end",
    );
    assert!(told.contains("60 → 100") && told.contains("whole number"), "{told}");
    assert!(!told.contains("lint errors") && !told.contains("Rye of the mill") && !told.contains("up 8"), "{told}");
}

#[test]
fn the_words_that_lead_to_a_list_are_told_once_and_sources_not_at_all() {
    let talk = "@human\nMake a shelf for the bakery.\n@call write src/shelf.ex\n@agent\nThe shelf has been created at \
        `src/shelf.ex` with the following boards:\n\n- Rye on the lower board\n- oats on the upper board\n\n\
        Sources:\n\n- [Shelves of old](https://shelves.example/old)\n- [Boards](https://boards.example)\n@end";
    let told = told(talk);
    assert_eq!(told.matches("created at `src/shelf.ex`").count(), 1, "{told}");
    assert!(told.contains("following boards:\n\n- Rye on") && !told.contains("shelves.example"), "{told}");
}

#[test]
fn who_asks_why_it_did_not_work_learns_what_was_found() {
    let talk = "@human\nsee why you aren't able to open the door of `src/oven.rs`\n@call read src/oven.rs\n@agent\nThe lock in \
        `src/oven.rs` only opens below 40 degrees, and the sensor reads 90 because its wire is loose.\n@end";
    assert!(told(talk).contains("below 40 degrees"));
    let excuse = "@human\nwhy didn't you run the tests?\n@agent\nI was in a hurry, and the tests of `src/oven.rs` take long.\n@end";
    assert!(!told(excuse).contains("take long"));
}
