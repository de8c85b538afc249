//! What an agent tells of its own work: what it is at, what it is about to do, where it stands.

use super::chat::is_filler;
use super::cue::Cues;
use super::form::{has_number, is_first_person};
use super::sentence::{self, Word};
use super::speech::is_order;
use super::worth::SUBORDINATE;
use crate::reconcile::{is_auxiliary, is_verb};
use crate::text::{Words, stem};

/// What an agent is doing while it says so: "Reviewing the project structure".
static WORKING: Words = Words::new(
    "adding analysing analyzing applying building checking cleaning closing committing completing continuing \
     converting creating debugging confirming drafting editing examining exploring extending finalising finalizing \
     finishing fixing gathering implementing inspecting installing integrating investigating listing loading looking \
     making moving opening preparing proceeding reading refactoring removing renaming replacing researching \
     restructuring reviewing rewriting running scanning searching setting simplifying starting testing tracing trying \
     updating verifying wiring working writing",
);

/// Most words of who gives in and says nothing else.
const MAX_CONCEDED: usize = 12;

/// Whether a sentence only tells what the agent is at; "adding an index makes it fast" says something of the work.
fn tells_of_work(words: &[Word<'_>]) -> bool {
    let is_finite = |word: &&Word<'_>| {
        matches!(
            word.as_str(),
            "is" | "are"
                | "was"
                | "were"
                | "isn't"
                | "makes"
                | "requires"
                | "needs"
                | "causes"
                | "gives"
                | "takes"
                | "means"
                | "would"
                | "will"
                | "can"
                | "should"
                | "must"
                | "has"
                | "does"
                | "doesn't"
                | "keeps"
                | "avoids"
                | "helps"
                | "allows"
                | "breaks"
                | "works"
                | "fails"
                | "stays"
                | "became"
                | "turned"
        )
    };
    // What is looked for, and what it is good for, has a verb of its own.
    let seeks = |word: &&Word<'_>| {
        matches!(
            word.as_str(),
            "if" | "whether"
                | "how"
                | "why"
                | "what"
                | "where"
                | "that"
                | "so"
                | "before"
                | "this"
                | "when"
                | "while"
                | "because"
                | "since"
                | "which"
        )
    };
    // "Turning the oven off": somebody is at it. "Turning helps" is told of it.
    let is_at = |first: &Word<'_>| {
        let is_act = || first.ends_with("ing") && is_verb(&stem(first));
        let has_object =
            || words.get(1).is_some_and(|word| matches!(word.as_str(), "the" | "a" | "an" | "all" | "both"));
        WORKING.contains(first) || has_object() && is_act()
    };
    words.first().is_some_and(is_at)
        && !words.iter().skip(1).take_while(|word| !seeks(word)).any(|word| is_finite(&word))
}

/// What somebody did to a thing, so that it is another now, beside all that ends in "ed".
static SHAPED: Words = Words::new("kept split set took put built rebuilt cut made rewrote wrote hid");
/// What somebody did who looked for something, or was at it: nothing is another by it.
static SEARCHED: Words = Words::new(
    "looked checked noticed peeked realised realized tried wanted needed decided reviewed verified confirmed tested \
     examined explored inspected searched analysed analyzed investigated started finished completed used asked performed \
     learned leaned followed opened watched assumed expected missed mentioned pointed suggested traced compared \
     considered planned hoped loaded listed gathered identified discovered scanned executed attempted succeeded failed \
     continued focused worked talked walked spotted located fetched queried called waited",
);
/// What goes on in a head, whatever it is about.
static THOUGHT: Words = Words::new("understand see know have need think want realise realize believe get can will am");

