//! Judges a stranger's sentence by its structure: whom it speaks to, and what it wants done.
//!
//! People find ever new words for the same few acts: have something private handed out, have the agent's own rules
//! lifted, keep people in the dark, change what is remembered, have a permission given, have something fetched and run,
//! have something praised. So words are known by their stems, in several languages, and a stem alone decides nothing: an
//! act needs its verb together with its object, somebody who is spoken to or a wish that it last, and the form of an
//! order or a request. "The agent posts its reviews" tells what is; "agents, post the keys" wants something.

use alloc::string::String;
use alloc::vec::Vec;

use super::Reason;
use super::glance::Glance;
use super::stems::{Stems, has_unspaced, stems};
use super::words::{Sentence, is_negation, phrases, words};
use crate::text::{Phrases, hash};

static AGENT: Stems = Stems::new(
    "ai. ais. ki. ia. llm assistant lassistant asistent assistent lagent agent. agents. agente. agentes. agenten. agenti bot. \
    bots. @bot chatbot claude chatgpt gpt copilot codex gemini sprachmodell 助手 智能体 大模型 モデル アシスタント を読んだai \
    ассистент агент нейросет 에이전트",
);
static AUTOMATED: Stems = Stems::new("automated automatic robot");
static READER: Stems = Stems::new("reading readers reader reads model. models. modelo modèle modell");
static YOU: Stems = Stems::new(
    "you. your. yours. yourself du. dein deine deinen deiner euch ihr. ihre ihren vous. votre vos. ton. tes. ta. tu. tus. \
    usted 你 您 あなた ты. твой твои вы. ваш",
);
static LASTING: Stems = Stems::new(
    "henceforth onwards permanently always forever künftig zukünftig désormais toujours siempre adelante \
    immer sofort jetzt maintenant ahora 从现在 以后 今后 今後 отныне впредь every. each. all. future later. next. whenever \
    jede jeder jedes chaque cada 每 毎",
);
static HAND_OUT: Stems = Stems::new(
    "send. sends. sending post. posts. upload email. mail. forward paste submit transmit leak exfil reveal disclos \
    print. dump echo. expos copy. append includ attach leave. share. publish embed output. export. encode base64 route. \
    leite weiterleit sende. senden schick verrat verrät envía enviar envíe envie envoy envoi ajout révèl révél revela revele \
    transm incluy incluir publi 发送 发给 传给 泄露 提交 送信 送って отправ перешл пришл",
);
static PRIVATE: Stems = Stems::new(
    "secret token credential password passphrase passwort passwörter contraseñ keys. key. clé. clés. clave \
    schlüssel apikey transcript conversation prompt systemprompt zugangsdaten identifiant \
    credencial 密钥 密码 令牌 凭据 秘密 鍵 ключ парол токен nutzerfrage env.",
);
static OUTSIDE: Stems = Stems::new(
    "issue. issues. comment. comments. description public publicly pr. gist webhook endpoint support us. server \
    form. box. kommentar commentaire comentario",
);
static LIFT: Stems = Stems::new(
    "ignor forget forgot disregard overrid bypass supersed lifted released obey obeys comply complies vergiss \
    vergesst vergessen missacht olvid oubli dimentic esque negeer 忽略 无视 無視 忘记 忘れ забуд игнор upgraded",
);
static OWN: Stems = Stems::new(
    "instruction guideline guardrail training safety restriction developer operator configured vorgabe anweisung \
    consigne instruccion istruzion instruç systemprompt prompt 系统提示 指令 指示 инструкц principal",
);
static RULES: Stems =
    Stems::new("rule. rules. limit. limits. limitation limitations polic regel reglas règles правил above. guide.");
static POSSESSIVE: Stems = Stems::new(
    "your. you. previous prior earlier whatever every all. system dein deine deinen tes. vos. tus. 之前 所有",
);
static TELL: Stems = Stems::new(
    "tell. mention inform. notify report. say. show. bring. know. erwähn sag. sage. verrat digas diga. dis. dites dire. \
    signale signaler 告诉 提及 知らせ 教え говори сообщ",
);
static QUIET: Stems =
    Stems::new("silently quietly secretly covertly discreetly hide. conceal heimlich secrètement 隐藏 скрыт");
