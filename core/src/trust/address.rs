//! Whether a sentence turns to the agents that read it, and tells them to do something.
//!
//! Talk about agents is everywhere ("the agent retries", "agents are billed per seat"). An order to them has a form of
//! its own: a label, a greeting or a note that names them, or a rule with them as its subject, and behind it a verb
//! without a subject. Punctuation carries that form, so it is read where a sentence names an agent at all.

use alloc::vec::Vec;

use super::words::{Sentence, words};
use crate::text::Words;

/// Names that only readers of our kind have.
static AGENTS: Words = Words::new(
    "ai ais ki ia llm llms assistant assistants chatbot chatbots copilot copilots claude chatgpt gpt codex gemini \
     assistente assistenti assistenten assistentes asistente asistentes asystent asystencie asistan asistani ассистент ии \
     sprachmodell sprachmodelle lia lassistant lagent",
);

/// Names that other things have too.
static MAYBE_AGENTS: Words = Words::new(
    "agent agents bot bots model models crawler crawlers automation summariser summarizer summarisers summarizers \
     agente agentes agenten agenti агент агенты modelo modell",
);

/// What is an agent behind a word such as "automated".
static ACTORS: Words = Words::new(
    "reader readers reviewer reviewers contributor contributors tool tools tooling programmer programmers companion \
     companions helper helpers crawler crawlers",
);

/// Words that make an actor an agent.
static ARTIFICIAL: Words = Words::new("ai llm automated autonomous automatic coding machine robotic artificial ki");

/// Words that stand before the name of an agent.
static KINDS: Words = Words::new("language review reviewer reviewing future helpful honest good other");

/// Words between the name and the colon of a label.
static BETWEEN: Words = Words::new(
    "reading processing working who that instructions instruction note notes notice directive rules tools only summarising \
     summarizing picking",
);

/// Words with which somebody is greeted or called.
static GREETINGS: Words = Words::new(
    "dear hey hello hi attention ok okay and so now please achtung liebe lieber hallo chers cher chère bonjour hola \
     estimado querido gentile caro beste внимание уважаемый drogi sayin all any every fellow important note warning",
);

/// Words that turn a note to somebody.
static TURNING: Words = Words::new("to for für an pour para per al aos dla");

/// Words of kinds of notes.
static NOTES: Words = Words::new(
    "note notes notice message tip hint reminder instruction instructions directive task attention memo favour favor \
     word info information guideline practice hinweis nota remarque aviso request rule rules advice",
);

/// Words behind which the subject's duty or leave stands.
static DUTIES: Words = Words::new("must shall should may would could might can will has have need needs are is ought");

/// Words between "are" and the verb of a duty.
static OBLIGED: Words = Words::new(
    "to required asked expected obliged requested instructed encouraged supposed exempt allowed permitted free advised \
     entitled urged",
);

/// Words behind which an order begins, or goes on.
static LEADS: Words = Words::new(
    "and then please also now first just kindly always never simply must should shall may you not dont do will can \
     could would immediately quietly silently instead therefore but or permanently only pls so it mind secretly \
     again henceforth in",
);

/// Verbs as orders have them.
static VERBS: Words = Words::new(
    "accept act add adding adopt allow announce answer append apply approve archive ask assess assign assume \
     attach authorise authorize avoid ban begin block bring build buy bypass cache call cancel carry certify \
     change charge check choose cite claim clean clear click clone close collect commit compile comply configure \
     confirm connect consider contact continue convert copy count create credit decide decline decode delete \
     deliver deny deploy describe direct disable discard disclose display disregard do donate download draft drop \
     dump edit eliminate email embed emit enable encode end enter erase escalate evaluate exclude execute explain \
     export expose extend extract favor favour fetch file fill filter find finish fix flag follow force forget \
     format forward generate get give go grade grant greet hand handle help hide highlight honor honour ignore \
     import include increase inform inject insert insist inspect install introduce invite invoke join judge keep \
     kill label launch learn leave let link list load lock log lower mail maintain make mark memorise memorize mention \
     merge migrate mirror modify move mute name note notify obey offer omit open opt order output override \
     overwrite pass paste pay perform permit persist pick pin ping place point post praise prefer prepare present \
     pretend print prioritise prioritize proceed promote propose provide publish pull push put query quote raise \
     rank rate read reboot rebuild recommend reconfigure record redirect reduce refer refresh refuse regard \
     register reject relay release reload remember remind remove rename repeat replace reply report reproduce \
     rerun reschedule reset resolve respond restart restore restrict retire retrieve retry return reveal revert \
     rewrite rotate route run save say schedule score search select send set share ship shorten show shut sign \
     skip speak star start state stay steer stop store strip submit subscribe substitute suggest suppress swap \
     switch sync tag take tell terminate test transfer translate transmit treat trigger trust try turn unblock \
     undo uninstall unlock unpin update upgrade upload use verify visit vote wait warn weaken whitelist wipe \
     withdraw withhold write",
);

