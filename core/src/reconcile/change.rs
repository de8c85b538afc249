//! What a later statement itself says has changed: a value it moves on from, a name it gives up, a new state.

use alloc::format;
use alloc::vec::Vec;

use super::alternatives;
use super::amount::nearly_equal;
use super::common::{keys, scopes_differ, subjects_differ, verb};
use super::conflict::Conflict;
use super::cue::{LEFT, exchanges};
use super::dropped::dropped;
use super::glossary::Key;
use super::lexicon;
use super::number::is_whole;
use super::piece::{CLOCK, DATE};
use super::statement::{Clause, Quantity, Statement, Token, Transition};
use crate::text::{Words, stem};

/// What the later statement itself says of the earlier one, wherever the two stand: the value that it moves on from, or
/// the name that it gives up.
pub(super) fn told_change(a: &Statement, b: &Statement) -> Option<Conflict> {
    let is_shared = |key: &str| a.is_about(key) && b.is_about(key);
    moved_on(a, b)
        .or_else(|| was_before(a, b))
        .or_else(|| dropped(a, b, is_shared))
        .or_else(|| exchanged_where(a, b, |_| true))
        .or_else(|| set_aside(a, b))
        .or_else(|| done_by_another(a, b))
        .or_else(|| renamed(a, b))
        .or_else(|| other_default(a, b))
        .or_else(|| unlimited(a, b))
}

/// "Profile: fast (was: silent)": the later statement names the value that the earlier one tells of the same.
pub(super) fn was_before(a: &Statement, b: &Statement) -> Option<Conflict> {
    let was = b.tokens().find(|token| token.slot == "was" && !token.subject && !token.light && a.has(&token.key))?;
    let is_field = b.fields.iter().any(|(name, old)| name == "was" && *old == *was.key);
    let is_same = b.tokens().any(|token| token.subject && token.tells_topic() && a.is_about(&token.key));
    let is_new = b.tokens().any(|token| !token.light && !a.has(&token.key));
    (is_field && is_same && is_new).then(|| Conflict::new(format!("it was “{}” before", was.word)))?
}

/// "3 hints are free", "hints are unlimited": what was counted has no limit any more.
pub(super) fn unlimited(a: &Statement, b: &Statement) -> Option<Conflict> {
    let clause = b.clauses.iter().find(|clause| {
        let is_free = |token: &Token| lexicon::is_unlimited(&token.key) && !token.subject;
        !clause.negative && clause.tokens.iter().any(is_free)
    })?;
    let thing = clause.tokens.iter().find(|token| token.subject && token.tells_topic())?;
    let is_counted =
        |quantity: &Quantity| quantity.dimension.is_empty() && quantity.of.first().is_some_and(|of| *of == *thing.key);
    // "The stack of trays is limited to 50", "trays are unlimited".
    let is_limited =
        || a.tokens().any(|token| &*token.key == "limit") && a.tokens().any(|t| t.subject && t.key == thing.key);
    let is_meant = |quantity: &&Quantity| !quantity.supposed && (is_counted(quantity) || is_limited());
    let counted = a.quantities.iter().find(is_meant)?;
    Conflict::new(format!("“{}” are {} in one and without limit in the other", thing.word, counted.written))
}

/// "The project is called X", "the project is now Y".
pub(super) fn renamed(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref().filter(|_| !b.additive)?;
    let subject = |clause: &Clause| keys(clause, |token| token.subject && &*token.key != "name").join(" ");
    let is_called = |clause: &Clause| verb(clause).is_some_and(|verb| matches!(verb, "call" | "name" | "renam"));
    let name = |clause: &Clause, is_it: &dyn Fn(&Token) -> bool| {
        clause.tokens.iter().find(|token| token.name && !token.subject && is_it(token)).cloned()
    };
    a.clauses.iter().filter(|clause| is_called(clause) && !clause.negative).find_map(|was| {
        let old = name(was, &|_| true)?;
        let is_new =
            |token: &Token| token.key != old.key && !token.scope && alternatives::class_of(&token.word).is_none();
        let now = b.clauses.iter().filter(|clause| !clause.negative && subject(clause) == subject(was));
        let mut now = now.filter_map(|clause| {
            let tells = |token: &Token| is_new(token) && (is_called(clause) || matches!(token.slot, "is" | "now"));
            name(clause, &tells)
        });
        let new = now.next().filter(|_| !subject(was).is_empty())?;
        Conflict::new(format!("“{}” is called “{}” now", old.word, new.word))
    })
}

