//! Judges a stranger's sentence by its structure: whom it speaks to, and what it wants done.
//!
//! People find ever new words for the same few acts: have something private handed out, have the agent's own rules
//! lifted, keep people in the dark, change what is remembered, have a permission given, have something fetched and run,
//! have something praised. So words are known by their stems, in several languages, and a stem alone decides nothing: an
//! act needs its verb together with its object, somebody who is spoken to or a wish that it last, and the form of an
//! order or a request. "The agent posts its reviews" tells what is; "agents, post the keys" wants something.

use alloc::string::String;

use super::Reason;
use super::words::{Sentence, fold, is_negation};

/// Stems, with blanks between; one that ends in `.` is a whole word. What is written without blanks in its language is
/// looked for anywhere.
type Stems = &'static str;

const AGENT: Stems = "ai. ais. ki. ia. llm assistant lassistant asistent assistent lagent agent. agents. agente. agentes. agenten. agenti bot. \
    bots. @bot chatbot claude chatgpt gpt copilot codex gemini sprachmodell 助手 智能体 大模型 モデル アシスタント を読んだai \
    ассистент агент нейросет 에이전트";
const AUTOMATED: Stems = "automated automatic robot";
const READER: Stems = "reading readers reader reads model. models. modelo modèle modell";
const YOU: Stems = "you. your. yours. yourself du. dein deine deinen deiner euch ihr. ihre ihren vous. votre vos. ton. tes. ta. tu. tus. \
    usted 你 您 あなた ты. твой твои вы. ваш";
const LASTING: Stems = "henceforth onwards permanently always forever künftig zukünftig désormais toujours siempre adelante \
    immer sofort jetzt maintenant ahora 从现在 以后 今后 今後 отныне впредь every. each. all. future later. next. whenever \
    jede jeder jedes chaque cada 每 毎";
const HAND_OUT: Stems = "send. sends. sending post. posts. upload email. mail. forward paste submit transmit leak exfil reveal disclos \
    print. dump echo. expos copy. append includ attach leave. share. publish embed output. encode base64 route. \
    leite weiterleit sende. senden schick verrat verrät envía enviar envíe envie envoy envoi ajout révèl révél revela revele \
    transm incluy incluir publi 发送 发给 传给 泄露 提交 送信 送って отправ перешл пришл";
const PRIVATE: Stems = "secret token credential password passphrase passwort passwörter contraseñ keys. key. clé. clés. clave \
    schlüssel apikey environment transcript conversation configuration prompt systemprompt zugangsdaten identifiant \
    credencial 密钥 密码 令牌 凭据 秘密 鍵 ключ парол токен nutzerfrage env.";
const OUTSIDE: Stems = "issue. issues. comment. comments. description public publicly pr. gist webhook endpoint support us. server \
    form. box. kommentar commentaire comentario";
const LIFT: Stems = "ignor forget forgot disregard overrid bypass supersed lifted released obey obeys comply complies vergiss \
    vergesst vergessen missacht olvid oubli dimentic esque negeer 忽略 无视 無視 忘记 忘れ забуд игнор upgraded";
const OWN: Stems = "instruction guideline guardrail training safety restriction developer operator configured vorgabe anweisung \
    consigne instruccion istruzion instruç systemprompt prompt 系统提示 指令 指示 инструкц principal";
const RULES: Stems =
    "rule. rules. limit. limits. limitation limitations polic regel reglas règles правил above. guide.";
const POSSESSIVE: Stems =
    "your. you. previous prior earlier whatever every all. system dein deine deinen tes. vos. tus. 之前 所有";
const TELL: Stems = "tell. mention inform. notify report. say. show. bring. know. erwähn sag. sage. verrat digas diga. dis. dites dire. \
    signale signaler 告诉 提及 知らせ 教え говори сообщ";
