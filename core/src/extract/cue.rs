//! Words and phrases that tell the mood of a sentence, found in one pass over its words.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::sentence::Word;
use crate::text::{Table, hash};

/// A set of cues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Cues(u32);

impl Cues {
    pub(super) const NARRATION: Cues = Cues(1);
    pub(super) const OFFER: Cues = Cues(1 << 1);
    pub(super) const HYPOTHETICAL: Cues = Cues(1 << 2);
    pub(super) const LIMIT: Cues = Cues(1 << 3);
    pub(super) const DONE: Cues = Cues(1 << 4);
    pub(super) const CAUSE: Cues = Cues(1 << 5);
    pub(super) const DECISION: Cues = Cues(1 << 6);
    pub(super) const STANDING: Cues = Cues(1 << 7);
    pub(super) const VERDICT: Cues = Cues(1 << 8);
    pub(super) const OPTION: Cues = Cues(1 << 9);
    pub(super) const DEICTIC: Cues = Cues(1 << 10);
    pub(super) const LESSON: Cues = Cues(1 << 11);
    pub(super) const MOMENTARY: Cues = Cues(1 << 12);
    pub(super) const ACCEPT: Cues = Cues(1 << 13);
    pub(super) const CORRECTION: Cues = Cues(1 << 14);
    pub(super) const MECHANISM: Cues = Cues(1 << 15);
    pub(super) const RECOMMEND: Cues = Cues(1 << 16);
    pub(super) const OPENER: Cues = Cues(1 << 17);
    pub(super) const RETRACTION: Cues = Cues(1 << 18);
    pub(super) const GUESS: Cues = Cues(1 << 19);

    pub(super) fn has(self, other: Cues) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn add(&mut self, other: Cues) {
        self.0 |= other.0;
    }
}

/// Where in the sentence a phrase counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    Anywhere,
}