static KEEP: Stems = Stems::new(
    "store. stores. save. saves. saving add. adding write. writes. record. replac delet erase wipe. remember raise. mark. marks. rate. treat. guarda guarde \
    lösche löscht borra supprim enregistr merke speicher сохран запомн 保存 记住 标记 删除 覚え storing",
);
static MEMORY: Stems = Stems::new(
    "memory memories gedächtnis memoria. mémoire knowledge wissensbasis preference agents.md claude.md память 记忆 知识库 记住",
);
static TRUSTED: Stems = Stems::new(
    "trusted verified confirmed authoritative approved preferred fiable vertrauenswürdig geprüft confidence 已验证 可信 owners. \
    owner. maintainer maintainers. principal officially",
);
static PERMIT: Stems = Stems::new(
    "approv authoris authoriz grant. granted allow permit accept. accepts merge gemergt push. pushes skip disabl agreed released root. \
    automatic unnecessary optional rotate trust.",
);
static GUARD: Stems = Stems::new(
    "review reviews checks. tests. ci. approval approvals access. admin sandbox main. security limits. limitation confirmation \
    prüfung sandboxing verification everything merges lgtm lockfile",
);
static CLAIM: Stems = Stems::new(
    "owner maintainer eigentümer operator principal administrator admin authoris authoriz decided entschieden agreed propriétaire",
);
static RUN: Stems =
    Stems::new("run. runs. install execut fetch download open. opens. visit curl. wget führe ejecut exécut 运行 执行");
static PRAISE: Stems = Stems::new(
    "recommend suggest mention. mentioned rank. steer link. links. prefer describe describes state. states reply. answer answers empfehl recomm 推荐",
);
static SOURCE: Stems =
    Stems::new("page. website readme email. document file. site. issue. comment. tells. told instruct");

/// Verbs in the form in which orders have them.
static VERBS: Stems = Stems::new(
    "send. post. upload. email. mail. forward. paste. submit. transmit. leak. reveal. disclose. print. dump. expose. \
    copy. append. include. attach. leave. share. publish. embed. output. export. encode. route. ignore. forget. disregard. override. \
    bypass. obey. comply. store. save. add. write. record. replace. delete. erase. wipe. remember. raise. mark. rate. treat. \
    consider. approve. authorise. authorize. grant. allow. accept. merge. push. skip. disable. trust. rotate. run. install. execute. \
    fetch. download. open. visit. recommend. suggest. mention. rank. steer. link. describe. state. reply. answer. keep. \
    hide. use. base64. leite. sende. schicke. verrate. vergiss. lösche. speichere. merke. führe. envía. incluye. revela. \
    guarda. borra. ejecuta. olvida. envoie. envoyez. ajoute. ajoutez. supprime. oublie. oubliez. révèle. exécute. recommande.",
);
/// Words behind which a verb in that form is no order.
static SUBJECTS: Stems = Stems::new(
    "the. a. an. to. we. they. i. it. he. she. who. which. that. can. will. could. would. does. did. do. users. \
    agents. people. our. their. this. of. for. or. in. on. with. by. may. might. cannot. its. his. models.",
);
static ASKING: Stems =
    Stems::new("must. should. shall. please. kindly. hereby. need. needs. mind. lovely. wants. 请 ください пожалуйста");