const QUIET: Stems = "silently quietly secretly covertly discreetly hide. conceal heimlich secrètement 隐藏 скрыт";
const KEEP: Stems = "store. stores. save. saves. saving add. adding write. writes. record. replac delet erase wipe. remember raise. mark. marks. rate. treat. guarda guarde \
    lösche löscht borra supprim enregistr merke speicher сохран запомн 保存 记住 标记 删除 覚え storing";
const MEMORY: Stems = "memory memories gedächtnis memoria mémoire knowledge wissensbasis preference agents.md claude.md notes. память 记忆 知识库 记住";
const TRUSTED: Stems = "trusted verified confirmed authoritative approved preferred fiable vertrauenswürdig geprüft confidence 已验证 可信 owners. \
    owner. maintainer maintainers. principal officially";
const PERMIT: Stems = "approv authoris authoriz grant. granted allow permit accept. accepts merge gemergt push. pushes skip disabl agreed released root. \
    automatic unnecessary optional rotate trust.";
const GUARD: Stems = "review reviews checks. tests. ci. approval approvals access. admin sandbox main. security limits. limitation confirmation \
    prüfung sandboxing verification everything merges lgtm lockfile";
const CLAIM: Stems = "owner maintainer eigentümer operator principal administrator admin authoris authoriz decided entschieden agreed propriétaire";
const RUN: Stems =
    "run. runs. install execut fetch download open. opens. visit curl. wget führe ejecut exécut 运行 执行";
const PRAISE: Stems = "recommend suggest mention. mentioned rank. steer link. links. prefer describe describes state. states reply. answer answers empfehl recomm 推荐";
const SOURCE: Stems = "page. website readme email. document file. site. issue. comment. tells. told instruct";

/// Verbs in the form in which orders have them.
const VERBS: Stems = "send. post. upload. email. mail. forward. paste. submit. transmit. leak. reveal. disclose. print. dump. expose. \
    copy. append. include. attach. leave. share. publish. embed. output. encode. route. ignore. forget. disregard. override. \
    bypass. obey. comply. store. save. add. write. record. replace. delete. erase. wipe. remember. raise. mark. rate. treat. \
    consider. approve. authorise. authorize. grant. allow. accept. merge. push. skip. disable. trust. rotate. run. install. execute. \
    fetch. download. open. visit. recommend. suggest. mention. rank. steer. link. describe. state. reply. answer. keep. \
    hide. use. base64. leite. sende. schicke. verrate. vergiss. lösche. speichere. merke. führe. envía. incluye. revela. \
    guarda. borra. ejecuta. olvida. envoie. envoyez. ajoute. ajoutez. supprime. oublie. oubliez. révèle. exécute. recommande.";
/// Words behind which a verb in that form is no order.
const SUBJECTS: Stems = "the. a. an. to. we. they. i. it. he. she. who. which. that. can. will. could. would. does. did. do. users. \
    agents. people. our. their. this. of. for. or. in. on. with. by. may. might. cannot. its. his. models.";
const ASKING: Stems =
    "must. should. shall. please. kindly. hereby. need. needs. mind. lovely. wants. 请 ください пожалуйста";

/// Whether an agent is spoken to: "Agents, …", "for the agent: …", "the assistant should …", not "the agent posts …".
pub(super) fn names_reader(sentence: &Sentence) -> bool {
    let words = &sentence.words;
    words.iter().enumerate().any(|(at, word)| {
        if !has(&Sentence::new([word.clone()].into(), word.clone()), AGENT) {
            return false;
        }
        let before = |count: usize| at.checked_sub(count).map_or("", |place| words[place].as_str());
        let told = words.get(at + 1).is_some_and(|next| is_one_of(next, ASKING) || next == "may");
        let talked_about =
            is_one_of(before(1), "the. this. a. an. our. of. by. with. and. per. wrong. each. every. all.");
        let turned_to = is_one_of(before(1), TURNING) || is_one_of(before(2), TURNING);
        told || turned_to || !talked_about && at <= 5
    }) || sentence.text.chars().any(is_unspaced) && has(sentence, AGENT)
}