#[derive(Debug)]
struct Phrase(&'static str, At, Cues);

/// Sorted by their first word, so that those with the same one stand together.
static PHRASES: &[Phrase] = {
    use At::{Anywhere, Start};
    &[
        Phrase("a different approach", Anywhere, Cues::OPTION),
        Phrase("a minute ago", Anywhere, Cues::MOMENTARY),
        Phrase("a moment ago", Anywhere, Cues::MOMENTARY),
        Phrase("a second ago", Anywhere, Cues::MOMENTARY),
        Phrase("above in this", Anywhere, Cues::DEICTIC),
        Phrase("absolutely", Start, Cues::OPENER),
        Phrase("actually", Start, Cues::CORRECTION),
        Phrase("added", Anywhere, Cues::DONE),
        Phrase("agreed", Start, Cues::ACCEPT),
        Phrase("all set", Start, Cues::OPENER),
        Phrase("alternative", Anywhere, Cues::OPTION),
        Phrase("alternatively", Anywhere, Cues::HYPOTHETICAL),
        Phrase("alternatives", Anywhere, Cues::OPTION),
        Phrase("always", Anywhere, Cues::STANDING),
        Phrase("angles", Anywhere, Cues::OPTION),
        Phrase("apparently", Anywhere, Cues::GUESS),
        Phrase("appears that", Anywhere, Cues::GUESS),
        Phrase("appears to", Anywhere, Cues::GUESS),
        Phrase("approach", Anywhere, Cues::OPTION),
        Phrase("approaches", Anywhere, Cues::OPTION),
        Phrase("architecture", Anywhere, Cues::MECHANISM),
        Phrase("as i mentioned", Anywhere, Cues::DEICTIC),
        Phrase("as i said", Anywhere, Cues::DEICTIC),
        Phrase("as mentioned", Anywhere, Cues::DEICTIC),
        Phrase("as far as i", Anywhere, Cues::GUESS),
        Phrase("as of this minute", Anywhere, Cues::MOMENTARY),
        Phrase("as we speak", Anywhere, Cues::MOMENTARY),
        Phrase("at the moment", Anywhere, Cues::MOMENTARY),
        Phrase("at this moment", Anywhere, Cues::MOMENTARY),
        Phrase("avoid", Anywhere, Cues::STANDING),
        Phrase("awful", Anywhere, Cues::CORRECTION),
        Phrase("because", Anywhere, Cues::CAUSE),
        Phrase("best fit", Anywhere, Cues::RECOMMEND),
        Phrase("best option", Anywhere, Cues::RECOMMEND),
        Phrase("blind", Anywhere, Cues::LIMIT),
        Phrase("bottom line", Anywhere, Cues::VERDICT),
        Phrase("build completed", Anywhere, Cues::MOMENTARY),
        Phrase("build passes", Anywhere, Cues::MOMENTARY),
        Phrase("build succeeded", Anywhere, Cues::MOMENTARY),
        Phrase("build succeeds", Anywhere, Cues::MOMENTARY),
        Phrase("build was successful", Anywhere, Cues::MOMENTARY),
        Phrase("builds successfully", Anywhere, Cues::MOMENTARY),
        Phrase("built successfully", Anywhere, Cues::MOMENTARY),
        Phrase("call me", Anywhere, Cues::STANDING),
        Phrase("can't", Anywhere, Cues::LIMIT),
        Phrase("candidate", Anywhere, Cues::OPTION),
        Phrase("candidates", Anywhere, Cues::OPTION),
        Phrase("cannot", Anywhere, Cues::LIMIT),
        Phrase("caused by", Anywhere, Cues::CAUSE),
        Phrase("caveat", Anywhere, Cues::LIMIT),
        Phrase("caveats", Anywhere, Cues::LIMIT),
        Phrase("changed", Anywhere, Cues::DONE),
        Phrase("changed my mind", Anywhere, Cues::DECISION),
        Phrase("changes", Anywhere, Cues::DONE),
        Phrase("choices", Anywhere, Cues::OPTION),
        Phrase("chose", Anywhere, Cues::DECISION),
        Phrase("chosen", Anywhere, Cues::DECISION),
        Phrase("cleanest", Anywhere, Cues::RECOMMEND),
        Phrase("committed", Anywhere, Cues::DONE),
        Phrase("compiled successfully", Anywhere, Cues::MOMENTARY),
        Phrase("compiles successfully", Anywhere, Cues::MOMENTARY),
        Phrase("conclusion", Anywhere, Cues::VERDICT),
        Phrase("configured", Anywhere, Cues::DONE),
        Phrase("confirmed", Start, Cues::ACCEPT),
        Phrase("consider", Anywhere, Cues::HYPOTHETICAL),
        Phrase("considerations", Anywhere, Cues::LIMIT),
        Phrase("constraint", Anywhere, Cues::LIMIT),
        Phrase("constraints", Anywhere, Cues::LIMIT),
        Phrase("could", Anywhere, Cues::HYPOTHETICAL),
        Phrase("could be", Anywhere, Cues::HYPOTHETICAL),
        Phrase("couldn't", Anywhere, Cues::LIMIT),
        Phrase("created", Anywhere, Cues::DONE),
        Phrase("currently running", Anywhere, Cues::MOMENTARY),
        Phrase("decided", Anywhere, Cues::DECISION),
        Phrase("decision", Anywhere, Cues::DECISION),
        Phrase("deleted", Anywhere, Cues::DONE),
        Phrase("deployed", Anywhere, Cues::DONE),
        Phrase("deprecated", Anywhere, Cues::DECISION),
        Phrase("design", Anywhere, Cues::MECHANISM),
        Phrase("designed", Anywhere, Cues::MECHANISM),
        Phrase("didn't work", Anywhere, Cues::CORRECTION),
        Phrase("do it", Start, Cues::ACCEPT),
        Phrase("do not", Anywhere, Cues::STANDING),
        Phrase("do that", Start, Cues::ACCEPT),
        Phrase("do you want", Anywhere, Cues::OFFER),
        Phrase("do not have", Anywhere, Cues::LIMIT),
        Phrase("does not", Anywhere, Cues::LIMIT),
        Phrase("doesn't", Anywhere, Cues::LIMIT),
        Phrase("doesn't work", Anywhere, Cues::CORRECTION),
        Phrase("don't", Anywhere, Cues::STANDING),
        Phrase("don't have", Anywhere, Cues::LIMIT),
        Phrase("done", Start, Cues::DONE),
        Phrase("dropped", Anywhere, Cues::DECISION),
        Phrase("due to", Anywhere, Cues::CAUSE),
        Phrase("ensure", Anywhere, Cues::STANDING),
        Phrase("excellent", Start, Cues::OPENER),
        Phrase("failed", Anywhere, Cues::LIMIT),
        Phrase("fails", Anywhere, Cues::LIMIT),
        Phrase("falls back", Anywhere, Cues::MECHANISM),
        Phrase("feel free", Anywhere, Cues::OFFER),
        Phrase("few designs", Anywhere, Cues::OPTION),
        Phrase("few possible", Anywhere, Cues::OPTION),
        Phrase("few ways", Anywhere, Cues::OPTION),
        Phrase("finding", Anywhere, Cues::VERDICT),
        Phrase("findings", Anywhere, Cues::VERDICT),
        Phrase("fix", Anywhere, Cues::DONE),
        Phrase("fixed", Anywhere, Cues::DONE),
        Phrase("for example", Start, Cues::HYPOTHETICAL),
        Phrase("for instance", Start, Cues::HYPOTHETICAL),
        Phrase("for next time", Start, Cues::HYPOTHETICAL),
        Phrase("for the next time", Start, Cues::HYPOTHETICAL),
        Phrase("for your review", Anywhere, Cues::MOMENTARY),
        Phrase("found it", Start, Cues::OPENER),
        Phrase("from now on", Anywhere, Cues::STANDING),
        Phrase("future", Anywhere, Cues::OPTION),
        Phrase("gap", Anywhere, Cues::LIMIT),
        Phrase("go ahead", Start, Cues::ACCEPT),
        Phrase("go for it", Start, Cues::ACCEPT),
        Phrase("go with", Anywhere, Cues::DECISION),
        Phrase("going with", Anywhere, Cues::DECISION),
        Phrase("good question", Start, Cues::OPENER),
        Phrase("got it", Start, Cues::OPENER),
        Phrase("gotcha", Anywhere, Cues::LESSON),
        Phrase("gotchas", Anywhere, Cues::LESSON),
        Phrase("great", Start, Cues::OPENER),
        Phrase("happy to", Anywhere, Cues::OFFER),
        Phrase("here are", Start, Cues::OPENER),
        Phrase("here is", Start, Cues::OPENER),
        Phrase("here's", Start, Cues::OPENER),
        Phrase("horrible", Anywhere, Cues::CORRECTION),
        Phrase("hours ago", Anywhere, Cues::MOMENTARY),
        Phrase("how about", Anywhere, Cues::HYPOTHETICAL),
        Phrase("how it works", Anywhere, Cues::MECHANISM),
        Phrase("i am going to", Start, Cues::NARRATION),
        Phrase("i asked for", Anywhere, Cues::CORRECTION),
        Phrase("i asked you", Anywhere, Cues::CORRECTION),
        Phrase("i assume", Anywhere, Cues::HYPOTHETICAL),
        Phrase("i believe", Anywhere, Cues::HYPOTHETICAL),
        Phrase("i can", Start, Cues::OFFER),
        Phrase("i could", Anywhere, Cues::OFFER),
        Phrase("i have a", Start, Cues::NARRATION),
        Phrase("i have all", Start, Cues::NARRATION),
        Phrase("i have full", Start, Cues::NARRATION),
        Phrase("i like", Anywhere, Cues::STANDING),
        Phrase("i need to", Start, Cues::NARRATION),
        Phrase("i now have", Start, Cues::NARRATION),
        Phrase("i see", Start, Cues::NARRATION),
        Phrase("i should", Start, Cues::NARRATION),
        Phrase("i stand corrected", Anywhere, Cues::RETRACTION),
        Phrase("i still", Start, Cues::NARRATION),
        Phrase("i understand", Start, Cues::NARRATION),
        Phrase("i want", Anywhere, Cues::STANDING),
        Phrase("i will", Start, Cues::NARRATION),
        Phrase("i don't", Start, Cues::LIMIT),
        Phrase("i covered", Anywhere, Cues::DEICTIC),
        Phrase("i undid", Anywhere, Cues::CORRECTION),
        Phrase("i was wrong", Anywhere, Cues::RETRACTION),
        Phrase("i was mistaken", Anywhere, Cues::RETRACTION),
        Phrase("i misread", Anywhere, Cues::RETRACTION),
        Phrase("i reverted", Anywhere, Cues::CORRECTION),
        Phrase("i suspect", Anywhere, Cues::HYPOTHETICAL),
        Phrase("i think", Anywhere, Cues::GUESS),
        Phrase("i reckon", Anywhere, Cues::HYPOTHETICAL),
        Phrase("i'd", Start, Cues::NARRATION),
        Phrase("i'd recommend", Anywhere, Cues::RECOMMEND),
        Phrase("i'd expect", Anywhere, Cues::GUESS),
        Phrase("i'll", Anywhere, Cues::NARRATION),
        Phrase("i'm", Start, Cues::NARRATION),
        Phrase("i've already", Anywhere, Cues::DEICTIC),
        Phrase("idea", Anywhere, Cues::OPTION),
        Phrase("ideas", Anywhere, Cues::OPTION),
        Phrase("if we", Start, Cues::HYPOTHETICAL),
        Phrase("if you like", Anywhere, Cues::OFFER),
        Phrase("if you prefer", Anywhere, Cues::OFFER),
        Phrase("if you want", Anywhere, Cues::OFFER),
        Phrase("if you'd like", Anywhere, Cues::OFFER),
        Phrase("if i had", Start, Cues::RECOMMEND),
        Phrase("if you ever", Start, Cues::HYPOTHETICAL),
        Phrase("imagine", Start, Cues::HYPOTHETICAL),
        Phrase("implemented", Anywhere, Cues::DONE),
        Phrase("in short", Anywhere, Cues::VERDICT),
        Phrase("in summary", Anywhere, Cues::VERDICT),
        Phrase("in this conversation", Anywhere, Cues::DEICTIC),
        Phrase("in this session", Anywhere, Cues::DEICTIC),
        Phrase("in progress", Anywhere, Cues::MOMENTARY),
        Phrase("in case you", Anywhere, Cues::HYPOTHETICAL),
        Phrase("insight", Anywhere, Cues::VERDICT),
        Phrase("installed", Anywhere, Cues::DONE),
        Phrase("instead", Anywhere, Cues::DECISION),
        Phrase("is not", Anywhere, Cues::LIMIT),
        Phrase("isn't", Anywhere, Cues::LIMIT),
        Phrase("it must be the", Anywhere, Cues::GUESS),
        Phrase("just say", Anywhere, Cues::OFFER),
        Phrase("just now", Anywhere, Cues::MOMENTARY),
        Phrase("keep", Start, Cues::DECISION),
        Phrase("key difference", Anywhere, Cues::VERDICT),
        Phrase("key rules", Anywhere, Cues::VERDICT),
        Phrase("key takeaway", Anywhere, Cues::VERDICT),
        Phrase("lacks", Anywhere, Cues::LIMIT),
        Phrase("learned", Anywhere, Cues::LESSON),
        Phrase("lesson", Anywhere, Cues::LESSON),
        Phrase("lessons", Anywhere, Cues::LESSON),
        Phrase("let me", Anywhere, Cues::NARRATION),
        Phrase("let me know", Anywhere, Cues::OFFER),
        Phrase("let me reconsider", Anywhere, Cues::RETRACTION),
        Phrase("let me rethink", Anywhere, Cues::RETRACTION),
        Phrase("let's", Start, Cues::NARRATION),
        Phrase("let's go", Start, Cues::ACCEPT),
        Phrase("let's use", Anywhere, Cues::DECISION),
        Phrase("let's not", Anywhere, Cues::DECISION),
        Phrase("limitation", Anywhere, Cues::LIMIT),
        Phrase("limitations", Anywhere, Cues::LIMIT),
        Phrase("limited", Anywhere, Cues::LIMIT),
        Phrase("limits", Anywhere, Cues::LIMIT),
        Phrase("looking at", Start, Cues::NARRATION),
        Phrase("looks good", Start, Cues::ACCEPT),
        Phrase("looks as if", Anywhere, Cues::GUESS),
        Phrase("looks like", Anywhere, Cues::GUESS),
        Phrase("make sure", Anywhere, Cues::STANDING),
        Phrase("may simply", Anywhere, Cues::GUESS),
        Phrase("may be out", Anywhere, Cues::GUESS),
        Phrase("maybe", Anywhere, Cues::HYPOTHETICAL),
        Phrase("merged", Anywhere, Cues::DONE),
        Phrase("might", Anywhere, Cues::HYPOTHETICAL),
        Phrase("migrated", Anywhere, Cues::DONE),
        Phrase("migrating to", Anywhere, Cues::DECISION),
        Phrase("minutes ago", Anywhere, Cues::MOMENTARY),
        Phrase("missing", Anywhere, Cues::LIMIT),
        Phrase("most impactful", Anywhere, Cues::RECOMMEND),
        Phrase("most likely", Anywhere, Cues::HYPOTHETICAL),
        Phrase("most probable", Anywhere, Cues::HYPOTHETICAL),
        Phrase("moved", Anywhere, Cues::DONE),
        Phrase("moved from", Anywhere, Cues::DECISION),
        Phrase("moving to", Anywhere, Cues::DECISION),
        Phrase("must", Anywhere, Cues::STANDING),
        Phrase("must come from", Anywhere, Cues::GUESS),
        Phrase("must have been", Anywhere, Cues::GUESS),
        Phrase("must not", Anywhere, Cues::LIMIT),
        Phrase("must stay", Anywhere, Cues::DECISION),
        Phrase("my pick", Anywhere, Cues::RECOMMEND),
        Phrase("my personal pick", Anywhere, Cues::RECOMMEND),
        Phrase("my recommendation", Anywhere, Cues::RECOMMEND),
        Phrase("my mistake", Anywhere, Cues::RETRACTION),
        Phrase("my guess", Anywhere, Cues::HYPOTHETICAL),
        Phrase("my reading", Anywhere, Cues::GUESS),
        Phrase("my suspicion", Anywhere, Cues::GUESS),
        Phrase("my assumption", Anywhere, Cues::GUESS),
        Phrase("never", Anywhere, Cues::STANDING),
        Phrase("next steps", Anywhere, Cues::OPTION),
        Phrase("no", Start, Cues::LIMIT),
        Phrase("no built-in", Anywhere, Cues::LIMIT),
        Phrase("no longer", Anywhere, Cues::DECISION),
        Phrase("no mechanism", Anywhere, Cues::LIMIT),
        Phrase("no support", Anywhere, Cues::LIMIT),
        Phrase("no way", Anywhere, Cues::LIMIT),
        Phrase("nope", Start, Cues::CORRECTION),
        Phrase("not possible", Anywhere, Cues::LIMIT),
        Phrase("not supported", Anywhere, Cues::LIMIT),
        Phrase("not use", Anywhere, Cues::LIMIT),
        Phrase("not used", Anywhere, Cues::LIMIT),
        Phrase("not using", Anywhere, Cues::LIMIT),
        Phrase("not what i", Anywhere, Cues::CORRECTION),
        Phrase("not without", Start, Cues::LIMIT),
        Phrase("noted", Start, Cues::OPENER),
        Phrase("now i", Start, Cues::NARRATION),
        Phrase("now let", Start, Cues::NARRATION),
        Phrase("of course", Start, Cues::OPENER),
        Phrase("ok", Start, Cues::ACCEPT),
        Phrase("okay", Start, Cues::ACCEPT),
        Phrase("on the other hand", Start, Cues::HYPOTHETICAL),
        Phrase("on second thought", Anywhere, Cues::RETRACTION),
        Phrase("one can do", Anywhere, Cues::HYPOTHETICAL),
        Phrase("only", Anywhere, Cues::STANDING),
        Phrase("option", Anywhere, Cues::OPTION),
        Phrase("optionally", Anywhere, Cues::HYPOTHETICAL),
        Phrase("options", Anywhere, Cues::OPTION),
        Phrase("out for good", Anywhere, Cues::DECISION),
        Phrase("perfect", Start, Cues::ACCEPT),
        Phrase("perfect", Start, Cues::OPENER),
        Phrase("perhaps", Anywhere, Cues::HYPOTHETICAL),
        Phrase("phase", Start, Cues::OPTION),
        Phrase("possibilities", Anywhere, Cues::OPTION),
        Phrase("possible ways", Anywhere, Cues::OPTION),
        Phrase("posted", Anywhere, Cues::DONE),
        Phrase("potentially", Anywhere, Cues::HYPOTHETICAL),
        Phrase("prefer", Anywhere, Cues::STANDING),
        Phrase("preferably", Anywhere, Cues::STANDING),
        Phrase("presumably", Anywhere, Cues::HYPOTHETICAL),
        Phrase("probably", Anywhere, Cues::HYPOTHETICAL),
        Phrase("proceed", Start, Cues::ACCEPT),
        Phrase("proposal", Anywhere, Cues::OPTION),
        Phrase("proposed", Anywhere, Cues::OPTION),
        Phrase("pushed", Anywhere, Cues::DONE),
        Phrase("rather than", Anywhere, Cues::DECISION),
        Phrase("recommend", Anywhere, Cues::RECOMMEND),
        Phrase("recommendation", Anywhere, Cues::RECOMMEND),
        Phrase("recommended", Anywhere, Cues::RECOMMEND),
        Phrase("refactored", Anywhere, Cues::DONE),
        Phrase("removed", Anywhere, Cues::DONE),
        Phrase("renamed", Anywhere, Cues::DONE),
        Phrase("replaced", Anywhere, Cues::DONE),
        Phrase("resolved", Anywhere, Cues::DONE),
        Phrase("revert", Start, Cues::CORRECTION),
        Phrase("reverted", Anywhere, Cues::DONE),
        Phrase("rewritten", Anywhere, Cues::DONE),
        Phrase("right now", Anywhere, Cues::MOMENTARY),
        Phrase("root cause", Anywhere, Cues::CAUSE),
        Phrase("scratch that", Anywhere, Cues::RETRACTION),
        Phrase("seem to", Anywhere, Cues::GUESS),
        Phrase("seems as if", Anywhere, Cues::GUESS),
        Phrase("seems to", Anywhere, Cues::GUESS),
        Phrase("sequence", Anywhere, Cues::MECHANISM),
        Phrase("settled on", Anywhere, Cues::DECISION),
        Phrase("several designs", Anywhere, Cues::OPTION),
        Phrase("several ways", Anywhere, Cues::OPTION),
        Phrase("shall i", Anywhere, Cues::OFFER),
        Phrase("shipped", Anywhere, Cues::DONE),
        Phrase("should", Anywhere, Cues::STANDING),
        Phrase("should be fixed", Anywhere, Cues::GUESS),
        Phrase("should be gone", Anywhere, Cues::GUESS),
        Phrase("should be resolved", Anywhere, Cues::GUESS),
        Phrase("should i", Anywhere, Cues::OFFER),
        Phrase("should we", Anywhere, Cues::OFFER),
        Phrase("should now", Anywhere, Cues::GUESS),
        Phrase("should resolve", Anywhere, Cues::GUESS),
        Phrase("should help", Anywhere, Cues::GUESS),
        Phrase("should solve", Anywhere, Cues::GUESS),
        Phrase("should fix", Anywhere, Cues::GUESS),
        Phrase("side by side", Anywhere, Cues::OPTION),
        Phrase("smells like", Anywhere, Cues::GUESS),
        Phrase("sounds good", Start, Cues::ACCEPT),
        Phrase("start with", Anywhere, Cues::RECOMMEND),
        Phrase("stays", Anywhere, Cues::DECISION),
        Phrase("still broken", Anywhere, Cues::CORRECTION),
        Phrase("still failing", Anywhere, Cues::MOMENTARY),
        Phrase("still missing", Anywhere, Cues::MOMENTARY),
        Phrase("still off", Anywhere, Cues::MOMENTARY),
        Phrase("still on", Anywhere, Cues::MOMENTARY),
        Phrase("still open", Anywhere, Cues::MOMENTARY),
        Phrase("still pending", Anywhere, Cues::MOMENTARY),
        Phrase("still running", Anywhere, Cues::MOMENTARY),
        Phrase("still waiting", Anywhere, Cues::MOMENTARY),
        Phrase("stop", Start, Cues::STANDING),
        Phrase("stored in", Anywhere, Cues::MECHANISM),
        Phrase("suggestion", Anywhere, Cues::OPTION),
        Phrase("suggestions", Anywhere, Cues::OPTION),
        Phrase("summary", Anywhere, Cues::VERDICT),
        Phrase("suppose", Start, Cues::HYPOTHETICAL),
        Phrase("sure", Start, Cues::ACCEPT),
        Phrase("sure", Start, Cues::OPENER),
        Phrase("suspect", Anywhere, Cues::GUESS),
        Phrase("suspicion", Anywhere, Cues::GUESS),
        Phrase("switch to", Anywhere, Cues::DECISION),
        Phrase("switched to", Anywhere, Cues::DECISION),
        Phrase("switching from", Anywhere, Cues::DECISION),
        Phrase("switching to", Anywhere, Cues::DECISION),
        Phrase("takeaway", Anywhere, Cues::VERDICT),
        Phrase("takeaways", Anywhere, Cues::VERDICT),
        Phrase("terrible", Anywhere, Cues::CORRECTION),
        Phrase("thank you", Start, Cues::OPENER),
        Phrase("thanks", Start, Cues::OPENER),
        Phrase("that must be", Anywhere, Cues::GUESS),
        Phrase("that suggests", Anywhere, Cues::GUESS),
        Phrase("that's a great", Start, Cues::OPENER),
        Phrase("that's not it", Anywhere, Cues::CORRECTION),
        Phrase("that's wrong", Anywhere, Cues::CORRECTION),
        Phrase("that's not", Start, Cues::CORRECTION),
        Phrase("the dry run", Start, Cues::MOMENTARY),
        Phrase("the fix", Anywhere, Cues::DONE),
        Phrase("the flow", Anywhere, Cues::MECHANISM),
        Phrase("the issue was", Anywhere, Cues::CAUSE),
        Phrase("the lifecycle", Anywhere, Cues::MECHANISM),
        Phrase("the pipeline", Anywhere, Cues::MECHANISM),
        Phrase("the problem was", Anywhere, Cues::CAUSE),
        Phrase("the reason", Anywhere, Cues::CAUSE),
        Phrase("there are still", Anywhere, Cues::MOMENTARY),
        Phrase("there is still", Anywhere, Cues::MOMENTARY),
        Phrase("there's no", Anywhere, Cues::LIMIT),
        Phrase("this suggests", Anywhere, Cues::GUESS),
        Phrase("this must be", Anywhere, Cues::GUESS),
        Phrase("tier", Start, Cues::OPTION),
        Phrase("tl dr", Anywhere, Cues::VERDICT),
        Phrase("to do", Start, Cues::OPTION),
        Phrase("tomorrow", Anywhere, Cues::MOMENTARY),
        Phrase("tonight", Anywhere, Cues::MOMENTARY),
        Phrase("too harsh", Anywhere, Cues::CORRECTION),
        Phrase("tradeoffs", Anywhere, Cues::LIMIT),
        Phrase("turned out", Anywhere, Cues::CAUSE),
        Phrase("turns out", Anywhere, Cues::CAUSE),
        Phrase("ugly", Anywhere, Cues::CORRECTION),
        Phrase("uncommitted", Anywhere, Cues::MOMENTARY),
        Phrase("understood", Start, Cues::OPENER),
        Phrase("unfortunately", Anywhere, Cues::LIMIT),
        Phrase("unrelated to my", Anywhere, Cues::MOMENTARY),
        Phrase("unrelated to our", Anywhere, Cues::MOMENTARY),
        Phrase("unrelated to the", Anywhere, Cues::MOMENTARY),
        Phrase("unrelated to these", Anywhere, Cues::MOMENTARY),
        Phrase("unrelated to this", Anywhere, Cues::MOMENTARY),
        Phrase("unsupported", Anywhere, Cues::LIMIT),
        Phrase("up to date", Anywhere, Cues::MOMENTARY),
        Phrase("updated", Anywhere, Cues::DONE),
        Phrase("use", Start, Cues::DECISION),
        Phrase("uses", Anywhere, Cues::MECHANISM),
        Phrase("variant", Start, Cues::OPTION),
        Phrase("variants", Anywhere, Cues::OPTION),
        Phrase("verdict", Anywhere, Cues::VERDICT),
        Phrase("want me", Anywhere, Cues::OFFER),
        Phrase("ways to", Anywhere, Cues::OPTION),
        Phrase("ways out", Anywhere, Cues::OPTION),
        Phrase("we agreed", Anywhere, Cues::DECISION),
        Phrase("we keep", Anywhere, Cues::DECISION),
        Phrase("we stay", Anywhere, Cues::DECISION),
        Phrase("we stick", Anywhere, Cues::DECISION),
        Phrase("we use", Anywhere, Cues::DECISION),
        Phrase("we will", Anywhere, Cues::DECISION),
        Phrase("we discussed", Anywhere, Cues::DEICTIC),
        Phrase("what changed", Anywhere, Cues::DONE),
        Phrase("what i asked", Anywhere, Cues::CORRECTION),
        Phrase("what if", Anywhere, Cues::HYPOTHETICAL),
        Phrase("what you can", Anywhere, Cues::OPTION),
        Phrase("will need", Anywhere, Cues::HYPOTHETICAL),
        Phrase("won't", Anywhere, Cues::LIMIT),
        Phrase("worked", Anywhere, Cues::DONE),
        Phrase("working on", Anywhere, Cues::MOMENTARY),
        Phrase("working tree", Anywhere, Cues::MOMENTARY),
        Phrase("works", Anywhere, Cues::MECHANISM),
        Phrase("would", Anywhere, Cues::HYPOTHETICAL),
        Phrase("would you", Anywhere, Cues::OFFER),
        Phrase("written", Anywhere, Cues::DONE),
        Phrase("wrong", Start, Cues::CORRECTION),
        Phrase("wrote", Anywhere, Cues::DONE),
        Phrase("y", Start, Cues::ACCEPT),
        Phrase("yeah", Start, Cues::ACCEPT),
        Phrase("yep", Start, Cues::ACCEPT),
        Phrase("yes", Start, Cues::ACCEPT),
        Phrase("yes", Start, Cues::OPENER),
        Phrase("you are", Start, Cues::STANDING),
        Phrase("you are right", Start, Cues::OPENER),
        Phrase("you can also", Anywhere, Cues::HYPOTHETICAL),
        Phrase("you could", Anywhere, Cues::HYPOTHETICAL),
        Phrase("you missed", Anywhere, Cues::CORRECTION),
        Phrase("you were right", Start, Cues::OPENER),
        Phrase("you'd", Anywhere, Cues::HYPOTHETICAL),
        Phrase("you're right", Start, Cues::OPENER),
    ]
};

/// What follows the first word of a phrase, where it counts, and what it tells.
type Rest = (Vec<&'static str>, At, Cues);

/// The phrases by their first word.
static BY_FIRST_WORD: OnceBox<Table<Vec<Rest>>> = OnceBox::new();

/// The cues in a sentence, given its lower-case words.
pub(super) fn scan(words: &[Word<'_>]) -> Cues {
    let phrases = BY_FIRST_WORD.get_or_init(|| {
        let same = PHRASES.chunk_by(|a, b| first_word(a.0) == first_word(b.0));
        let rest = |Phrase(phrase, place, cue): &'static Phrase| (phrase.split(' ').skip(1).collect(), *place, *cue);
        Box::new(Table::of(same.map(|same| (first_word(same[0].0), same.iter().map(rest).collect())).collect()))
    });
    let mut cues = Cues::default();
    for (at, word) in words.iter().enumerate() {
        for (rest, place, cue) in phrases.get(word, hash(word)).into_iter().flatten() {
            let behind = &words[at + 1..];
            let follows = || rest.len() <= behind.len() && rest.iter().zip(behind).all(|(part, word)| word == part);
            if (*place == At::Anywhere || at == 0) && follows() {
                cues.add(*cue);
            }
        }
    }
    cues
}

fn first_word(phrase: &'static str) -> &'static str {
    phrase.split(' ').next().unwrap_or(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::sentence::words;

    #[test]
    fn phrases_are_sorted_by_first_word() {
        for pair in PHRASES.windows(2) {
            assert!(first_word(pair[0].0) <= first_word(pair[1].0), "{} after {}", pair[1].0, pair[0].0);
        }
    }

    #[test]
    fn cues_stand_on_word_boundaries() {
        assert!(!scan(&words("Whenever it rains")).has(Cues::STANDING));
        assert!(scan(&words("Never push to main")).has(Cues::STANDING));
        assert!(scan(&words("Yes, do it")).has(Cues::ACCEPT));
        assert!(!scan(&words("The answer is yes")).has(Cues::ACCEPT));
        assert!(scan(&words("It can’t read files")).has(Cues::LIMIT));
    }
}