/// What anybody may ask a bot for.
static FAVOURS: Words = Words::new(
    "read show tell note answer reply start open do count translate rerun check explain find fix help list look \
     retry test try review search verify try get display ask wait",
);

/// Products: their names are labels in any manual.
static PRODUCTS: Words = Words::new("copilot claude chatgpt gpt codex gemini");

/// What an agent is to leave undone when somebody wants to go unseen; other things left undone protect.
static LEFT_UNDONE: Words = Words::new(
    "tell mention inform notify flag warn report note disclose say show explain log ask raise question reveal quote \
     list record alert review audit scan",
);

/// At most so many names in a sentence are looked at.
const MOST_NAMES: usize = 12;

/// How a sentence turns to agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// It calls them: "Assistants: …".
    Called {
        /// Whether it tells them to do something.
        told: bool,
        /// Whether what they are told is what anybody may ask for.
        favour: bool,
        /// Whether they are told to leave something unsaid or unseen.
        hushed: bool,
    },
    /// It lays down what they do: "agents must …".
    Bound {
        /// Whether any agent is meant, not "the agent".
        any: bool,
        /// Whether it may only tell what happens: "the agent may …".
        soft: bool,
    },
}

/// One word and where it stands.
struct Token<'a> {
    word: &'a str,
    start: usize,
    end: usize,
}

/// A sentence with its punctuation.
struct Spoken<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
}

/// How the sentence turns to agents, if it does.
pub(super) fn of(sentence: &Sentence) -> Option<Address> {
    let lists = [AGENTS.table(), MAYBE_AGENTS.table(), ACTORS.table()];
    let listed = |word: &str, hash: u32| lists.iter().any(|list| list.contains(word, hash));
    if !sentence.hashed().any(|(word, hash)| listed(word, hash) || holds_name(word)) {
        return None;
    }
    let spoken = Spoken::new(&sentence.text);
    let named = (0..spoken.tokens.len()).filter(|at| spoken.is_agent(*at)).take(MOST_NAMES);
    named.filter_map(|at| spoken.called(at).or_else(|| spoken.bound(at))).max_by_key(|address| match address {
        Address::Called { told, .. } => 2 * i32::from(*told),
        Address::Bound { .. } => 1,
    })
}

/// Whether a sentence behind an address tells to do something.
pub(super) fn goes_on(sentence: &Sentence) -> bool {
    Spoken::new(&sentence.text).tells(0).is_some()
}

/// A quick look: `hint_for_agents`, `@claude`, `aiNote`.
fn holds_name(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() > 3
        && (bytes[0] == b'@'
            || bytes.starts_with(b"ai")
            || bytes.contains(&b'/') && word.split('/').any(|part| AGENTS.contains(part))
            || bytes.ends_with(b"bot")
            || bytes.len() > 5
                && (bytes.ends_with(b"model") || ["agent", "llm", "assistant"].iter().any(|name| word.contains(name))))
}