/// "Wishes are hard limits", "wishes have become soft limits".
pub(super) fn became(a: &Statement, b: &Statement) -> Option<Conflict> {
    let names = |token: &Token| token.subject && !token.light;
    let told = |clause: &Clause, other: &Statement| {
        let mut tokens = clause.tokens.iter().filter(|token| !token.subject && !token.verb && !token.light);
        tokens.any(|token| !other.has(&token.key))
    };
    let becomes = |clause: &&Clause| verb(clause) == Some("becom") && !clause.negative;
    let new = b.clauses.iter().find(becomes)?;
    let was = |clause: &&Clause| {
        let of = keys(clause, names);
        let is_state = clause.tokens.iter().any(|token| !token.subject && matches!(token.slot, "is" | "are"));
        !of.is_empty()
            && of.iter().all(|key| keys(new, names).contains(key))
            && is_state
            && told(clause, b)
            && told(new, a)
    };
    let old = a.clauses.iter().find(was)?;
    let thing = old.tokens.iter().find(|token| token.subject)?;
    Conflict::new(format!("“{}” became something else", thing.word))
}

/// Verbs by which a day is put off; stems.
static PUTS_OFF: Words = Words::new("delai delay postpon push resched slip");

/// "The release is planned for May 3", "the release is postponed to autumn".
pub(super) fn put_off(a: &Statement, b: &Statement) -> Option<Conflict> {
    let is_due = a.quantities.iter().any(|quantity| quantity.dimension == DATE)
        || a.tokens().any(|token| matches!(&*token.key, "plan" | "schedul"));
    let puts = |clause: &&Clause| {
        !clause.conditional && clause.tokens.iter().any(|token| !token.subject && PUTS_OFF.contains(&token.key))
    };
    let clause = b.clauses.iter().find(puts).filter(|_| is_due && !b.additive)?;
    let thing = clause.tokens.iter().find(|token| {
        token.subject && token.tells_topic() && a.tokens().any(|other| other.subject && other.key == token.key)
    })?;
    Conflict::new(format!("the later one puts off “{}”", thing.word))
}

/// "It prints JSON by default", "a table is the default now".
pub(super) fn other_default(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref()?;
    let is_default = |token: &Token| &*token.key == "default";
    let old = a.tokens().find(|token| token.name && !token.subject && !token.rejected && b.has(&token.key));
    let old = old.filter(|_| a.tokens().any(is_default))?;
    let is_set = |clause: &&Clause| {
        clause.tokens.iter().any(|token| is_default(token) && !token.subject && matches!(token.slot, "is" | "the"))
    };
    let new = b.clauses.iter().filter(is_set).find_map(|clause| clause.tokens.iter().find(|token| token.subject))?;
    let text = format!("the default is “{}” in one and “{}” in the other", old.word, new.word);
    (new.key != old.key && !a.has(&new.key)).then(|| Conflict::new(text))?
}

/// "Changes of the schema are reviewed by Ann", "reviews of the schema are done by Bob from now on".
pub(super) fn done_by_another(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref()?;
    let (x, y) = (a.doer()?, b.doer()?);
    let n_shared = a.tokens().filter(|token| !token.light && b.has(&token.key)).count();
    let is_denied = |statement: &Statement| statement.clauses.iter().any(|clause| clause.negative);
    if x.key == y.key || b.additive || is_denied(a) || is_denied(b) || n_shared < 2 {
        return None;
    }
    Conflict::new(format!("it is done by “{}” in one and by “{}” in the other", x.word, y.word))
}