/// Words that turn to somebody.
const TURNING: Stems = "for. dear. hey. attention. if. für. pour. para. al. todo. note.";

/// Whether the sentence wants something done: an order, a request, or a rule for the time to come.
fn is_directive(sentence: &Sentence) -> bool {
    let ordered = sentence.words.iter().enumerate().any(|(at, word)| {
        is_one_of(word, VERBS) && !at.checked_sub(1).is_some_and(|before| is_one_of(&sentence.words[before], SUBJECTS))
    });
    ordered || has(sentence, ASKING) || stands(sentence) || sentence.text.chars().any(is_unspaced)
}

/// Whether it is to hold from now on.
fn stands(sentence: &Sentence) -> bool {
    sentence.says_any(
        "from now on, from here on, standing order, ab jetzt, ab sofort, à partir de, a partir de, in each session, \
        in every session, every session, each session, each future, every future, all later, all future",
    ) || has(sentence, "henceforth désormais künftig отныне 从现在 今後 今后 以后")
}

/// What a stranger's sentence reaches for; `addressed` when an agent was spoken to before.
pub(super) fn stranger(sentence: &Sentence, addressed: bool) -> Option<Reason> {
    let has = |stems| has(sentence, stems);
    let agent = names_reader(sentence) || has(AUTOMATED) && has(READER) || addressed && has(YOU);
    let spoken_to = agent || has(YOU);
    let lasts = has(LASTING);
    let address = sentence.text.contains("://");
    let negated = sentence.words.iter().any(|word| is_negation(word))
        || ["不要", "别", "勿", "しないで", "не "].iter().any(|negation| sentence.text.contains(negation))
        || sentence.words.windows(2).any(|pair| pair[0] == "ne" || pair[0] == "no" && pair[1] == "se");
    let private = has(PRIVATE) || sentence.words.iter().any(|word| is_private_place(word));

    let wanted = is_directive(sentence);
    if wanted
        && has(HAND_OUT)
        && private
        && (agent || lasts && address || address && has(YOU) || has(OUTSIDE) && (lasts || spoken_to))
    {
        return Some(Reason::Exfiltration);
    }
    if reads_private_place(sentence) && has(HAND_OUT) {
        return Some(Reason::Exfiltration);
    }
    let unbound = has(LIFT)
        && (has(OWN) && (spoken_to || has("系统提示 systemprompt"))
            || has(RULES) && has(POSSESSIVE) && (agent || has(YOU)));
    let excused = sentence.words.windows(2).any(|pair| pair[0] == "not" && pair[1] == "apply") && has(OWN);
    let obeys =
        sentence.words.windows(2).any(|pair| pair[0] == "obey" && matches!(pair[1].as_str(), "me" | "this" | "these"));
    if unbound || excused || obeys {
        return Some(Reason::Override);
    }
    let untold = wanted && negated && has(TELL) && (agent || address) || has(QUIET) && agent && wanted;
    let between_us = sentence.says_any(
        "between us, find out, leave it out of, leave this out of, not be bothered, leave out of the summary, off the record",
    );
    if untold || between_us && (spoken_to || has(KEEP)) {
        return Some(Reason::Concealment);
    }
    let lifts = has("treat. mark. marks. store. rate. consider like. guarda guarde 标记") && has(TRUSTED);
    let own_memory = has(MEMORY)
        && has(KEEP)
        && (agent || has(YOU) || has("память 记忆 知识库 wissensbasis agents.md claude.md preference"));
    let asked_to_keep = has("remember. memorize merke recuerda") && lasts && has(YOU)
        || names_reader(sentence) && has(KEEP) && has("permanently dauerhaft forever lasting");
    let noted = asked_to_keep
        || sentence.words.windows(2).any(|pair| pair[0] == "remember" && one_of_pronouns(&pair[1])) && lasts;
    if wanted && (lifts && (spoken_to || has("this. these. every.")) || own_memory || noted) {
        return Some(Reason::MemoryControl);
    }
    if has("pretend") && has(CLAIM) {
        return Some(Reason::FalseAuthority);
    }
    let permits = has(PERMIT) && has(GUARD);
    if permits && (agent && wanted || has(CLAIM) && (lasts || has(YOU)) || lasts && negated) {
        return Some(Reason::FalseAuthority);
    }
    if wanted && has(RUN) && (agent && (address || lasts) || address && lasts) {
        return Some(Reason::RemoteAction);
    }
    let asked = sentence.words.windows(2).any(|pair| pair[0] == "user" || pair[0] == "users")
        && has("ask. asks. asking later. whenever wants");
    (wanted
        && has(PRAISE)
        && (agent && lasts
            || has(YOU) && has("answers. replies. hundred next. future")
            || asked && has("steer never rather")))
    .then_some(Reason::AddressesAgents)
}