/// "I patched `oven.rs` so that it starts cold": what the thing is like now. "I kept looking" names none.
fn has_shaped(words: &[Word<'_>]) -> bool {
    // "I now preload the trays": so it is from then on.
    if let [first, now, verb, _, ..] = words
        && (first == "i" || first == "we")
        && now == "now"
    {
        return !THOUGHT.contains(verb);
    }
    // "I took the lid off the pan": out of what, it says.
    if let [first, took, _, _, _, ..] = words
        && first == "i"
        && (took == "took" || took == "put")
    {
        return words.iter().any(|word| matches!(word.as_str(), "out" | "off" | "into" | "back" | "from"));
    }
    let is_adverb = |word: &&Word<'_>| {
        matches!(word.as_str(), "also" | "then" | "just" | "already" | "even" | "now") || word.ends_with("ly")
    };
    let mut words = words.iter().filter(|word| !is_adverb(word));
    let is_deed = words.next().is_some_and(|word| word == "i" || word == "i've")
        && words.next().is_some_and(|word| SHAPED.contains(word) || word.ends_with("ed") && !SEARCHED.contains(word));
    is_deed && words.any(|word| word.contains(['.', '/', '_', '-']) || word.contains(|c: char| c.is_ascii_digit()))
}

/// Words behind which a thing follows.
static DETERMINERS: Words = Words::new(
    "the a an its their his her my our your this these those that both all and or of for to with through in",
);

