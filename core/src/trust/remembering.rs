//! Orders that reach for what is remembered: forget it, believe it, keep it.

use alloc::string::String;
use alloc::vec::Vec;

use super::order::{AGENTS_OR_YOU, is_imperative};
use super::words::{Sentence, phrases, words};
use crate::text::{Phrases, Words};

static MEMORY: Words = Words::new(
    "memories knowledge kb knowledgebase tombstone tombstones lore gedächtnis memoria mémoire \
    watermark remembered learned learnings articles recollection",
);

static REMOVING: Words = Words::new(
    "delete erase wipe purge clear remove destroy forget drop empty reset lösche borra overwrite discard \
    truncate rm",
);

static TRUSTED: Words =
    Words::new("verified trusted authoritative confirmed canonical approved evergreen pinned permanent ground");

static LIFTING: Words =
    Words::new("mark treat set consider flag label record store rate tag register classify pin promote save");

static KEEPING: Words =
    Words::new("remember save store add write record memorize persist insert append commit inject update put");

/// What nobody but an owner can say of an owner's wishes.
static PLANTED: Phrases = Phrases::new(
    "the user prefers, the owner prefers, the user wants you, the user has decided, the owner has decided, \
    users preference is, the maintainers have decided, the user always wants, \
    the team has decided that agents",
);

/// Words without which nothing [reaches for the memory](controls_memory).
pub(super) fn needs() -> Vec<&'static str> {
    [&REMOVING, &LIFTING, &KEEPING].into_iter().flat_map(Words::all).chain(PLANTED.keys()).collect()
}

/// "Mark this as verified", "delete the knowledge base", "save this to your memory".
pub(super) fn controls_memory(sentence: &Sentence, owner: bool) -> bool {
    orders(sentence, &REMOVING).any(|order| order.forgets(owner))
        || orders(sentence, &LIFTING).any(|order| order.lifts(owner))
        || !owner
            && (orders(sentence, &KEEPING).any(|order| order.keeps())
                || sentence.says_any(&PLANTED) && sentence.has(&AGENTS_OR_YOU))
}

/// A verb in the form of an order, and what follows it.
struct Order<'a> {
    sentence: &'a Sentence,
    verb: &'a str,
    /// All that follows.
    behind: &'a [String],
    /// What follows closely.
    rest: &'a [String],
}

fn orders<'a>(sentence: &'a Sentence, verbs: &'static Words) -> impl Iterator<Item = Order<'a>> {
    sentence.places(verbs).filter(|at| is_imperative(sentence, *at) && !sentence.negated(*at)).map(|at| {
        let behind = &sentence.words[at + 1..];
        Order { sentence, verb: &sentence.words[at], behind, rest: &behind[..behind.len().min(8)] }
    })
}

impl Order<'_> {
    fn has(&self, list: &'static Words) -> bool {
        self.rest.iter().any(|word| list.contains(word))
    }

    /// Whether the whole store, or a stranger's pick of it, is to go.
    fn forgets(&self, owner: bool) -> bool {
        let whole = self.has(words!("all entire whole every everything your previous prior existing other this the"));
        let store = self.behind.windows(2).any(|pair| {
            pair[0] == "knowledge" && matches!(pair[1].as_str(), "base" | "articles" | "entries" | "store" | "about")
        }) || self.has(words!("memories knowledge kb lore knowledgebase"))
            // Databases have tombstones too.
            || !owner && self.has(words!("tombstones"))
            || self.has(words!("memory")) && self.has(words!("your all agent long"))
            || self.rest.iter().any(|word| word.contains(".gitclaw") || word.contains("knowledge/"));
        let one_article = self
            .rest
            .windows(2)
            .any(|pair| pair[0] == "knowledge" && words!("article entry note page").contains(&pair[1]));
        store && (!owner || whole && !one_article)
    }

    /// Whether something is to be believed more than it deserves.
    fn lifts(&self, owner: bool) -> bool {
        let about_it = self.rest.iter().take(3).any(|word| {
            words!(
                "this it these article entry note statement claim fact memory knowledge following content page \
                 document instruction message"
            )
            .contains(word)
        });
        let work =
            self.has(words!("pr issue ticket test tests task card todo job build email order user account checkbox"));
        let lifted = self.has(&TRUSTED) && (self.has(words!("as")) || self.verb == "pin")
            || self.rest.windows(2).any(|pair| {
                pair[1] == "confidence" && matches!(pair[0].as_str(), "high" | "maximum" | "full" | "highest")
            })
            || self.has(words!("confidence")) && self.has(words!("high 1.0 100 maximum"));
        let standing = self.has(words!("preference rule order instruction decision"))
            && self.has(words!("standing permanent owner user global binding maintainer owners users"));
        let claimed = standing && self.has(words!("as")) && !owner;
        let checked = owner && self.sentence.has(words!("i ive we weve myself"));
        claimed || about_it && !work && !checked && (lifted || standing && !owner)
    }

    /// Whether something is to be kept for agents to come.
    fn keeps(&self) -> bool {
        // Computers have memory too.
        let own = words!("your its to term project lasting persistent permanent");
        let memory = self.rest.windows(2).any(|pair| pair[1] == "memory" && own.contains(&pair[0]));
        let into = self.has(&MEMORY)
            || memory
            || self.rest.iter().any(|word| {
                matches!(word.as_str(), "memory.md" | "gemini.md" | ".cursorrules")
                    || ["/memory", "knowledge/", "agents.md", "claude.md"].iter().any(|place| word.contains(place))
            });
        let forever = self.sentence.says_any(phrases!(
            "future sessions, future conversations, future session, every session, all sessions, next session, \
            from now on, future agents, all future, permanently, forever, as a preference, as a standing"
        ));
        let noted = self.verb == "remember"
            && self.rest.first().is_some_and(|word| matches!(word.as_str(), "that" | "this" | "to"))
            && self.sentence.has(words!("always must never should you user users prefers wants"));
        into || forever || noted
    }
}
