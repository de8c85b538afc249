//! What a later statement gives up by name.

use alloc::format;

use super::alternatives;
use super::common::is_whole_name;
use super::conflict::Conflict;
use super::lexicon;
use super::statement::{Statement, Token};

/// How many words a thing is named by that is dropped.
const FEW_WORDS: usize = 3;
/// How many words at the beginning of what has no verb name what it is about.
const FIRST_WORDS: usize = 2;
/// How many words before "is gone" may be what is gone.
const NEAR_SUBJECT: usize = 3;

/// What the earlier statement holds by name, the later one gives up: "X is deprecated", "we replaced X", "scrap X".
pub(super) fn dropped(a: &Statement, b: &Statement, is_shared: impl Fn(&str) -> bool) -> Option<Conflict> {
    // "We replaced X", "X is gone", "no X": both give it up.
    let gave_up = |key: &str| {
        let mut naming = a.clauses.iter().filter(|clause| clause.tokens.iter().any(|token| &*token.key == key));
        naming.any(|clause| clause.negative || clause.tokens.iter().any(|token| lexicon::gives_up(&token.key)))
    };
    // What caused something did so, whatever was done about it.
    if a.tokens().any(|token| matches!(&*token.key, "caus" | "culprit")) {
        return None;
    }
    // "We build with rollup", in small letters.
    let is_means = |token: &Token| !token.light && matches!(token.slot, "with" | "via" | "using");
    // "Differences of oven and mill" tells nothing of the mill, "mill with two stones" does.
    let is_fragment = !a.tokens().any(|token| token.verb || token.subject);
    let is_told_in_passing = |key: &str| is_fragment && !a.tokens().take(FIRST_WORDS).any(|token| &*token.key == key);
    let holds = |token: &Token| {
        !token.scope
            && is_shared(&token.key)
            && !is_told_in_passing(&token.key)
            && !gave_up(&token.key)
            && (token.name
                || alternatives::has_alternatives(&token.key)
                || a.tokens().any(|t| t.key == token.key && (t.name || t.verb || is_means(t))))
            // "Lighter than Webpack" is about something else.
            && !a.tokens().any(|t| t.key == token.key && t.slot == "than")
    };
    for clause in &b.clauses {
        // "So no Redis."
        if let ([name] | [name, _], true, true) = (clause.tokens.as_slice(), clause.negative, clause.open_subject)
            && name.name
            // "A toggle, a link, “no API” in the header": among other things it says how something is.
            && (b.clauses.len() == 1 || b.change.is_some())
            && holds(name)
            && is_whole_name(clause, name, a)
        {
            return Conflict::new(format!("the later one gives up “{}”", name.word));
        }
        // "X got too expensive, we use Y", "the X one is frozen".
        let is_aside = clause.tokens.iter().any(|token| !token.subject && lexicon::sets_aside(&token.key));
        let taken = |name: &Token| a.tokens().any(|token| token.key == name.key && !token.subject);
        let brings = || {
            let is_new = |token: &Token| token.name || !clause.tokens.contains(token);
            b.tokens().any(|token| is_new(token) && !token.light && !token.verb && !a.has(&token.key))
        };
        if is_aside
            && let Some(name) = clause.tokens.iter().find(|token| token.subject && holds(token) && taken(token))
            && (brings() || clause.regrets())
        {
            return Conflict::new(format!("the later one sets aside “{}”", name.word));
        }
        // "No need to delete the trays", "old trays are never removed": nothing goes.
        let Some(at) = clause.gives_up_at().filter(|_| !clause.denied) else { continue };
        let (before, behind) = clause.tokens.split_at(at);
        // "You can remove the tray": nobody has, or says that they will.
        if matches!(behind[0].slot, "can" | "could" | "may" | "might") && behind.len() > 1 {
            continue;
        }
        // "It mends the loaf by removing crumbs" tells how.
        if behind[0].word.ends_with("ing")
            && at == 0
            && !b.clauses.first().is_some_and(|first| core::ptr::eq(first, clause))
        {
            continue;
        }
        // The subject of "is deprecated", or what "replaced" and "scrap" take.
        let passive = &*clause.tokens[at].key == "gone"
            || clause.is_off_at(at)
            // "The banner removed, the footer mended": a report without its auxiliary.
            // "Prices dropped" by themselves.
            || at > 0
                && behind[0].word.ends_with("ed")
                && (&*behind[0].word != "dropped" || behind.len() > 1)
                && behind.get(1).is_none_or(|next| next.slot == "in" && next.word.starts_with("favo"))
                && before.iter().all(|token| token.subject)
            // "Was dropping 300 an hour" tells what it did.
            || matches!(&*behind[0].word, word if !word.ends_with("ing") || matches!(word, "going" | "leaving"))
                && matches!(
                    clause.tokens[at].slot,
                    "is" | "are" | "was" | "were" | "been" | "be" | "got" | "can" | "may" | "must" | "should"
                );
        // "We drop X", "Y replaces X", not "the system kills X" and not "removes the line", which a program does.
        let replaces = matches!(&*clause.tokens[at].key, "replac" | "supersed");
        let is_told_of = at == 0 && clause.tokens[at].word.len() > 4 && clause.tokens[at].word.ends_with('s');
        let decides = replaces || !is_told_of && (clause.open_subject || at == 0);
        // "Prepare a list of deprecated APIs" gives up nothing.
        // Nor does "calls the delete endpoint".
        let is_done = clause.tokens[at].verb
            || at == 0
            || clause.tokens[at].slot.is_empty() && !before.iter().any(|token| token.verb)
            || clause.tokens[at].slot == "and" && clause.tokens[at].word.ends_with("ed");
        // "We move to X, Y goes" names Y behind another verb.
        let goes = &*clause.tokens[at].word == "goes";
        // "The fetch at the start of X is removed" leaves X.
        let is_told_of =
            |token: &Token| !matches!(token.slot, "of" | "at" | "in" | "on" | "from" | "for" | "to" | "by");
        let is_thing = |token: &Token| {
            let is_name = || token.name || a.tokens().any(|other| other.name && other.key == token.key);
            (token.subject || goes) && is_told_of(token) && (is_name() || !lexicon::is_verb(&token.key))
        };
        // "X data is deleted" gives up no X, "the X plugin is deleted" does.
        // Nor does "the X mechanic is gone", where only X was told of.
        let is_all = |token: &&Token| {
            let between = before.iter().skip_while(|other| other != token).skip(1).filter(|token| token.subject);
            let mut others = between.filter(|token| !a.has(&token.key)).peekable();
            let is_part = |token: &Token| !(token.name || lexicon::stands_for_whole(&token.key));
            others.peek().is_none() || !others.any(is_part)
        };
        // "The deposit of new clients was abolished": what is not named is told by two words.
        let n_common = before.iter().filter(|token| token.tells_topic() && is_shared(&token.key)).count();
        let is_told = |token: &Token| {
            n_common >= 2 && !token.scope && token.tells_topic() && is_shared(&token.key) && !gave_up(&token.key)
        };
        // "Drop telegram": who writes no capitals names things all the same, and says nothing else.
        let is_plain = |token: &Token| {
            let things = &behind[1..];
            lexicon::drops(&clause.tokens[at].key)
                && things.len() <= FEW_WORDS
                && !gave_up(&token.key)
                && things.iter().any(Token::tells_topic)
                && things.iter().all(|thing| !thing.scope && (thing.light || is_shared(&thing.key)))
        };
        // "Removed the oven display logic" gives up no oven, "dropped the oven plugin" does.
        let is_whole_thing = |things: &[Token]| {
            let named = things.iter().enumerate().take_while(|(at, token)| *at == 0 || token.slot.is_empty());
            let head = named.map(|(_, token)| token).last();
            head.is_none_or(|head| head.name || head.verb || a.has(&head.key) || lexicon::stands_for_whole(&head.key))
        };
        // "Take out jQuery from the shop" leaves it in the till, "leave out names in the log" all other names.
        let is_place = |token: &Token| matches!(token.slot, "in" | "on") && !matches!(&*token.word, "favor" | "favour");
        let is_elsewhere = behind[1..].iter().any(|token| {
            let is_other = !token.light && !a.has(&token.key);
            is_other && (is_place(token) || token.slot == "from" && a.tokens().any(|t| !t.subject && is_place(t)))
        });
        // "Adze was replaced by logestic": whatever it is, it was there.
        let is_replaced = |token: &Token| {
            replaces && token.tells_topic() && !token.scope && is_shared(&token.key) && !gave_up(&token.key)
        };
        // "Removed the accent border of the playhead": so is what two words name.
        let is_named_twice = || {
            // "We threw out the old oven and bake in the new one".
            let n_things = behind[1..].iter().take_while(|token| token.slot != "and").count();
            let things = &behind[1..=n_things];
            let named = || things.iter().filter(|token| token.tells_topic());
            named().count() >= 2
                && named().all(|token| is_shared(&token.key))
                && is_whole_thing(things)
                && !things.iter().any(|token| token.scope)
        };
        let given_up = match () {
            () if passive => before
                .iter()
                .rev()
                .take(NEAR_SUBJECT)
                .find(|token| is_thing(token) && (holds(token) || is_told(token) || is_replaced(token)))
                .filter(is_all),
            () if decides && is_done && !is_elsewhere => {
                // "Replaced the X grammar by a parser written by hand", where X was told of as making the parser.
                let is_by_another =
                    || replaces && b.tokens().filter(|token| token.tells_topic() && is_shared(&token.key)).count() >= 2;
                let is_whole = is_whole_thing(&behind[1..]) || is_by_another();
                behind.get(1).filter(|token| {
                    is_whole && (holds(token) || is_replaced(token) && !is_told_in_passing(&token.key))
                        || is_plain(token)
                        || is_named_twice()
                })
            }
            () => None,
        };
        // "Replace current", "remove all deprecated methods": which of them, not what.
        let is_which = |token: &&Token| matches!(&*token.key, "current" | "deprec" | "exist" | "legaci" | "unus");
        // "Removed the `trays/` folder": whoever wrote of a tray and of a folder meant others.
        let is_same_name = |token: &&Token| {
            !token.name || a.tokens().any(|other| other.key == token.key && (other.name || other.word == token.word))
        };
        let is_it = |token: &&Token| is_whole_name(clause, token, a) && !is_which(token) && is_same_name(token);
        if let Some(token) = given_up.filter(is_it) {
            return Conflict::new(format!("the later one gives up “{}”", token.word));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::clause::analyse;
    use super::super::glossary::Glossary;
    use super::*;

    #[test]
    fn a_folder_is_given_up_by_its_own_name() {
        let is_given_up = |told: &str| {
            let mut words = Glossary::default();
            let (a, b) =
                (analyse(told, &mut words), analyse("Removed the `trays/` folder from all shops.", &mut words));
            dropped(&a, &b, |key| a.is_about(key) && b.is_about(key)).is_some()
        };
        assert!(is_given_up("Lists are kept in the trays folder."));
        assert!(!is_given_up("Large loaves go on a tray, and their list into a folder."));
    }
}
