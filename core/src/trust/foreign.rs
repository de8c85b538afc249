//! The same reaches in other languages: a verb in the form of an order, and what it reaches for.

use super::Reason;
use super::reach::{has, is_private_place, names_reader};
use super::stems::{Stems, stems};
use super::words::Sentence;

/// Orders in German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Turkish, Chinese, Japanese and Korean;
/// none of them is a word of English.
static ORDERS: Stems = Stems::new(
    "vergiss. vergesst. ignoriere. missachte. lösche. sende. schicke. schreibe. \
     übertrage. übermittle. erwähne. speichere. merke. merken. verrate. zeige. füge. ersetze. entferne. setze. \
     genehmige. verwende. gib. gebt. nenne. empfiehl. empfehlt. führe. oublie. oubliez. ignorez. supprime. supprimez. efface. effacez. envoie. envoyez. \
     publie. publiez. notez. noter. enregistre. enregistrez. ajoute. ajoutez. révèle. révélez. affiche. affichez. exécute. exécutez. \
     lancez. écris. écrivez. validez. approuvez. recommandez. remplacez. olvida. olvide. olviden. ignora. ignoren. borra. \
     borre. borren. elimina. elimine. envía. envíe. envíen. publica. guarda. guarde. guarden. anota. anote. añade. añada. revela. \
     revele. muestra. muestre. ejecuta. ejecute. escribe. escriba. recuerda. recuerde. recomienda. aprueba. esqueça. \
     esqueçam. apague. apaguem. apagar. envie. enviem. salve. grave. adicione. mostre. escreva. lembre. aprove. dimentica. dimenticate. \
     ignorate. cancella. cancellate. invia. inviate. pubblica. salva. annota. aggiungi. aggiungere. aggiungete. rivela. mostra. esegui. scrivi. ricorda. approva. \
     negeer. vergeet. verwijder. stuur. verstuur. bewaar. onthoud. schrijf. zet. voeg. toon. onthul. voer. \
     zignoruj. ignoruj. zapomnij. usuń. wyślij. zapisz. dodaj. ujawnij. pokaż. wykonaj. uruchom. zapamiętaj. zatwierdź. \
     opublikuj. zaczynaj. игнорируй забудь удали отправь пришли запиши сохрани добавь покажи раскрой выполни запусти \
     запомни опубликуй одобри unut. unutun. yoksay. sil. silin. gönder. gönderin. yaz. yazin. kaydet. ekle. göster. çaliştir. onayla. \
     忽略 忘记 删除 发送 写到 写入 写进 保存 记住 运行 显示 输出 無視 忘れ 削除 送信 表示して 保存して 実行して 書いて 取得して \
     무시 잊 삭제 보내 출력 저장 적어 실행 기억 승인",
);
static GUIDANCE: Stems = Stems::new(
    "anweisung vorgabe regeln. consigne instruccion instruções istruzion instructies regels. poleceni polecenia instrukcj \
     zasady. инструкц правил указани talimat kural 指令 指示 规则 ルール 지침 지시 규칙 règles. reglas. regras. regole.",
);
static EARLIER: Stems = Stems::new(
    "vorherig bisherig früher précédent anterior precedent vorige eerdere poprzedni предыдущ прежн önceki 之前 以前 之前的 これまで \
     이전 propri eigentümer eigenaar właścicie владел 所有 すべて 모두 alle. todas. tutte.",
);
static SECRET: Stems = Stems::new(
    "passw zugangsdaten schlüssel geheim umgebungsvariable mot. clé. clés. jeton contraseñ clave. claves. senha chave. \
     chaves. credencia chiavi. segret wachtwoord sleutel hasł. hasła. klucz zmienne парол ключ токен şifre anahtar gizli 密钥 密码 令牌 \
     环境变量 秘密 環境変数 パスワード 鍵 비밀 토큰 환경 시스템 系统提示 secret token prompt systemprompt env.",
);
static MEMORY: Stems = Stems::new(
    "gedächtnis wissensbasis notizen. mémoire memoria memória geheugen pamięc notatk память базу заметк hafıza notlar \
     记忆 知识库 笔记 記憶 メモリ メモ 메모 기억 notas. notes. note.",
);
static PEOPLE: Stems = Stems::new(
    "nutzer. nutzern benutzer anwender utilisateur lutilisateur usuari utilizador utente. utenti allutente gebruiker użytkownik nikomu \
     никому пользовател kullanıcı 用户 ユーザ 사용자 niemand nadie usuár personne. ninguém nessuno betreiber",
);
static TELLING: Stems = Stems::new(
    "erwähn sag. sage. sagen. verrat mention parle parler parlez dites. dire. avis informar diga. digas decir menziona \
     menzionare vermeld zeg. vertel wspomina mów. mówić powiedz говори сообщ упомина söyle 告诉 提及 言わ 知らせ 伝え 教え 말하 알리",
);
static NOT: Stems = Stems::new(
    "nicht. kein niemals niemand nichts pas. jamais. sin. no. nunca. não. non. niet. nooit. nie. nikomu не никому никогда söyleme \
     不要 别 勿 ないで ずに 마세요 말고 않 davon.",
);

/// Whether it has letters that English has not.
pub(super) fn is_foreign(sentence: &Sentence) -> bool {
    !sentence.text.is_ascii() && sentence.text.chars().any(|letter| !letter.is_ascii() && letter.is_alphabetic())
}

/// What a stranger's sentence in another language reaches for.
pub(super) fn find(sentence: &Sentence, called: bool) -> Option<Reason> {
    let has = |stems: &'static Stems| has(sentence, stems);
    let ordered = has(&ORDERS);
    // What is written without accents is English, unless it has such an order.
    if !ordered && !called && !is_foreign(sentence) && !has(stems!("doivent. deben. devem. devono. moeten.")) {
        return None;
    }
    if has(&TELLING) && has(&NOT) && has(&PEOPLE) {
        return Some(Reason::Concealment);
    }
    let voided = has(&GUIDANCE)
        && has(&EARLIER)
        && has(stems!("gelten gilt nicht. ungültig plus. válid valen нуж действ geçersiz 无效 無効 무효"));
    if voided && has(&NOT) && called {
        return Some(Reason::Override);
    }
    let agent = called || names_reader(sentence);
    let private = has(&SECRET) || sentence.words.iter().any(|word| is_private_place(word));
    let bound = agent
        && has(stems!(
            "müssen. sollen. doivent. devez. deben. deberán. devem. devono. moeten. powinny. должны zorunda"
        ))
        && (private
            || has(&MEMORY)
            || has(&GUIDANCE)
            || has(stems!("vertrauenswürdig verschweig fiable confiable affidabil souvenir")));
    if bound {
        return Some(Reason::AddressesAgents);
    }
    if !ordered {
        return None;
    }
    if has(&GUIDANCE) && (agent || has(&EARLIER)) {
        return Some(Reason::Override);
    }
    if private && (agent || sentence.text.contains("://")) {
        return Some(Reason::Exfiltration);
    }
    if has(&MEMORY) && agent {
        return Some(Reason::MemoryControl);
    }
    agent.then_some(Reason::AddressesAgents)
}
