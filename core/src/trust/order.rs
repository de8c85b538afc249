//! The form of an order: whom it speaks to, that it wants something done, that it is meant to last.

use super::words::{Sentence, phrases, words};
use crate::text::Words;

static AGENTS: Words = Words::new(
    "ai ais assistant assistants agent agents llm llms chatbot chatbots claude gpt chatgpt copilot codex \
    gemini cursor model models bot bots ki ia",
);

/// Verbs that begin an order.
static ORDERS: Words = Words::new(
    "append take repeat exfiltrate store upload forward copy always never dont do use run make keep avoid ensure prefer stop start remember note add write send \
    ignore delete remove set mark treat answer reply respond recommend install execute please must \
    should shall immer nie bitte from whenever before after when every update disable enable skip put \
    call include open let only save store check fetch download post say tell act pretend begin follow \
    commit push merge deploy grant give print reveal output forget disregard override bypass",
);

/// Verbs that are hardly anything but an order when no subject stands before them.
static COMMANDS: Words = Words::new(
    "run execute send add install download fetch recommend say skip disable ignore delete remove \
    approve upload reveal store save write answer reply respond mark treat push merge open call insert append",
);

pub(super) static AGENTS_OR_YOU: Words = Words::new("you agent agents assistant assistants ai always");

/// Whether the sentence speaks to an agent.
pub(super) fn addresses_agent(sentence: &Sentence) -> bool {
    if sentence.says_any(phrases!(
        "note to ai, note for ai, if you are an ai, if you are an llm, if youre an ai, \
            if you are a language model, as an ai, dear ai, attention ai, instructions for ai, \
            instructions for agents, instruction for agents, message to the agent, to the ai, hey ai, \
            ai assistants reading, agents reading this, ai reading this, any ai, an ai agent, coding agents, \
            coding agent, language model, language models, ai model, ai models, ai agents, ai agent, \
            ai assistant, ai assistants, ai coding, automated agent, automated agents, future agents, \
            every agent, all agents, the assistant, the agent, this agent, your user, the user asks, \
            user asks you, when summarizing, when processing this, when you read this, reading this page, \
            reading this file, your next session, future sessions"
    )) {
        return true;
    }
    let told = sentence.has(words!("must should shall never always need needs please pls kindly will required"));
    if told && sentence.has(words!("ai llm llms assistant assistants chatbot copilot claude chatgpt gpt codex gemini"))
    {
        return true;
    }
    let first = sentence.words.iter().take(4).any(|word| {
        words!("ai assistant assistants agent agents llm llms claude chatgpt copilot codex gemini gpt bot")
            .contains(word)
    });
    first && (is_order(sentence) || sentence.has(words!("you must should")))
}

/// Whether it is meant to last: every session, from now on, whenever.
pub(super) fn lasts(sentence: &Sentence) -> bool {
    sentence.says_any(phrases!(
        "every session, each session, all sessions, future sessions, every conversation, future conversations, \
            from now on, every time, each time, at the start of, at startup, before every, after every, on every, \
            in every, for every, all future, next time, at the beginning of, in all, every run, every task, \
            each run, each task, before each, after each, the next session, first thing, each commit, \
            every commit, every reply, every answer"
    )) || sentence.has(words!("whenever always permanently henceforth forever immer siempre toujours"))
}

/// Whether the word at `at` gives an order: it begins the sentence or follows what begins one.
pub(super) fn is_imperative(sentence: &Sentence, at: usize) -> bool {
    if at == 0 {
        return true;
    }
    let previous = sentence.words[at - 1].as_str();
    // "I would like the editor to remember it": somebody else does it.
    if previous == "to"
        && at > 2
        && words!("the a an this my our").contains(&sentence.words[at - 3])
        && !AGENTS.contains(&sentence.words[at - 2])
    {
        return false;
    }
    words!(
        "please you must should shall then and now always to immediately just simply first can will \
                also instead or silently secretly quietly covertly need kindly bitte important note urgent \
                assistant agents assistants ai instruction instructions system session conversation on it \
                so todo warning task request reply answer run time commit step finally next afterwards \
                else message lets me override user here this admin update before mode hey ok but user's \
                discreetly asked"
    )
    .contains(previous)
        || sentence.words[..at]
            .iter()
            .all(|word| word.len() <= 2 || word.chars().all(|character| !character.is_alphabetic()))
        || at <= 4 && sentence.words[0].len() > 3 && AGENTS.contains(previous)
}

/// Whether nobody stands before the verb who would do it: then it is told to the reader.
pub(super) fn has_no_subject(sentence: &Sentence, at: usize) -> bool {
    let previous = sentence.words[..at].last().map_or("", |word| word.as_str());
    !words!("the a an we they i he she it who users people our their this that not of").contains(previous)
}

/// Whether the sentence is an order at all.
pub(super) fn is_order(sentence: &Sentence) -> bool {
    // "Agents: skip …", "Note for AI: report …": the order stands behind the address.
    // "To disable logging, …" names a purpose.
    let purpose = sentence.words[0] == "to" && sentence.words.get(1).is_some_and(|word| ORDERS.contains(word));
    let spoken = sentence.words.iter().enumerate().find(|(_, word)| {
        word.chars().any(char::is_alphabetic)
            && !AGENTS.contains(word)
            && !words!("note for to dear hey all any the").contains(word)
    });
    if let Some((at, word)) = spoken.filter(|_| !purpose) {
        let occasion = words!("at on in once each if as during for without by upon").contains(word);
        if ORDERS.contains(word) || occasion && commands_later(sentence, at + 1) {
            return true;
        }
    }
    sentence.has(words!("must shall always never please"))
        || sentence.has(words!("pls kindly")) && sentence.has(&COMMANDS)
        || sentence.says_any(phrases!("need to send, need to include, needs to send, should reply, should open, you should, you need to, you have to, should always, should never, agents should, assistants should, \
            do not, make sure, you will, should be, should recommend, should not, are to, is to be, \
            are instructed, is required to, are required to"))
}

/// Whether a verb of command stands behind `from` without a subject before it.
fn commands_later(sentence: &Sentence, from: usize) -> bool {
    let words = sentence.words.get(from..).unwrap_or_default();
    words.windows(2).any(|pair| {
        COMMANDS.contains(&pair[1])
            && !words!("the a an to we they i it he she this that our their of will can could would do does")
                .contains(&pair[0])
    })
}