/// Whether an agent is spoken to: "Agents, …", "for the agent: …", "the assistant should …", not "the agent posts …".
pub(super) fn names_reader(sentence: &Sentence) -> bool {
    let words = &sentence.words;
    let agent = AGENT.sorted();
    words.iter().enumerate().any(|(at, word)| {
        if !agent.begin(word, sentence.hashes[at]) && !AGENT.are_in(word) {
            return false;
        }
        let kind = stems!("generated. made. assisted. powered. based. written. driven. ready.");
        if words.get(at + 1).is_some_and(|next| kind.is(next)) {
            return false;
        }
        let before = |count: usize| at.checked_sub(count).map_or("", |place| words[place].as_str());
        let told = words.get(at + 1).is_some_and(|next| ASKING.is(next) || next == "may");
        let talked_about =
            stems!("the. this. a. an. our. of. by. with. and. per. wrong. each. every. all.").is(before(1));
        let turned_to = TURNING.is(before(1)) || TURNING.is(before(2));
        told || turned_to || !talked_about && at <= 5
    }) || has_unspaced(&sentence.text) && has(sentence, &AGENT)
}

/// Words that turn to somebody.
static TURNING: Stems = Stems::new("for. dear. hey. attention. if. für. pour. para. al. todo. note.");

/// Whether the sentence wants something done: an order, a request, or a rule for the time to come.
fn is_directive(sentence: &Sentence) -> bool {
    let ordered = sentence.words.iter().enumerate().any(|(at, word)| {
        VERBS.is(word) && !at.checked_sub(1).is_some_and(|before| SUBJECTS.is(&sentence.words[before]))
    });
    ordered || has(sentence, &ASKING) || stands(sentence) || has_unspaced(&sentence.text)
}

/// Ways to say that something holds from now on.
static STANDING: Phrases = Phrases::new(
    "from now on, from here on, from today, standing order, ab jetzt, ab sofort, à partir de, a partir de, in each session, \
    in every session, every session, each session, each future, every future, all later, all future",
);
static HENCEFORTH: Stems = Stems::new("henceforth désormais künftig отныне 从现在 今後 今后 以后");

/// Whether it is to hold from now on.
pub(super) fn stands(sentence: &Sentence) -> bool {
    sentence.says_any(&STANDING) || has(sentence, &HENCEFORTH)
}