/// "We use X instead of Y": the later statement takes something else than what the earlier one holds by name.
pub(super) fn set_aside(a: &Statement, b: &Statement) -> Option<Conflict> {
    b.change.as_ref().filter(|change| exchanges(change) || change.as_str() == LEFT)?;
    let holds = |left: &Token| {
        let mut naming = a.clauses.iter().filter(|clause| !clause.negative);
        // "Run the tests" holds no field called "runs".
        let is_it = |token: &Token| token.key == left.key && (!left.name || token.name || token.word == left.word);
        // "It means something for two orders to meet" is not about orders.
        naming.any(|clause| clause.tokens.iter().any(|token| is_it(token) && !token.rejected && !token.condition))
    };
    b.clauses.iter().find_map(|clause| {
        let mut left =
            clause.tokens.iter().skip_while(|token| !token.rejected || token.light || exchanges(&token.word));
        // "Instead of in the shop, …" compares two cases.
        let first = left.next().filter(|first| !matches!(first.slot, "in" | "on" | "at" | "when"))?;
        // "Give it 3 V instead of 5v" is about a value of something.
        if first.word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        // Who weighed both before has not held to one of them.
        let taken = clause.tokens.iter().take_while(|token| !core::ptr::eq(*token, first));
        let taken = taken.filter(|token| token.tells_topic() && !token.rejected && !exchanges(&token.word)).last();
        // "A steel tray instead of wood", where a wood tray was told of: both are trays.
        let is_kind = |head: &Token| {
            let mut pairs = a.clauses.iter().flat_map(|clause| clause.tokens.windows(2));
            pairs.any(|pair| pair[0].key == first.key && pair[1].key == head.key && pair[1].slot.is_empty())
        };
        if taken.is_some_and(|token| a.has(&token.key) && !token.subject && !is_kind(token)) {
            return None;
        }
        // "Instead of Google Sheets from May on" is about the two words before "from".
        let rest = left.take_while(|token| token.rejected && token.slot.is_empty());
        let name: Vec<&Token> = core::iter::once(first).chain(rest).collect();
        let is_name = |word: &Token| word.name || a.tokens().any(|token| token.name && token.key == word.key);
        let is_named = name.len() > 1 || name.iter().any(|word| is_name(word));
        (is_named && name.iter().all(|word| holds(word)))
            .then(|| Conflict::new(format!("the later one sets “{}” aside", first.word)))?
    })
}

/// Whether both tell one value of a kind, with a unit or a date, and not the same one. Of several in the later statement
/// the one counts that stands with words of the earlier one: "seams are 10 mm now, and the hem is 30 as before".
pub(super) fn measures_again(a: &Statement, b: &Statement) -> bool {
    let values = |statement: &Statement, dimension: &str| -> Vec<(f64, usize)> {
        let told = statement.quantities.iter().filter(|quantity| quantity.dimension == dimension && !quantity.supposed);
        told.map(|quantity| (quantity.value, quantity.clause)).collect()
    };
    let is_meant = |clause: usize| {
        let tokens = b.clauses.get(clause).map_or(&[][..], |clause| clause.tokens.as_slice());
        tokens.iter().any(|token| token.tells_topic() && a.is_about(&token.key))
    };
    let dimensions = a.quantities.iter().map(|quantity| quantity.dimension).filter(|dimension| !dimension.is_empty());
    dimensions.into_iter().any(|dimension| {
        let [(old, _)] = values(a, dimension)[..] else { return false };
        let mut news = values(b, dimension);
        if news.len() > 1 {
            news.retain(|(_, clause)| is_meant(*clause));
        }
        matches!(news[..], [(new, _)] if !nearly_equal(old, new))
    })
}

/// Whether the later statement names the earlier one's value as the old one, and the value is no everyday number.
pub(super) fn moves_on(a: &Statement, b: &Statement) -> bool {
    left_by(a, b, |step| !is_whole(step.old) || step.old.abs() >= 10.0 || !lexicon::dimension_of(&step.unit).is_empty())
        .is_some()
}

/// The later statement names the earlier one's value as the old one.
pub(super) fn moved_on(a: &Statement, b: &Statement) -> Option<Conflict> {
    left_by(a, b, |_| true)
}