/// "The oven bakes" tells what it does, "the bakes" and "formula escape" are things.
fn tells_deed(pair: &[Word<'_>]) -> bool {
    let is_finite = pair[1].ends_with('s') || pair[1].ends_with("ed");
    is_finite && is_verb(&stem(&pair[1])) && !DETERMINERS.contains(&pair[0])
}

/// "Close", not "closes" or "closed".
fn is_bare_verb(word: &str) -> bool {
    !word.ends_with('s') && !word.ends_with("ed") && is_verb(&stem(word))
}

/// "Next file.", "Two more to go.": where the agent is in its work.
pub(super) fn counts_steps(sentence: &str, words: &[Word<'_>]) -> bool {
    words.len() <= 4
        && !sentence.contains(['`', ':'])
        && !has_number(sentence)
        && matches!(
            words[0].as_str(),
            "next" | "almost" | "nearly" | "halfway" | "one" | "two" | "three" | "last" | "onward"
        )
}

/// "Now rebuild the assets: Perfect!": what was about to be done when it was said, and that it was.
pub(super) fn closes_with_praise(sentence: &str) -> bool {
    let praise = sentence.strip_suffix('!').and_then(|said| said.rsplit_once(": ")).map(|(_, praise)| praise);
    praise.is_some_and(|praise| {
        matches!(praise, "Good" | "Great" | "Perfect" | "Excellent" | "Done" | "Nice" | "Wonderful" | "Awesome")
    })
}

/// A sentence without what its speaker does next: "the tray is too small — let me get another".
pub(super) fn without_next_step(sentence: &str) -> &str {
    // Few sentences have "let me", "I'll", "I will" or a dash.
    let may_go_on = sentence.as_bytes().windows(3).any(|place| {
        matches!(
            place,
            [b'l' | b'L', b'e', b't']
                | [b'i' | b'I', b'\'' | 0xE2, _]
                | [b'i' | b'I', b' ', b'w']
                | [b' ', b'-', b' ']
                | [0xE2, 0x80, 0x93 | 0x94]
        )
    });
    if !may_go_on {
        return sentence;
    }
    let tail_of = |mark: &str| sentence.rfind(mark).map(|at| (at, &sentence[at + mark.len()..]));
    let is_next = |mark: &str, tail: &str| {
        let words = sentence::words(sentence::cut(tail, 60));
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        let does = |at: usize| matches!((word(at), word(at + 1)), ("let", "me") | ("i'll", _) | ("i", "will"));
        // "Polls every 5 s, checking the lease": only a dash parts the two.
        does(usize::from(matches!(word(0), "so" | "but" | "and")))
            || mark.len() > 2 && WORKING.contains(word(0)) && tells_of_work(&words)
    };
    let next = [" — ", " – ", " - ", ", ", "; "].iter().filter_map(|mark| {
        let (at, tail) = tail_of(mark)?;
        is_next(mark, tail).then_some(at)
    });
    let end = next.min().filter(|at| sentence::has_more_words(&sentence[..*at], 3));
    // "Since the oven has no clock, I'll use a timer": the reason alone is half a sentence.
    let leans = || {
        let words = sentence::words(sentence::cut(sentence, 40));
        let word = |at: usize| words.get(at).map_or("", Word::as_str);
        SUBORDINATE.contains(word(0)) || matches!((word(0), word(1)), ("as" | "with", _) | ("now", "that"))
    };
    let end = end.filter(|_| !leans());
    end.map_or(sentence, |end| &sentence[..end])
}

/// The agent speaking of what it is about to do, of itself or of the conversation.
pub(super) fn is_about_itself(words: &[Word<'_>], cues: Cues) -> Option<&'static str> {
    // "Okay, I will …", "Ah, my apologies".
    let leads = |word: &Word<'_>| {
        matches!(
            word.as_str(),
            "ok" | "okay" | "alright" | "finally" | "great" | "perfect" | "ah" | "oh" | "sure" | "right" | "yes"
        )
    };
    let rest = words.get(1..).unwrap_or_default();
    let speaks_on = rest.first().is_some_and(|word| is_first_person(word));
    let words = if words.first().is_some_and(leads) && speaks_on { rest } else { words };
    let announces = matches!(
        (words.first().map_or("", Word::as_str), words.get(1).map_or("", Word::as_str)),
        ("i", "will" | "shall") | ("my", "apologies")
    );
    // "Now close the ledger.", "Now finalising it".
    // "Now it reads the note first", "now if the door is open, the bell rings" tell what was made of it.
    let works_so = || {
        let is_done = |word: &Word<'_>| word.ends_with('s') && is_verb(&stem(word));
        match rest.first().map_or("", Word::as_str) {
            "it" => rest.get(1).is_some_and(|word| word.ends_with('s')),
            "if" | "when" => rest.len() > 4 && !rest.iter().any(|word| matches!(word.as_str(), "i" | "i'll" | "let's")),
            "they" | "each" | "every" | "the" => rest.iter().skip(1).any(is_done),
            _ => false,
        }
    };
    let goes_on = words.first().is_some_and(|word| word == "now")
        && !cues.has(Cues::CAUSE)
        && !works_so()
        && (rest.first().is_some_and(|word| WORKING.contains(word) || is_order(word) || is_bare_verb(word))
            || !(rest.iter().any(|word| is_auxiliary(word)) || rest.windows(2).any(tells_deed)));
    // "Next: choose a flour."
    let goes_on = goes_on
        || words.first().is_some_and(|word| word == "next")
            && rest.first().is_some_and(|word| is_order(word) || is_bare_verb(word));
    // "Asked the miller to look": whoever writes of the talk tells what was said, not what is so.
    let reports = match words.first().map_or("", Word::as_str) {
        "asked" | "offered" | "replied" | "answered" => rest.len() > 1,
        // "Ran into a wall" tells of the wall.
        "opened" | "launched" | "ran" | "re-ran" => {
            rest.first().is_some_and(|word| !matches!(word.as_str(), "into" | "out"))
        }
        _ => false,
    };
    // "You're absolutely right, I burnt it."
    let concedes = words.len() <= MAX_CONCEDED
        && words.first().is_some_and(|word| word == "you're")
        && words.iter().take(3).any(|word| word == "right");
    if announces || goes_on || reports || concedes || tells_of_work(words) {
        return Some("narration");
    }
    let first = words.first().map_or("", Word::as_str);
    let speaks = words.iter().any(|word| matches!(word.as_str(), "i" | "i've" | "i'd" | "my" | "we" | "you've"));
    let points = |word: &Word<'_>| matches!(word.as_str(), "above" | "below");
    // "Copy the above block", "paste the block above into it", but not "use the tray below the oven".
    let is_shown = |pair: &[Word<'_>]| {
        pair[0] == "the" && points(&pair[1])
            || points(&pair[0]) && matches!(pair[1].as_str(), "and" | "exactly" | "into" | "then")
    };
    let hands =
        matches!(first, "copy" | "paste" | "run" | "try" | "send" | "use" | "see" | "follow" | "execute" | "enter");
    let hands_over = hands && (words.windows(2).any(is_shown) || words.last().is_some_and(points));
    if cues.has(Cues::DEICTIC) && !has_shaped(words)
        || hands_over
        || first == "the" && words.iter().take(4).skip(2).any(points)
        || speaks && words.iter().any(|word| matches!(word.as_str(), "above" | "earlier" | "previous" | "previously"))
    {
        return Some("points at the conversation");
    }
    // "To finish it I need the whole list", "before that I want to know".
    let wants = |pair: &[Word<'_>]| pair[0] == "i" && matches!(pair[1].as_str(), "need" | "want" | "wanted");
    if words.windows(2).any(wants) {
        return Some("narration");
    }
    // "That is outside of my area: I'm built for ovens": what the speaker is for.
    let is_for = |pair: &[Word<'_>]| {
        pair[0] == "i'm"
            && matches!(pair[1].as_str(), "built" | "designed" | "made" | "meant" | "trained" | "optimized")
    };
    if words.windows(2).any(is_for) {
        return Some("narration");
    }
    // A recap tells the way, not where it led.
    let second = words.get(1).map_or("", Word::as_str);
    if matches!(first, "first" | "then" | "next" | "afterwards") && matches!(second, "we" | "i" | "you") {
        return Some("narration");
    }
    // "We need to find out why": what is looked for is not known yet.
    let seeks = |word: &Word<'_>| {
        matches!(word.as_str(), "diagnose" | "investigate" | "find" | "figure" | "understand" | "debug" | "determine")
    };
    if matches!((first, second), ("we" | "i", "need" | "have")) && words.iter().skip(3).take(1).any(seeks) {
        return Some("narration");
    }
    if retells(words) {
        return Some("narration");
    }
    let told = cues.has(Cues::DONE)
        || has_shaped(words)
        || cues.has(Cues::LIMIT)
        || cues.has(Cues::CAUSE)
        || cues.has(Cues::RECOMMEND)
        || cues.has(Cues::DECISION);
    if cues.has(Cues::NARRATION) && !(told && first != "let" && !matches!(first, "now" | "i'll")) {
        return Some("narration");
    }
    // "The filter of `run.yml` only lets me in at night" tells of the filter.
    let is_of_thing = matches!(first, "the" | "this" | "your" | "a" | "an") && names_code(words);
    if words.iter().any(|word| word == "me") && !told && !is_of_thing {
        return Some("narration");
    }
    // "It burns the crust, so I'd lower the tray": what the speaker would do.
    if words.iter().any(|word| word == "i'd") && !cues.has(Cues::RECOMMEND) && !cues.has(Cues::VERDICT) {
        return Some("offer");
    }
    // "My brain (`lifecycle/main.ts`) is built to look for a number": so is the thing that stands in brackets.
    let is_own_part = || first == "my" && names_code(words) && words.iter().any(|word| is_auxiliary(word));
    if matches!(first, "i" | "i'm" | "i've" | "i'd" | "my" | "we" | "let's") && !told && !is_own_part() {
        return Some("narration");
    }
    None
}

/// Whether something is named as it is written in code.
fn names_code(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| word.contains(['/', '_']) || word.trim_end_matches('.').contains('.'))
}

/// What somebody who asks is at, as an agent that thinks aloud puts it.
static ASKING: Words = Words::new(
    "saying asking showing seeing complaining experiencing reporting referring pointing describing mentioning telling \
     requesting wondering trying getting upset frustrated confused angry right",
);

/// What a developer is asked to do; to book, to find and to see is what users of a program want.
static TASKS: Words = Words::new(
    "add adjust change create enhance fix implement improve install integrate modify polish redesign refactor remove \
     rename replace restructure rewrite update",
);

/// "The user is saying the tray is cold", "first, the user wants to mend it", "the request is to mend it": the person's own
/// words are on record.
fn retells(words: &[Word<'_>]) -> bool {
    let begins = words.iter().take_while(|word| is_filler(word) || *word == "first").count();
    let word = |at: usize| words.get(begins + at).map_or("", Word::as_str);
    let is_work = |at: usize| word(at) == "to" && TASKS.contains(word(at + 1));
    match (word(0), word(1)) {
        ("the", "user") => match word(2) {
            "is" | "seems" => ASKING.contains(word(3)) || ASKING.contains(word(4)),
            "wants" | "asked" | "needs" | "expects" => word(3) == "me" || is_work(3),
            "has" => word(4) == "issues" || word(4) == "questions" || word(4) == "problems",
            "says" | "said" | "mentioned" | "complains" | "shows" | "showed" | "asks" => true,
            "aims" | "requested" | "requests" | "reports" | "reported" | "tried" | "pasted" => true,
            "didn't" | "hasn't" => {
                [word(3), word(4)].iter().any(|said| matches!(*said, "say" | "said" | "mention" | "specify"))
            }
            _ => false,
        },
        ("the", "request" | "task") => word(2) == "is" && is_work(3),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::cue;
    use super::*;

    #[test]
    fn what_comes_next_is_cut_and_what_goes_on_is_not() {
        for (said, expected) in [
            ("The tray is too small — let me get another one.", "The tray is too small"),
            ("The oven is cold, so I'll light it now.", "The oven is cold"),
            ("Rye is out — checking the cellar.", "Rye is out — checking the cellar."),
            ("The rye bread is out — checking the cellar.", "The rye bread is out"),
        ] {
            assert_eq!(without_next_step(said), expected);
        }
        for said in [
            "Retries are capped at 3, starting with 100 ms and doubling each time.",
            "Since the oven has no clock, I'll use a timer",
            "The oven polls every 5 seconds, checking the lease before each job.",
            "The flag is off — running it twice is safe.",
            "Now that the oven has a clock, I'll set the timer.",
            "Based on the list you wrote, I'll bake rye first.",
        ] {
            assert_eq!(without_next_step(said), said);
        }
    }

    #[test]
    fn what_an_agent_is_at_is_told_from_what_it_found() {
        let about = |said: &str| {
            let words = sentence::words(said);
            is_about_itself(&words, cue::scan(&words)).is_some()
        };
        for said in [
            "Reviewing the bakery's books to see how bread is sold.",
            "Checking if the oven is warm.",
            "Okay, I will look at the oven first.",
            "Ah, my apologies for the burnt crust.",
            "Now close the oven firmly, and update its card.",
            "Now finalising the card.",
            "Now the card, the book and both ovens.",
            "Now the removal of the oven.",
            "Copy the above block exactly and paste it into the oven.",
            "Now oven.rs (the heat guard and its tests) and the routes.",
            "Next: choose rye or spelt for the rolls.",
            "Cleaning the oven, closing it when it isn't warm.",
            "To bake all of it I need the whole list, because the oven is small.",
            "First, the user wants to improve the door of the second oven.",
            "The user is getting an error when the oven starts.",
            "The user didn't explicitly say whether the tray fits.",
            "The user tried to open the second oven.",
            "The user aims to fix the tray in `oven.rs`.",
            "The request is to replace the lid.",
            "That's outside my area — I'm built for ovens.",
        ] {
            assert!(about(said), "{said}");
        }
        for said in [
            "I patched `oven.rs` so that it starts cold.",
            "I also kept the tray at 28 degrees.",
            "I've just mirrored the list to `index.html`, so the door shows it.",
            "The filter in `bake.yml` only lets me in at night.",
            "My brain (`oven/main.rs`) is built to look for a number.",
            "The user wants to see the bread before it is paid.",
            "The user wants all three trays in one oven.",
            "The task is to be run every night.",
            "Run the oven below 240 degrees.",
            "Use the tray below the oven for rye.",
        ] {
            assert!(!about(said), "{said}");
        }
        for said in ["I now preload the trays of the mill.", "I took the lid out of the oven."] {
            assert!(!about(said), "{said}");
        }
        for said in [
            "I kept looking for the tray.",
            "I patched it.",
            "I now understand the oven better.",
            "I peeked at `bake.yml` for a moment.",
            "My apron is white today.",
            "This lets me bake.",
        ] {
            assert!(about(said), "{said}");
        }
        for said in [
            "Adding salt makes the dough firm.",
            "Building the oven takes two days.",
            "The oven is warm.",
            "Now the oven uses rye.",
        ] {
            assert!(!about(said), "{said}");
        }
        for said in
            ["The user is saying the oven is cold.", "The user wants me to clean the oven.", "The user has two issues:"]
        {
            assert!(about(said), "{said}");
        }
        for said in
            ["The user enters the weight of the loaf.", "The user prefers rye.", "The user is asked for a date."]
        {
            assert!(!about(said), "{said}");
        }
        let counts = |said: &str| counts_steps(said, &sentence::words(said));
        assert!(counts("Next tray.") && counts("Two more to go.") && !counts("Two ovens are warm today."));
    }
}