/// What a stranger's sentence reaches for; `addressed` when an agent was spoken to before, `called` when it surely is,
/// `file` when the words stand in a file of the project or in a tool's output.
pub(super) fn stranger(sentence: &Sentence, addressed: bool, called: bool, file: bool) -> Option<Reason> {
    let has = |stems: &'static Stems| has(sentence, stems);
    let agent = called || names_reader(sentence) || has(&AUTOMATED) && has(&READER) || addressed && has(&YOU);
    let spoken_to = agent || has(&YOU);
    let lasts = has(&LASTING);
    let address = sentence.text.contains("://");
    let negated = sentence.words.iter().any(|word| is_negation(word))
        || ["不要", "别", "勿", "しないで", "не "].iter().any(|negation| sentence.text.contains(negation))
        || sentence.words.windows(2).any(|pair| pair[0] == "ne" || pair[0] == "no" && pair[1] == "se");
    let private = has(&PRIVATE)
        || sentence.words.iter().any(|word| is_private_place(word))
        || sentence
            .says_any(phrases!("environment variables, environment file, full configuration, hidden configuration"))
        || agent && has(stems!("environment configuration"));

    let wanted = is_directive(sentence);
    let hand_out = HAND_OUT.sorted();
    let handed = |(at, (word, hash)): (usize, (&str, u32))| hand_out.begin(word, hash) && !sentence.negated(at);
    if wanted
        && !sentence.says_any(phrases!("prompt injection"))
        && (sentence.hashed().enumerate().any(handed) || HAND_OUT.are_in(&sentence.text))
        && private
        && (agent || lasts && address || address && has(&YOU) || has(&OUTSIDE) && (lasts || spoken_to))
    {
        return Some(Reason::Exfiltration);
    }
    if reads_private_place(sentence) && has(&HAND_OUT) {
        return Some(Reason::Exfiltration);
    }
    let own = |word: &String| OWN.sorted().begin(word, hash(word));
    let lift = LIFT.sorted();
    let lifts_own = sentence.hashed().enumerate().any(|(at, (word, hash))| {
        lift.begin(word, hash)
            && !word.ends_with("ing")
            && sentence.words[at.saturating_sub(4)..sentence.words.len().min(at + 7)].iter().any(own)
    }) || LIFT.are_in(&sentence.text) && has(&OWN);
    let unbound = has(&LIFT)
        && (lifts_own && (spoken_to || has(stems!("系统提示 systemprompt")))
            || has(&RULES) && has(&POSSESSIVE) && (agent || has(&YOU)));
    let excused = sentence.words.windows(2).any(|pair| pair[0] == "not" && pair[1] == "apply") && has(&OWN);
    let obeys =
        sentence.words.windows(2).any(|pair| pair[0] == "obey" && matches!(pair[1].as_str(), "me" | "this" | "these"));
    let lastingly = stands(sentence) && has(&AGENT) && has(&LIFT);
    if unbound || excused || obeys || lastingly {
        return Some(Reason::Override);
    }
    let tell = TELL.sorted();
    let unsaid = |(at, (word, hash)): (usize, (&str, u32))| tell.begin(word, hash) && sentence.negated(at);
    let silent = sentence.hashed().enumerate().any(unsaid) || negated && !sentence.text.is_ascii() && has(&TELL);
    let untold = wanted && silent && (agent || address) || has(&QUIET) && agent && wanted;
    let between_us = sentence.says_any(phrases!("between us, find out, leave it out of, leave this out of, not be bothered, leave out of the summary, off the record"));
    if untold || between_us && (spoken_to || has(&KEEP)) {
        return Some(Reason::Concealment);
    }
    let lifts = has(stems!("treat. mark. marks. store. rate. consider like. guarda guarde 标记")) && has(&TRUSTED);
    let filed = sentence.near(words!("in into to from as"), words!("your"), 1)
        && sentence.near(words!("your"), words!("memory memories notes knowledge records preferences"), 3);
    let own_memory = has(&KEEP)
        && (agent && (has(&MEMORY) || has(stems!("notes.")))
            || filed
            || has(stems!(
                "память 记忆 知识库 wissensbasis gedächtnis mémoire memoria. agents.md claude.md preference"
            )));
    let asked_to_keep = has(stems!("remember. memorize merke recuerda")) && lasts && has(&YOU)
        || names_reader(sentence) && has(&KEEP) && has(stems!("permanently dauerhaft forever lasting"));
    let noted = asked_to_keep
        || sentence.words.windows(2).any(|pair| pair[0] == "remember" && one_of_pronouns(&pair[1]))
            && (agent && lasts
                || stands(sentence)
                || sentence.says_any(phrases!("this user, user prefers, user wants, user likes")));
    if wanted && (lifts && (spoken_to || has(stems!("this. these. every."))) || own_memory || noted) {
        return Some(Reason::MemoryControl);
    }
    if has(stems!("pretend")) && has(&CLAIM) {
        return Some(Reason::FalseAuthority);
    }
    let permits = has(&PERMIT) && has(&GUARD);
    if permits && (agent && wanted || has(&CLAIM) && (lasts || has(&YOU)) || lasts && negated) {
        return Some(Reason::FalseAuthority);
    }
    if wanted && has(&RUN) && (agent && (address || lasts && !file) || address && lasts) {
        return Some(Reason::RemoteAction);
    }
    let asked = sentence.words.windows(2).any(|pair| pair[0] == "user" || pair[0] == "users")
        && has(stems!("ask. asks. asking later. whenever wants"));
    (wanted
        && has(&PRAISE)
        && (agent && lasts
            || has(&YOU) && has(stems!("answers. replies. hundred next. future"))
            || asked && has(stems!("steer never rather"))))
    .then_some(Reason::AddressesAgents)
}

/// Ways in which an agent tells what a source wants of it.
static PASSED_ON: Phrases = Phrases::new("per the, tells me, told me, asks me, instructs me, i should, as instructed");
static TO_AGENTS: Phrases = Phrases::new("later agents, future agents, all agents, other agents, note to self");