/// The step of the later statement, of those that count, by which it leaves a value of the earlier one.
fn left_by(a: &Statement, b: &Statement, counts: impl Fn(&Transition) -> bool) -> Option<Conflict> {
    b.transitions.iter().filter(|step| counts(step)).find_map(|step| {
        let left = |q: &Quantity| a.transitions.iter().any(|earlier| nearly_equal(earlier.old, q.value));
        let telling = !is_whole(step.old) || step.old >= 10.0 || !step.unit.is_empty();
        let named = |q: &Quantity| {
            let dimension = match step.unit.as_str() {
                unit @ (DATE | CLOCK) => unit,
                unit => lexicon::dimension_of(unit),
            };
            step.unit.is_empty()
                || a.tokens().any(|token| *token.word == *step.unit)
                || !dimension.is_empty() && dimension == q.dimension
                // "Every 60 seconds", "60 s is too often".
                || dimension == "time" && q.dimension == "period"
        };
        // "Lockers are 40 cm wide", "40 is history".
        let is_it =
            |q: &Quantity| nearly_equal(q.value, step.old) || step.unit.is_empty() && nearly_equal(q.written, step.old);
        // "Heat 520 → 380" leaves the speed of 520 beside the heat.
        let label = b.quantities.iter().find(|q| nearly_equal(q.value, step.old)).and_then(|q| q.label.as_ref());
        let is_other = |q: &Quantity| {
            label.is_some_and(|label| q.label.as_ref().is_some_and(|theirs| theirs != label) && a.has(label))
        };
        let held = a.quantities.iter().any(|q| is_it(q) && !left(q) && named(q) && !is_other(q));
        // It tells the new value too.
        let is_known = |new: f64| a.quantities.iter().any(|q| nearly_equal(q.written, new));
        let repeated = a.transitions.iter().any(|earlier| earlier.told == step.told) || step.new.is_some_and(is_known);
        (telling && held && !repeated).then(|| Conflict { text: step.told.clone(), measured: true, is_weak: false })
    })
}

/// What was not there yet has come.
pub(super) fn arrived(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    // "We wait for X" lacks it as much as "there is no X".
    let waits = |clause: &Clause| clause.open_subject && verb(clause) == Some("wait");
    let lacks =
        |clause: &Clause| clause.negative && (clause.denied || clause.tokens.iter().any(|token| is_lack(&token.key)));
    let missing = a.clauses.first().filter(|clause| (lacks(clause) || waits(clause)) && a.clauses.len() == 1)?;
    // "It got support for X".
    let is_given = |clause: &Clause| {
        clause.tokens.iter().any(|token| matches!(&*token.word, "got" | "gained" | "gets"))
            && clause.tokens.iter().any(|token| &*token.key == "support")
    };
    let brings = |clause: &Clause| {
        is_given(clause)
            || clause.tokens.iter().any(|token| lexicon::arrives(&token.key) && (token.verb || is_done(token)))
    };
    let come = b.clauses.iter().any(|clause| !clause.negative && brings(clause) && !scopes_differ(missing, clause));
    let is_thing = |token: &&Token| token.subject || waits(missing) && !token.verb && !token.light;
    let subject: Vec<&Token> = missing.tokens.iter().filter(is_thing).collect();
    let is_same = |things: &[&Token]| !things.is_empty() && things.iter().all(|token| shared.contains(&&*token.key));
    // "The oven doesn't support steam", "steam is implemented": so is what is lacked by name.
    let lacked = || -> Vec<&Token> {
        let objects = missing.tokens.iter().skip(missing.negated_from);
        objects.filter(|token| !token.subject && !token.verb && !token.light).collect()
    };
    let is_lacked = || {
        let lacked = lacked();
        missing.tokens.iter().any(|token| token.verb && &*token.key == "support")
            && is_same(&lacked)
            && lacked.iter().any(|token| token.name)
    };
    let same = is_same(&subject) || is_lacked();
    if come && same { Conflict::new("what was missing is there now".into()) } else { None }
}