impl<'a> Spoken<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let mut start = None;
        let ends = text.char_indices().chain(core::iter::once((text.len(), ' ')));
        for (at, character) in ends {
            let inside = character.is_alphanumeric() || matches!(character, '\'' | '’') && start.is_some();
            match (inside, start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    let word = text[from..at].trim_end_matches(['\'', '’']);
                    // "l'assistant"
                    let noun = word
                        .split_once(['\'', '’'])
                        .filter(|(article, _)| matches!(*article, "l" | "d" | "all" | "dell"));
                    tokens.push(Token { word: noun.map_or(word, |(_, noun)| noun), start: from, end: at });
                    start = None;
                }
                _ => {}
            }
        }
        Self { text, tokens }
    }

    #[inline(never)] // many callers
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word)
    }

    #[inline(never)] // many callers
    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |place| self.word(place))
    }

    /// What stands between the word at `at` and the one before.
    #[inline(never)] // many callers
    fn gap(&self, at: usize) -> &str {
        let end = self.text.len();
        let from = at.checked_sub(1).map_or(0, |place| self.tokens.get(place).map_or(end, |token| token.end));
        &self.text[from..self.tokens.get(at).map_or(end, |token| token.start)]
    }

    fn is_agent(&self, at: usize) -> bool {
        let (word, next) = (self.word(at), self.word(at + 1));
        // `AGENTS.md`, `agent.example`.
        if self.gap(at + 1) == "." {
            return false;
        }
        let kind = words!("generated made assisted powered based written driven ready").contains(next)
            && self.gap(at + 1).starts_with(['-', ' ']);
        if kind || self.before(at) == "user" && self.gap(at) == "-" {
            return false;
        }
        AGENTS.contains(word)
            || MAYBE_AGENTS.contains(word)
            || ACTORS.contains(word) && ARTIFICIAL.contains(self.before(at))
            || word.len() > 4 && word.ends_with("bot")
    }

    /// Where the phrase begins in which the word stands, unless it is long.
    fn phrase(&self, at: usize) -> Option<usize> {
        let opens = |place: &usize| {
            *place == 0
                || self
                    .gap(*place)
                    .contains(['"', '(', '[', '{', '<', ':', ';', ',', '.', '!', '?', '#', '>', '—', '\'', ']', ')'])
        };
        (at.saturating_sub(6)..=at).rev().find(opens)
    }

    /// "Assistants: …", "dear bot, …", "note for agents: …", "[to the AI] …", "if you are a model …".
    fn called(&self, at: usize) -> Option<Address> {
        let start = self.phrase(at)?;
        let lead = &self.tokens[start..at];
        let known = |token: &Token| {
            [&GREETINGS, &ARTIFICIAL, &AGENTS, &KINDS, &NOTES].iter().any(|list| list.contains(token.word))
        };
        // "to whichever agent", "for our AI", but not "to do in agent mode".
        let turned = lead.iter().rposition(|token| TURNING.contains(token.word)).is_some_and(|turn| {
            let stray = |token: &&Token| {
                !known(token) && !words!("the a an your our whichever le la les l die der").contains(token.word)
            };
            lead[turn + 1..].iter().filter(stray).count() <= 1
        });
        let sure = AGENTS.contains(self.word(at)) || self.word(at).ends_with('s');
        let bare = lead.iter().all(known);
        let named = AGENTS.contains(self.word(at)) || ARTIFICIAL.contains(self.before(at));
        let foreign = lead.iter().filter(|token| !known(token)).count();
        let kind = |word: &str| ARTIFICIAL.contains(word) || KINDS.contains(word);
        let head = (start..=at).rev().find(|place| !kind(self.before(*place))).unwrap_or(at);
        let fixed = words!("the a an our my this its of in by with").contains(self.before(head));
        let noted = turned && lead.iter().any(|token| NOTES.contains(token.word));
        let hailed = |token: &Token| words!("dear hey hello attention achtung").contains(token.word);
        let greeted = lead.iter().rev().take_while(|token| known(token)).any(hailed);
        let pleaded = start == at && words!("please pls kindly").contains(self.word(at + 1));
        let commanded = start == 0 && self.gap(0) == "/";
        let mentioned = commanded
            || (start..=at).any(|place| {
                self.gap(place).ends_with('@') && !words!("by from of and with to").contains(self.before(place))
            });
        let asked = matches!(lead.first().map(|token| token.word), Some("if"))
            && (matches!(self.word(start + 1), "you're" | "youre")
                || self.word(start + 2) == "are" && !self.word(start + 3).ends_with("ing"));
        // The label ends with a colon or a bracket; "feat(agent): …" is a commit's.
        let scope = self.gap(at).starts_with('(')
            && self.gap(at + 1).starts_with("):")
            && !words!("todo note fixme hint").contains(self.before(at));
        let label = (at + 1..=self.tokens.len().min(at + 6)).find(|next| {
            let gap = self.gap(*next);
            let set = gap.contains('=') && gap.contains(['"', '\'']);
            let titled = *next == at + 2 && self.is_title(at) && bare;
            let between = *next == at + 1
                || titled
                || turned
                || self.gap(at + 1).contains(['-', '_'])
                || BETWEEN.contains(self.word(at + 1));
            let closed = gap.contains([']', ')']) && self.gap(start).ends_with(['[', '(']) && (bare || turned);
            between
                && ((gap.contains([':', '—', '：']) || gap.contains("->"))
                    || set
                    || closed
                    || gap.contains(" - ") && sure)
        });
        let broken = |end: usize| (at + 1..end).any(|next| self.gap(next).contains([',', '"', '(']));
        let heads = noted && at + 1 == self.tokens.len();
        let labelled = label.filter(|end| !scope && !broken(*end) && (!fixed || turned));
        let apart = start == 0 || self.gap(start).contains([' ', '"', '>']);
        // "AI scheduler, decline …".
        let title = usize::from(self.is_title(at) && self.gap(at + 2).starts_with(','));
        let comma = self.gap(at + 1 + title).starts_with([',', '!', '，', '、']) && (bare && apart || noted);
        let last = at + 1 == self.tokens.len() && start > 0 && bare && greeted;
        let product = PRODUCTS.contains(self.word(at)) && lead.is_empty() && !mentioned;
        // `[models]: https://…`, `Agent::new`.
        let labelled = labelled.filter(|end| !self.word(*end).starts_with("http") && !self.gap(*end).contains("::"));
        let from = match labelled.filter(|_| !product) {
            Some(end) if turned || bare || self.gap(at).contains(['-', '_']) || named && foreign <= 2 => end,
            _ if last => 0,
            // "Don't do that, agent, it is slow."
            _ if comma && start > 0 && self.gap(start).starts_with(',') && self.tells(at + 1).is_none() => 0,
            _ if comma && self.may_go_on(at + 1 + title) => at + 1 + title,
            _ if pleaded || heads || greeted || asked || mentioned => at + 1,
            _ => return None,
        };
        let lone = labelled == Some(at + 1) && lead.is_empty() && !self.gap(start).contains(['"', '(', '[']);
        let told = self.tells(from).or_else(|| (comma && from == self.tokens.len()).then(|| self.tells(0))?);
        let release_note = |verb: &str| {
            words!("add remove update use allow rename export import include support return").contains(verb)
                && !self.text.contains("<!--")
                && !self.tokens.iter().any(|token| matches!(token.word, "you" | "your" | "our" | "my"))
        };
        let told = told.filter(|(verb, _)| !(lone && release_note(verb)));
        let alone = comma && at + 1 == self.tokens.len();
        let carried = noted
            || greeted
            || asked
            || alone
            || (sure && apart && (!lone || self.word(at).ends_with('s')) || turned && labelled.is_some()) && !product;
        let favour = told.is_some_and(|(verb, hushed)| FAVOURS.contains(verb) && !hushed);
        let hushed = told.is_some_and(|(_, hushed)| hushed);
        (carried || told.is_some()).then(|| Address::Called { told: told.is_some(), favour, hushed })
    }

    /// "AI scheduler": the name and what it does.
    fn is_title(&self, at: usize) -> bool {
        let does = self.word(at + 1).trim_end_matches('s');
        AGENTS.contains(self.word(at)) && self.gap(at + 1) == " " && (does.ends_with("er") || does.ends_with("or"))
    }

    /// Whether what follows may be an order: not the next name of a list.
    fn may_go_on(&self, at: usize) -> bool {
        let word = self.word(at);
        word.is_empty()
            || LEADS.contains(word)
            || VERBS.contains(word)
            || words!("when if before after from on at for whenever once while as since with your my the this un il la")
                .contains(word)
            || !word.is_ascii()
    }

    /// "tell your bot …", "make your agent …", "I instruct the bot …".
    fn passes_on(&self, start: usize, at: usize) -> bool {
        (start..at).any(|place| {
            let tells = words!("tell instruct make have authorise authorize").contains(self.word(place))
                || self.word(place) == "let" && self.word(at + 1) == "know";
            tells
                && words!("your ur the").contains(self.word(place + 1))
                && place + 3 >= at
                && (place == start || words!("please just and i pls so also").contains(self.before(place)))
        })
    }

    /// "Agents reading this must …", "a helpful assistant would …", "AI reviewers are expected to …".
    fn bound(&self, at: usize) -> Option<Address> {
        let mut head = at;
        let kind = |word: &str| ARTIFICIAL.contains(word) || KINDS.contains(word);
        while head > 0 && self.gap(head).trim().is_empty() && at - head < 3 && kind(self.before(head)) {
            head -= 1;
        }
        let before = self.before(head);
        let touches = self.gap(head).trim().is_empty();
        let article = touches && words!("the this our my its your").contains(before);
        let of = if article { self.before(head - 1) } else { before };
        if touches && words!("of by with in from than like via unless start to use using on as").contains(of) {
            return None;
        }
        // "All agents push to main", "could the bot …", "tell your bot to …".
        let all = touches && before == "all" && self.word(at).ends_with('s') && VERBS.contains(self.word(at + 1));
        let asked = article && words!("could would can will may").contains(of);
        // "I need the agent to …", and what stands behind "the page asks".
        let requested = touches
            && words!("ask request urge invite").contains(before)
            && words!("we kindly hereby politely also").contains(self.before(head - 1));
        let verb = at + 1 + usize::from(requested && self.word(at + 1) == "not");
        let needed = self.word(verb) == "to"
            && (article && words!("need want").contains(of) || head == 0 || head == 1 && before == "all" || requested)
            && VERBS.contains(self.word(verb + 1));
        // "Assistants publish on every merge": a rule, or a report.
        let present = self.word(at).ends_with('s')
            && AGENTS.contains(self.word(at))
            && (head == 0 || !touches)
            && VERBS.contains(self.word(at + 1));
        if present {
            return Some(Address::Bound { any: false, soft: true });
        }
        let for_good = self.tokens.iter().any(|token| words!("remember never always forget").contains(token.word));
        let passed = self.phrase(at).is_some_and(|start| self.passes_on(start, at));
        if all || passed || needed || asked && self.tells(at + 1).is_some() {
            return Some(Address::Bound {
                any: all || passed && for_good || needed && (head <= 1 || requested) && !article,
                soft: false,
            });
        }
        for place in at + 1..self.tokens.len().min(at + 10) {
            let word = self.word(place);
            if self.gap(place).contains([';', ':', '"', '.'])
                || words!("we they users you i developers people").contains(word)
            {
                return None;
            }
            if !DUTIES.contains(word) {
                continue;
            }
            let soft = words!("kindly hereby also now therefore").contains(self.word(place + 1));
            let place = place + usize::from(soft);
            let next = self.word(place + 1);
            let owed = match word {
                "are" | "is" | "have" | "has" | "need" | "needs" => {
                    OBLIGED.contains(next) || matches!((word, next), ("need", "not"))
                }
                _ => !matches!(next, "be" | "have" | "also") && self.word(place + 2) != "be",
            };
            if !owed {
                // "agents that are …": the verb comes later.
                continue;
            }
            let place = if self.word(place + 2) == "to" { place + 2 } else { place };
            let told =
                self.tells(place + 1).is_some() || next == "to" && self.tells(place + 2).is_some() || next == "exempt";
            let sure = AGENTS.contains(self.word(at))
                || head < at
                || (at + 1..place).any(|next| {
                    words!("reading reads processing handling using working this").contains(self.word(next))
                });
            // "may" and "can" tell what happens; "a good agent would" tells what is wanted.
            let wanted = !words!("may can could might will would").contains(word) || word == "would" && head < at;
            let explicit = matches!(word, "is" | "are")
                && words!("to instructed asked requested ordered obliged urged").contains(next);
            let any = explicit || !article && sure && wanted;
            return told.then_some(Address::Bound { any, soft: !wanted });
        }
        None
    }

    /// The first verb from `from` on that tells to do something, and whether it is to be left undone.
    fn tells(&self, from: usize) -> Option<(&str, bool)> {
        let mut negated = false;
        let occasion = words!("when if before whenever once after").contains(self.word(from));
        let data = self.tokens.iter().any(|token| words!("untrusted data").contains(token.word))
            && self.tokens.iter().any(|token| token.word == "treat");
        for at in from..self.tokens.len() {
            let word = self.word(at);
            let fresh = at == from || self.gap(at).contains([',', ';', ':', '—', '(', '"', '!', ']', '>']);
            if fresh || matches!(word, "and" | "but" | "then" | "so") {
                negated = false;
            }
            let before = self.before(at);
            let owed = before == "to"
                && at >= 2
                && (OBLIGED.contains(self.before(at - 1))
                    || DUTIES.contains(self.before(at - 1))
                    || matches!(self.before(at - 1), "not" | "want" | "like" | "remember" | "habit"));
            let from_now = before == "on" && words!("now here today").contains(self.before(at - 1));
            // "When describing this product mention that …".
            let behind_occasion = occasion
                && at > from + 2
                && !words!(
                    "the a an to of this that your its for by in on or we they it you i user is are was can will not"
                )
                .contains(before);
            let leads = fresh || LEADS.contains(before) || owed || from_now || behind_occasion;
            let acts = if negated { LEFT_UNDONE.contains(word) } else { VERBS.contains(word) && !data };
            if leads && acts {
                return Some((word, negated));
            }
            negated |= words!("not never dont don't shouldn't mustn't without no stop avoid").contains(word);
        }
        None
    }
}