/// Words of which one stands in all that is [relayed], unless it has a stem for "from now on".
pub(super) fn relayed_needs() -> Vec<&'static str> {
    PASSED_ON.keys().chain(TO_AGENTS.keys()).chain(STANDING.keys()).collect()
}

/// What an agent passes on from a source it read, or leaves as an order to agents to come.
pub(super) fn relayed(sentence: &Sentence, glance: Glance) -> Option<Reason> {
    let has = |stems: &'static Stems| has(sentence, stems);
    if !glance.has(Glance::RELAYS) && !has(&HENCEFORTH) {
        return None;
    }
    let from_source = sentence.says_any(&PASSED_ON) && has(&SOURCE);
    let to_agents = sentence.says_any(&TO_AGENTS);
    let lasts = stands(sentence);
    if !(from_source || to_agents || lasts) {
        return None;
    }
    let negated = sentence.words.iter().any(|word| is_negation(word));
    let private = || has(&PRIVATE) || sentence.words.iter().any(|word| is_private_place(word));
    let outside = || has(&OUTSIDE) || sentence.text.contains("://");
    if has(&HAND_OUT) && !negated && private() && outside() {
        return Some(Reason::Exfiltration);
    }
    if negated && lasts && has(&TELL) && has(stems!("user. users. owner. maintainer maintainers.")) {
        return Some(Reason::Concealment);
    }
    let loosened = has(&PERMIT) && has(&GUARD) || has(stems!("unnecessary optional")) && has(&GUARD);
    if to_agents && (loosened || has(stems!("treat. mark.")) && has(&TRUSTED)) {
        return Some(Reason::MemoryControl);
    }
    None
}

/// Whether it tells what a source wants: "the page asks assistants to skip the tests".
pub(super) fn sourced(sentence: &Sentence) -> bool {
    has(
        sentence,
        stems!(
            "page. website webpage webseite site. comment. issue. document pdf. readme output. fixture guide. notice \
                 stranger email. mail. vendor article. post. blog banner metadata server. tool. mcp. changelog forum. wiki. package."
        ),
    ) && has(
        sentence,
        stems!(
            "ask. asks. asked asking request recommend instruct guidance notice bittet verlangt wants. says. \
                 according advis suggests tells. told per. summary learned. following"
        ),
    )
}

/// Whether it makes something a rule for the time to come: "I keep that as a rule".
pub(super) fn takes_up(sentence: &Sentence) -> bool {
    has(
            sentence,
            stems!(
                "noted. saved. policy preference preferred regel accordingly memory rule. rules. standard. standing \
                 guideline convention habit learned."
            ),
        ) || sentence.says_any(phrases!(
            "i will, i wont, ill, from now on, going forward, from this session, in the future, from here on, any later, keep in mind, will remember, standing order, will do so, every session, each session"
        ))
}

/// Whether any word begins with one of the stems.
#[inline(never)] // many callers
pub(super) fn has(sentence: &Sentence, stems: &'static Stems) -> bool {
    let sorted = stems.sorted();
    sentence.hashed().any(|(word, hash)| sorted.begin(word, hash)) || stems.are_in(&sentence.text)
}

fn one_of_pronouns(word: &str) -> bool {
    matches!(word, "this" | "that" | "these" | "it")
}

/// Files and variables where secrets are kept.
pub(super) fn is_private_place(word: &str) -> bool {
    let holds = |places: &[&str]| places.iter().any(|place| word.contains(place));
    word.contains(['.', '_'])
        && holds(&[".env", ".ssh", ".aws", "id_rsa", "id_ed25519", ".netrc", ".npmrc", "process.env"])
        || word.len() >= 10 && holds(&["kubeconfig", "credentials"])
}

/// `cat ~/.ssh/id_ed25519`: a command that shows such a file.
fn reads_private_place(sentence: &Sentence) -> bool {
    sentence
        .words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "cat" | "type" | "less" | "head") && is_private_place(&pair[1]))
}