/// Whether the word says that a thing is not there.
fn is_lack(stem: &str) -> bool {
    matches!(stem, "lack" | "miss" | "absent" | "unavail" | "unsupport")
}

/// "Have been implemented".
fn is_done(token: &Token) -> bool {
    matches!(token.slot, "been" | "is" | "are" | "was" | "were") && token.word.ends_with("ed")
}

/// Verbs that undo an end; stems.
static RESTORES: Words = Words::new("restor reinstat reintroduc reenabl resurrect reviv readd");

/// "We removed X", "bring X back": what was given up is there again.
pub(super) fn restored(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let gave_up = a.clauses.iter().find(|clause| clause.gives_up_at().is_some())?;
    let brings = |clause: &Clause| {
        let has = |test: fn(&str) -> bool| clause.tokens.iter().any(|token| test(&token.key));
        let is_back = has(|key| key == "back") && has(|key| matches!(key, "bring" | "put" | "add" | "want" | "get"));
        clause.gives_up_at().is_none() && (is_back || has(|key| RESTORES.contains(key)))
    };
    if !b.clauses.iter().any(brings) {
        return None;
    }
    let is_it = |token: &&Token| token.tells_topic() && shared.contains(&&*token.key);
    let things: Vec<&Token> = gave_up.tokens.iter().filter(is_it).collect();
    let thing = things.iter().find(|token| token.name).or_else(|| things.first())?;
    (thing.name || things.len() > 1).then(|| Conflict::new(format!("“{}” is there again", thing.word)))?
}

/// Verbs for what is made into something else; stems.
static TURNS: Words = Words::new("fix chang convert turn renam rewrit transform");

/// "Relicensed from X to Y": the later statement names the earlier one's value as the one it goes from.
pub(super) fn exchanged(a: &Statement, b: &Statement) -> Option<Conflict> {
    // What is renamed is known by its name.
    let is_renamed = b.change.as_deref().is_some_and(|change| change.starts_with("renam"));
    exchanged_where(a, b, |clause| {
        is_renamed || a.clauses.iter().any(|earlier| !subjects_differ(earlier, clause, a, b))
    })
}

/// The same in a clause of which something is known.
fn exchanged_where(a: &Statement, b: &Statement, is_meant: impl Fn(&Clause) -> bool) -> Option<Conflict> {
    b.clauses.iter().filter(|clause| is_meant(clause)).find_map(|clause| {
        // "Fix every X into Y": what is changed so is no longer X.
        let is_turned = clause.tokens.first().is_some_and(|token| TURNS.contains(&token.key))
            && clause.tokens.iter().any(|token| token.slot == "into" && token.name);
        if b.change.is_none() && !is_turned {
            return None;
        }
        // "From Code 128" leaves no code base.
        let is_named = |key: &Key| {
            let mut words = a.clauses.iter().flat_map(|clause| {
                core::iter::once(None).chain(clause.tokens.iter().map(Some)).zip(clause.tokens.iter())
            });
            // Nor does "moved out of sections" leave the "Hero Section".
            let is_part = |before: Option<&Token>, token: &Token| {
                token.slot.is_empty() && before.is_some_and(|before| before.name && !before.verb)
            };
            words.any(|(before, token)| token.name && token.key == *key && !is_part(before, token))
        };
        let leaves = |at: usize, token: &Token| {
            // "Switch X to Y", "renamed the folder X to Y": as good as from X.
            let is_object = || {
                let mut before = clause.tokens[..at].iter().rev().take_while(|token| !token.name);
                let switches = |verb: &Token| lexicon::switches(&verb.key) && (verb.verb || verb.slot.is_empty());
                // "Renamed: X to Y".
                let is_led = || at == 0 && b.change.as_deref().is_some_and(|change| lexicon::switches(&stem(change)));
                token.slot.is_empty() && (before.any(switches) || is_led())
            };
            let is_left = token.slot == "from" || is_turned && token.slot != "into" || is_object();
            is_left && token.name && is_named(&token.key)
        };
        let at = clause.tokens.iter().enumerate().position(|(at, token)| leaves(at, token))?;
        // "Switched the Acme oven to gas" leaves no Acme, and "`Tray.size` from `Int` to `Float`" no other `Int`.
        let is_part = clause.tokens.get(at + 1).is_some_and(|next| {
            next.slot.is_empty() && !next.name && !next.verb && !next.light && !lexicon::stands_for_whole(&next.key)
        });
        let is_of_another = || {
            let named = |token: &Token| token.name && !token.verb && !a.has(&token.key);
            clause.tokens[at].slot == "from" && clause.tokens[..at].iter().any(named)
        };
        if is_part || is_of_another() || b.tokens().any(|token| &*token.key == "revert") {
            return None;
        }
        // "Changed the oven to bake twice" makes no other thing of it.
        let is_deed = |token: &Token| !token.name && lexicon::is_verb(&token.key);
        let is_new = |token: &&Token| matches!(token.slot, "to" | "into") && !a.has(&token.key) && !is_deed(token);
        // "To F4 from F2", "to using F4 from F2".
        let before = || {
            let to = clause.tokens[..at].iter().position(|token| token.slot == "to")?;
            clause.tokens[to..at].iter().find(|token| token.name && !a.has(&token.key))
        };
        let to = clause.tokens[at..].iter().find(is_new).or_else(before)?;
        Conflict::new(format!("“{}” became “{}”", clause.tokens[at].word, to.word))
    })
}