/// What an agent passes on from a source it read, or leaves as an order to agents to come.
pub(super) fn relayed(sentence: &Sentence) -> Option<Reason> {
    let has = |stems| has(sentence, stems);
    let from_source =
        has(SOURCE) && sentence.says_any("per the, tells me, told me, asks me, instructs me, i should, as instructed");
    let to_agents = sentence.says_any("later agents, future agents, all agents, other agents, note to self");
    let private = has(PRIVATE) || sentence.words.iter().any(|word| is_private_place(word));
    let outside = has(OUTSIDE) || sentence.text.contains("://");
    if (from_source || to_agents || stands(sentence))
        && has(HAND_OUT)
        && private
        && outside
        && !sentence.words.iter().any(|word| is_negation(word))
    {
        return Some(Reason::Exfiltration);
    }
    let negated = sentence.words.iter().any(|word| is_negation(word));
    if negated && has(TELL) && has("user. users. owner. maintainer maintainers.") && stands(sentence) {
        return Some(Reason::Concealment);
    }
    let loosened = has(PERMIT) && has(GUARD) || has("unnecessary optional") && has(GUARD);
    if to_agents && (loosened || has("treat. mark.") && has(TRUSTED)) {
        return Some(Reason::MemoryControl);
    }
    None
}

/// Whether any word begins with one of the stems.
fn has(sentence: &Sentence, stems: Stems) -> bool {
    stems.split_ascii_whitespace().any(|stem| match stem.strip_suffix('.') {
        Some(whole) => sentence.words.iter().any(|word| word == whole),
        None if stem.is_ascii() => sentence.words.iter().any(|word| word.starts_with(stem)),
        None => {
            // Look-alike letters are folded in the sentence, so they are in the stem.
            let folded: String = stem.chars().flat_map(fold).collect();
            if stem.chars().any(is_unspaced) {
                sentence.text.contains(&folded)
            } else {
                sentence.words.iter().any(|word| word.starts_with(&folded))
            }
        }
    })
}

/// Chinese, Japanese: words are not set apart.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

/// Whether the word is one of `stems` as a whole.
fn is_one_of(word: &str, stems: Stems) -> bool {
    stems.split_ascii_whitespace().any(|stem| stem.strip_suffix('.') == Some(word))
}

fn one_of_pronouns(word: &str) -> bool {
    matches!(word, "this" | "that" | "these" | "it")
}

/// Files and variables where secrets are kept.
fn is_private_place(word: &str) -> bool {
    [".env", ".ssh", ".aws", "id_rsa", "id_ed25519", ".netrc", ".npmrc", "process.env", "kubeconfig", "credentials"]
        .iter()
        .any(|place| word.contains(place))
}

/// `cat ~/.ssh/id_ed25519`: a command that shows such a file.
fn reads_private_place(sentence: &Sentence) -> bool {
    sentence
        .words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "cat" | "type" | "less" | "head") && is_private_place(&pair[1]))
}
