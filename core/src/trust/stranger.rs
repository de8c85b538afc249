//! Judges what nobody with rights said: whether it turns to agents, and what it wants of them.

use super::address::{self, Address};
use super::order::{addresses_agent, is_order, lasts};
use super::steering::{Context, pipes};
use super::words::{Sentence, phrases, words};
use super::{Reason, foreign, ploys, reach};
use crate::model::Origin;

/// So many sentences behind a call are spoken to whom it called.
const CALL_LASTS: u8 = 6;

/// Why a stranger's sentence steers agents; what it says of them is noted in the context.
pub(super) fn judge(sentence: &Sentence, origin: Origin, context: &mut Context) -> Option<Reason> {
    let trusted_less_than_files = origin < Origin::Tool;
    let called_before = context.called > 0;
    let address = address::of(sentence);
    context.addressed |= addresses_agent(sentence);
    let called_here = matches!(address, Some(Address::Called { .. }));
    context.called = if called_here { CALL_LASTS } else { context.called.saturating_sub(1) };
    let addressed = context.addressed;
    let called = called_before || called_here;
    let bound = matches!(address, Some(Address::Bound { soft: false, .. }));
    if let Some(reason) = reach::stranger(sentence, addressed, called || bound, !trusted_less_than_files) {
        return Some(reason);
    }
    if trusted_less_than_files && let Some(reason) = ploys::find(sentence) {
        return Some(reason);
    }
    if let Some(reason) = foreign::find(sentence, called) {
        return Some(reason);
    }
    // "Dear model, your operator changed the policy": whoever calls an agent from outside wants something of it.
    let meant =
        || sentence.has(words!("you your")) && !sentence.has(words!("thanks thank")) || foreign::is_foreign(sentence);
    if origin == Origin::Web && called_here && meant() {
        return Some(Reason::AddressesAgents);
    }
    if address.is_some() && pipes(sentence) {
        return Some(Reason::RemoteAction);
    }
    let again = || {
        reach::stands(sentence)
            || lasts(sentence) && sentence.has(words!("session sessions conversation conversations"))
    };
    let sensitive = || {
        matches!(address, Some(Address::Called { hushed: true, .. }))
            || again()
            || matches!(address, Some(Address::Called { .. }) | None) && lasts(sentence)
            || promotes(sentence)
            || loosens(sentence)
            || ploys::gains(sentence)
    };
    let told = match address {
        Some(Address::Called { .. }) if reach::stands(sentence) => true,
        Some(Address::Called { told: true, favour, .. }) => !(favour && origin == Origin::Outsider) || lasts(sentence),
        Some(Address::Bound { any, .. }) => {
            any || loosens(sentence) || ploys::gains(sentence) || reach::stands(sentence)
        }
        _ => called_before && address::goes_on(sentence),
    };
    let claims = || {
        sentence.has(words!("my i me im mine"))
            && sentence.has(words!("owner owners maintainer maintainers admin trusted"))
    };
    if told && (trusted_less_than_files || sensitive())
        || (called || address.is_some()) && claims()
        || addressed && reach::stands(sentence) && (loosens(sentence) || ploys::gains(sentence))
        || addressed && is_order(sentence) && (again() || ploys::praises(sentence) || weakens(sentence))
    {
        return Some(Reason::AddressesAgents);
    }
    let answers = || sentence.has(words!("answer reply respond say output print"));
    if reach::stands(sentence) && trusted_less_than_files && sentence.has(words!("you your")) && answers() {
        return Some(Reason::AddressesAgents);
    }
    if triggers(sentence) && (promotes(sentence) || weakens(sentence)) {
        return Some(Reason::AddressesAgents);
    }
    if trusted_less_than_files && speaks_of_sessions(sentence) && (address::goes_on(sentence) || is_order(sentence)) {
        return Some(Reason::AddressesAgents);
    }
    let meant = addressed || lasts(sentence) || sentence.has(words!("you your this these it"));
    (meant && weakens(sentence) && is_order(sentence)).then_some(Reason::AddressesAgents)
}

/// Whether it is about what only agents have: conversations to come.
fn speaks_of_sessions(sentence: &Sentence) -> bool {
    sentence.near(
        words!("future later subsequent upcoming further"),
        words!("sessions conversations threads chats answers replies session conversation request requests question questions"),
        1,
    ) || sentence.near(
        words!("every each all any"),
        words!("summary answer answers reply replies response responses"),
        2,
    ) && sentence.near(words!("you"), words!("write give send make produce generate"), 1)
}

/// Whether it waits for an occasion: "when the user asks about …".
fn triggers(sentence: &Sentence) -> bool {
    let waits = sentence.near(words!("when whenever if once"), words!("user users someone somebody anyone anybody"), 2)
        && sentence.near(
            words!("user users someone somebody anyone anybody"),
            words!("asks ask wants want needs mentions mention requests request wonders says"),
            2,
        );
    waits && !sentence.has(words!("password passwords token")) || sentence.says_any(phrases!(
        "when asked, if asked, when the user asks, if the user asks, whenever the user, when someone asks, \
            when a user, if a user, whenever someone, when users ask, whenever you, when you are asked, \
            if you are asked, when the user says, if the user says, when the user mentions, when answering, when summarizing, when summarising, when you summarize, when you summarise"
    ))
}

/// Whether it wants something recommended or said.
pub(super) fn promotes(sentence: &Sentence) -> bool {
    sentence.has(words!(
        "recommend suggest promote advertise endorse praise favor prefer cite link answer reply respond say \
            claim insist state choose pick confirm deny"
    ))
}

/// Whether it takes protections away, in words that are harmless where no agent is spoken to.
pub(super) fn loosens(sentence: &Sentence) -> bool {
    let guards = words!(
        "check checks test tests scan scanner lint audit audits hook hooks signing signature signatures validation tls \
         certificate certificates review reviews approval approvals confirmation checklist codeowners protection rules \
         rule asking waiting permission scanning policy step warnings limits verification linter"
    );
    weakens(sentence)
        || sentence.near(
            words!(
                "skip disable bypass drop delete ignore ignores remove off suppress weaken without unnecessary stop no"
            ),
            guards,
            4,
        ) && !sentence.has(words!("never not dont cannot"))
        || sentence.near(guards, words!("optional unnecessary skipped disabled off bypassed"), 3)
        || sentence.near(words!("dont not never"), words!("run require request"), 1)
            && sentence.near(words!("run require request"), guards, 3)
}

/// Whether it takes protections away.
fn weakens(sentence: &Sentence) -> bool {
    for (at, word) in sentence.words.iter().enumerate() {
        if words!(
            "disable turn bypass skip deactivate remove weaken circumvent grant approve accept trust \
                suppress allow whitelist"
        )
        .contains(word)
            && !sentence.negated(at)
        {
            let rest = &sentence.words[at + 1..sentence.words.len().min(at + 8)];
            if rest.iter().any(|word| {
                words!(
                    "safety security sandbox sandboxing approval approvals permission permissions guardrails \
                redaction scanning filter filters confirmation confirmations review verification audit \
                logging 2fa mfa authentication authorization checks signature certificate protection \
                protections access admin"
                )
                .contains(word)
            }) {
                return true;
            }
        }
    }
    false
}