/// The later statement says that the state is new, and brings another value for the same subject.
pub(super) fn announced_change(a: &Statement, b: &Statement, shared: &[&str]) -> Option<Conflict> {
    let change = b.change.as_deref()?;
    let is_case = b.clauses.iter().any(|clause| clause.conditional);
    if b.additive || is_case || shared.len() < 2 && !moves(change, a, b, shared) && !both_wish(a, b) {
        return None;
    }
    let adds_only = b.tokens().any(|token| token.verb && lexicon::takes_many(&token.key));
    if both_order(a, b) || b.tokens().any(|token| matches!(&*token.key, "readi" | "ready")) {
        return None;
    }
    // "Green, not blue", "green instead of blue": both set the same aside.
    let is_aside = |token: &Token| a.tokens().any(|other| other.rejected && other.key == token.key);
    if b.tokens().any(|token| token.rejected && is_aside(token)) {
        return None;
    }
    // Who changes their mind, not what others do with the thing.
    let is_theirs =
        || change.starts_with("chang") && b.tokens().any(|token| &*token.word == "mind") && both_named(a, b);
    // "We do it after all" takes back what was told before.
    let new_value = change == "all"
        || is_theirs()
        || b.tokens().any(|token| token.name && !a.has(&token.key))
        || moves(change, a, b, shared);
    let old_value = a.tokens().any(|token| token.name || token.verb);
    let subject_shared = a
        .clauses
        .iter()
        .any(|clause| clause.open_subject || clause.tokens.iter().any(|t| t.subject && shared.contains(&&*t.key)));
    if adds_only || !new_value || !old_value || !subject_shared {
        return None;
    }
    let named: Vec<&str> = shared.iter().map(|key| b.word_of(key)).collect();
    let text = format!("the later one tells a new state of “{}”", named.join(" "));
    Some(Conflict { text, measured: false, is_weak: true })
}

/// Whether the same word is said to do something in both.
fn both_named(a: &Statement, b: &Statement) -> bool {
    a.tokens().any(|token| token.subject && b.tokens().any(|other| other.subject && other.key == token.key))
}

/// Whether both ask for work of one kind, on two things: "refactor the oven", "refactor the scale to weigh in grams".
fn both_order(a: &Statement, b: &Statement) -> bool {
    let order = |statement: &Statement| {
        let mut tokens = statement.clauses.iter().flat_map(|clause| &clause.tokens);
        let first = tokens.next().filter(|token| lexicon::is_work(&token.key))?.key.clone();
        Some((first, tokens.next()?.key.clone()))
    };
    matches!((order(a), order(b)), (Some((work_a, on_a)), Some((work_b, on_b))) if work_a == work_b && on_a != on_b)
}

/// Whether both tell what somebody would have: "Kim wants X", "Kim prefers Y".
fn both_wish(a: &Statement, b: &Statement) -> bool {
    let wishes = |statement: &Statement| {
        let wish =
            |token: &Token| !token.subject && matches!(&*token.key, "want" | "prefer" | "favour" | "favor" | "choos");
        statement.tokens().any(wish)
    };
    wishes(a) && wishes(b)
}

/// The later statement says since when, and tells another thing of the same: "is written by hand", "is generated with
/// X since May".
pub(super) fn renewed(a: &Statement, b: &Statement) -> Option<Conflict> {
    let change = b.change.as_deref()?;
    let is_time = matches!(change, "now" | "since" | "from" | "days" | "on" | "of" | "all" | "instead" | "nowadays");
    if !is_time || b.additive {
        return None;
    }
    // What it is told of the subject: where it is, by what means it is done, what it is called.
    let told = |clause: &Clause, other: &Statement| {
        let fills = |token: &Token| {
            lexicon::is_placing(token.slot) || token.slot == "per" || token.name && matches!(token.slot, "is" | "are")
        };
        let is_new = |token: &&Token| !token.subject && !token.verb && !token.light && !other.has(&token.key);
        clause.tokens.iter().filter(is_new).find(|token| fills(token)).cloned()
    };
    let is_like = |x: &Clause, y: &Clause| {
        let (Some(was), Some(is)) = (told(x, b), told(y, a)) else { return false };
        let (verb_x, verb_y) = (verb(x), verb(y));
        let rests = |verb: Option<&str>| verb.is_none_or(lexicon::places);
        let by_means = || lexicon::same_placing(is.slot, "with");
        match () {
            () if was.slot == is.slot
                || was.slot != "on" && is.slot != "on" && lexicon::same_placing(was.slot, is.slot) =>
            {
                verb_x == verb_y || rests(verb_x) && rests(verb_y) || by_means()
            }
            () => matches!(was.slot, "is" | "are") && rests(verb_y),
        }
    };
    let holds = |clause: &&Clause| !clause.negative && !clause.conditional;
    let names = |token: &Token| token.subject && !token.light && &*token.key != "name";
    a.clauses.iter().filter(holds).find_map(|x| {
        let is_renewed = |y: &&Clause| {
            let (of_x, of_y) = (keys(x, names), keys(y, names));
            let is_same = of_x.iter().all(|key| of_y.contains(key)) || of_y.iter().all(|key| of_x.contains(key));
            is_same && !of_x.is_empty() && !of_y.is_empty() && of_x.len().abs_diff(of_y.len()) < 2 && is_like(x, y)
        };
        let y = b.clauses.iter().filter(holds).find(is_renewed)?;
        let named: Vec<&str> = keys(y, names).into_iter().map(|key| b.word_of(key)).collect();
        let text = format!("the later one tells a new state of “{}”", named.join(" "));
        Some(Conflict { text, measured: false, is_weak: true })
    })
}

/// Whether the later statement moves, renames or replaces what the earlier one gives a place or a name:
/// "runs in X", "moved to Y".
fn moves(change: &str, a: &Statement, b: &Statement, shared: &[&str]) -> bool {
    // "Lives in the cellar": whatever moves, stood somewhere.
    let rests =
        a.tokens().any(|token| token.verb && lexicon::places(&token.key)) || !a.tokens().any(|token| token.verb);
    let placed = |statement: &Statement, slots: &[&str], other: &Statement| {
        let is_thing = |token: &Token| {
            token.name || !token.light && (matches!(token.slot, "on" | "to" | "into") || rests && token.slot == "in")
        };
        statement
            .tokens()
            .any(|token| is_thing(token) && !token.subject && slots.contains(&token.slot) && !other.has(&token.key))
    };
    lexicon::is_move(change)
        && !shared.is_empty()
        && placed(a, &["in", "on", "at", "from", "with", "is"], b)
        && placed(b, &["to", "into", "with", "by", "on"], a)
}
