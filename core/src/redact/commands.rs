//! Secrets among the arguments of a command.
//!
//! Which argument holds one is a fact about the command, so there is a table. A command line is read once, up to its
//! end.

use super::assign::{Assignment, Join};
use super::blocks::is_shown;
use super::decode::decode_base64;
use super::judge;
use super::key::{self, Words};
use super::value::{Shape, contains_ignoring_case, is_placeholder, is_plain_reference, is_reference};
use super::wordy::is_wordy;

/// The longest command line looked at.
const LINE: usize = 2048;

/// What carries the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carries {
    /// A flag with `user:password`, or with another mark between.
    Pair(u8),
    /// A flag with the password alone.
    Password,
    /// A flag with the password behind it without a blank: `-pS3cret`.
    Glued,
    /// The first argument that is no flag.
    First,
    /// The first argument, as `user/password@host`.
    Account,
    /// The last argument.
    Last,
    /// The last argument, if one of the flags is there.
    LastWith,
    /// Every `NAME=value`.
    Values,
    /// `NAME value`, when the name tells of a secret.
    Named,
    /// The first argument behind the one that names a share: `\\host\share`.
    Share,
    /// The second argument that is no flag.
    Second,
}

use Carries::{Account, First, Glued, Last, LastWith, Named, Pair, Password, Second, Share, Values};

/// A command, the flags that count, and what carries the secret.
pub(super) const COMMANDS: &[(&str, &[&str], Carries)] = &[
    ("curl ", &["-u", "--user", "-U", "--proxy-user"], Pair(b':')),
    ("http ", &["-a", "--auth"], Pair(b':')),
    ("xh ", &["-a", "--auth"], Pair(b':')),
    ("smbclient ", &["-U", "--user"], Pair(b'%')),
    ("rpcclient ", &["-U", "--user"], Pair(b'%')),
    ("lftp ", &["-u", "--user"], Pair(b',')),
    ("sshpass ", &["-p"], Password),
    ("redis-cli ", &["-a", "--pass"], Password),
    ("docker login ", &["-p", "--password"], Password),
    ("podman login ", &["-p", "--password"], Password),
    ("nerdctl login ", &["-p", "--password"], Password),
    ("buildah login ", &["-p", "--password"], Password),
    ("skopeo login ", &["-p", "--password"], Password),
    ("oras login ", &["-p", "--password"], Password),
    ("helm registry login ", &["-p", "--password"], Password),
    ("oc login ", &["-p", "--password"], Password),
    ("az login ", &["-p", "--password"], Password),
    ("twine upload ", &["-p", "--password"], Password),
    ("gh secret set ", &["-b", "--body"], Password),
    ("glab variable set ", &["-v", "--value"], Password),
    ("mongosh ", &["-p", "--password"], Password),
    ("mongo ", &["-p", "--password"], Password),
    ("mongodump ", &["-p", "--password"], Password),
    ("mongorestore ", &["-p", "--password"], Password),
    ("mongoimport ", &["-p", "--password"], Password),
    ("mongoexport ", &["-p", "--password"], Password),
    ("cqlsh ", &["-p", "--password"], Password),
    ("sqlcmd ", &["-P"], Password),
    ("bcp ", &["-P"], Password),
    ("mosquitto_pub ", &["-P", "--pw"], Password),
    ("mosquitto_sub ", &["-P", "--pw"], Password),
    ("ldapsearch ", &["-w"], Password),
    ("ldapadd ", &["-w"], Password),
    ("ldapmodify ", &["-w"], Password),
    ("ldapdelete ", &["-w"], Password),
    ("ldapwhoami ", &["-w"], Password),
    ("ldappasswd ", &["-w", "-s"], Password),
    ("kadmin ", &["-w"], Password),
    ("openssl enc ", &["-k", "-K"], Password),
    ("keytool ", &["-storepass", "-keypass", "-srcstorepass", "-deststorepass"], Password),
    ("jarsigner ", &["-storepass", "-keypass"], Password),
    ("zip ", &["-P", "--password"], Password),
    ("unzip ", &["-P"], Password),
    ("plink ", &["-pw"], Password),
    ("pscp ", &["-pw"], Password),
    ("putty ", &["-pw"], Password),
    ("psexec ", &["-p"], Password),
    ("evil-winrm ", &["-p"], Password),
    ("xfreerdp ", &["/p:"], Glued),
    ("security add-generic-password ", &["-w"], Password),
    ("security add-internet-password ", &["-w"], Password),
    ("doctl auth init ", &["-t", "--access-token"], Password),
    ("dotnet nuget push ", &["-k", "--api-key"], Password),
    ("convertto-securestring ", &[], First),
    ("sqlplus ", &[], Account),
    ("jdbc:oracle:thin:", &[], Account),
    ("mysql ", &["-p"], Glued),
    ("mysqldump ", &["-p"], Glued),
    ("mysqladmin ", &["-p"], Glued),
    ("mysqlimport ", &["-p"], Glued),
    ("mariadb ", &["-p"], Glued),
    ("7z ", &["-p"], Glued),
    ("unrar ", &["-p"], Glued),
    ("vault login ", &[], Last),
    ("cargo login ", &[], Last),
    ("rclone obscure ", &[], Last),
    ("wpa_passphrase ", &[], Last),
    ("rabbitmqctl add_user ", &[], Last),
    ("rabbitmqctl change_password ", &[], Last),
    ("mc alias set ", &[], Last),
    ("nuget setapikey ", &[], Last),
    ("dotnet user-secrets set ", &[], Last),
    ("net user ", &[], Second),
    ("net use ", &[], Share),
    ("htpasswd ", &["-b", "-nb", "-bn", "-cb", "-bc", "-Bb", "-bB", "-nbB", "-Bbn", "-bnB", "-cbB"], LastWith),
    ("fly secrets set ", &[], Values),
    ("flyctl secrets set ", &[], Values),
    ("supabase secrets set ", &[], Values),
    ("setx ", &[], Named),
    ("set -gx ", &[], Named),
    ("set -ux ", &[], Named),
    ("aws configure set ", &[], Named),
    ("npm config set ", &[], Named),
    ("yarn config set ", &[], Named),
    ("poetry config ", &[], Named),
];

/// Reads secrets from another command's output: what `echo … |` before it says is one.
pub(super) const READS_INPUT: &[&str] =
    &["--password-stdin", "sudo -s", "chpasswd", "passwd --stdin", DECODES, "base64 --decode"];

/// Shows what is encoded; what is written into it is a secret where the line says so.
const DECODES: &str = "base64 -d";

/// The secrets of the command whose arguments begin at `at`; returns where its line ends.
pub(super) fn arguments(text: &[u8], at: usize, row: usize, mut found: impl FnMut((usize, usize))) -> usize {
    let Some(&(_, flags, carries)) = COMMANDS.get(row) else { return at };
    let end = line_end(text, at);
    let mut cursor = at;
    let mut is_share = false;
    let mut told = None;
    let mut flagged = false;
    let mut has_flag = false;
    let mut last = None;
    let mut named: Option<(usize, usize)> = None;
    while let Some(word) = next_word(text, cursor, end) {
        cursor = word.2;
        let bounds = (word.0, word.1);
        let argument = &text[word.0..word.1];
        if matches!(argument, b"|" | b"||" | b"&&" | b";" | b">" | b"#") {
            break;
        }
        if core::mem::take(&mut flagged) {
            secret_of(text, bounds, carries).into_iter().for_each(&mut found);
            continue;
        }
        let flag = flags.iter().find(|flag| argument.starts_with(flag.as_bytes()));
        match (carries, flag) {
            (Pair(_) | Password, Some(flag)) if argument.len() == flag.len() => flagged = true,
            (Pair(_) | Password, Some(flag)) if argument[flag.len()] == b'=' => {
                secret_of(text, unquoted(text, word.0 + flag.len() + 1, word.1), carries)
                    .into_iter()
                    .for_each(&mut found);
            }
            (Pair(_) | Password | Glued, Some(flag)) if argument.len() > flag.len() && flag.len() <= 3 => {
                let carries = if carries == Password { Glued } else { carries };
                secret_of(text, unquoted(text, word.0 + flag.len(), word.1), carries).into_iter().for_each(&mut found);
            }
            (LastWith, _) if flags.iter().any(|flag| flag.as_bytes() == argument) => has_flag = true,
            (Values, _) => {
                let value = argument.iter().position(|&byte| byte == b'=');
                let value = value.map(|equals| unquoted(text, word.0 + equals + 1, word.1));
                value.and_then(|value| secret_of(text, value, Password)).into_iter().for_each(&mut found);
            }
            (First, _) if argument.first() != Some(&b'-') => {
                secret_of(text, bounds, Password).into_iter().for_each(&mut found);
                break;
            }
            (Account, _) if argument.first() != Some(&b'-') => {
                let at_sign = argument.iter().position(|&byte| byte == b'@').unwrap_or(argument.len());
                secret_of(text, (word.0, word.0 + at_sign), Pair(b'/')).into_iter().for_each(&mut found);
                break;
            }
            (Named, _) if argument.first() != Some(&b'-') => {
                if let Some(name) = named {
                    let assignment = Assignment { name, value: bounds, join: Join::Tight, quoted: false };
                    let level = key::judge(&text[name.0..name.1]);
                    if level.is_some_and(|level| judge::is_secret(text, &assignment, level)) {
                        found(bounds);
                    }
                }
                named = Some(bounds);
            }
            _ => {}
        }
        let is_plain = !matches!(argument.first(), Some(b'-' | b'/') | None);
        // Remarks may follow.
        if is_plain && (carries == Second && last.is_some() || is_share) {
            told = Some(bounds);
            break;
        }
        let begins = argument.first() == Some(&b'\\') || text[..word.0].ends_with(b"\\\\");
        is_share |= carries == Share && begins;
        last = if is_plain { Some(bounds) } else { last };
        // A command in a sentence ends with it.
        if text.get(word.1) == Some(&b'`') {
            break;
        }
    }
    if carries == Last || carries == LastWith && has_flag {
        told = last;
    }
    if let Some(told) = told {
        let told = Some(told).filter(|&(from, to)| Shape::of(&text[from..to]).mixed() && !is_wordy(&text[from..to]));
        told.and_then(|bounds| secret_of(text, bounds, Last)).into_iter().for_each(&mut found);
    }
    end
}

/// Lines of a server's configuration that set a password, by a name that others do not have.
const DIRECTIVES: Words = Words::new(&["requirepass", "masterauth"]);

/// The value of a directive that stands alone on its line, or is set by a command: `config set requirepass …`.
pub(super) fn directive(text: &[u8], name: (usize, usize)) -> Option<(usize, usize)> {
    if !DIRECTIVES.has(&text[name.0..name.1]) {
        return None;
    }
    let before = text[name.0.saturating_sub(32)..name.0].trim_ascii_end();
    let is_set = before.len() >= 4 && before[before.len() - 4..].eq_ignore_ascii_case(b" set");
    let indent = text[..name.0].iter().rev().take(32).take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
    let starts = is_set || matches!(text[..name.0 - indent].last(), None | Some(b'\n'));
    if !starts {
        return None;
    }
    let end = line_end(text, name.1);
    let word = next_word(text, name.1, end)?;
    let is_last = text[word.2..end].trim_ascii().is_empty();
    secret_of(text, (word.0, word.1), Password).filter(|_| is_last)
}

/// What is written into a command that reads a secret and whose name stands at `at`: `echo … | sudo -S`.
pub(super) fn piped(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at - text[..at].iter().rev().take(LINE / 4).take_while(|&&byte| byte != b'\n').count();
    let line = &text[start..at];
    let bar = line.iter().rposition(|&byte| byte == b'|')?;
    let says = ["echo ", "printf "].iter().find_map(|command| {
        line[..bar].windows(command.len()).rposition(|window| window == command.as_bytes()).map(|at| at + command.len())
    })?;
    let mut cursor = start + says;
    let mut value = None;
    while let Some(word) = next_word(text, cursor, start + bar) {
        cursor = word.2;
        let is_format = matches!(text[word.0..word.1].first(), Some(b'-' | b'%'));
        value = if is_format { value } else { Some((word.0, word.1)) };
    }
    let value = value?;
    if text[at..].starts_with(b"base64") {
        return Some(value).filter(|&(from, to)| is_encoded_secret(&text[from..to], &text[at..line_end(text, at)]));
    }
    // `echo "user:password" | chpasswd`
    let colon = text[value.0..value.1].iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
    secret_of(text, (value.0 + colon, value.1), Password)
}

/// Whether `encoded` holds one word that is none, and the remark behind the command speaks of a secret.
fn is_encoded_secret(encoded: &[u8], remark: &[u8]) -> bool {
    let is_told =
        ["passw", "secret", "token", "cred"].iter().any(|word| contains_ignoring_case(remark, word.as_bytes()));
    let padding = encoded.iter().rev().take_while(|&&byte| byte == b'=').count();
    is_told
        && decode_base64(&encoded[..encoded.len() - padding]).is_some_and(|decoded| {
            let decoded = decoded.trim().as_bytes();
            let is_word = decoded.iter().all(u8::is_ascii_graphic);
            let shape = Shape::of(decoded);
            let is_made_up =
                shape.mixed() && (shape.upper > 0 && shape.lower > 0 || shape.digits > 2 || !is_wordy(decoded));
            decoded.len() >= 8 && is_word && is_made_up && !is_harmless(decoded)
        })
}

/// Where the command line ends that goes on at `at`.
fn line_end(text: &[u8], at: usize) -> usize {
    let limit = text.len().min(at + LINE);
    let mut end = at;
    while end < limit && (text[end] != b'\n' || text[end - 1] == b'\\') {
        end += 1;
    }
    end
}

/// The next argument without its quotes, and where the one behind it may begin.
fn next_word(text: &[u8], at: usize, end: usize) -> Option<(usize, usize, usize)> {
    // A command may stand in a string, with its quotes and line ends escaped.
    let is_gap = |at: usize| match text[at] {
        b' ' | b'\t' | b'\n' | b'\r' => true,
        b'\\' => matches!(text.get(at + 1), Some(b'\n' | b'"' | b'\'' | b'n' | b'r' | b't' | b'\\') | None),
        _ => false,
    };
    let from = at + (at..end).take_while(|&at| is_gap(at)).count();
    let first = *text.get(from).filter(|_| from < end)?;
    if matches!(first, b'"' | b'\'') {
        let length = text[from + 1..end].iter().position(|&byte| byte == first).unwrap_or(end - from - 1);
        let escaped = usize::from(length > 0 && text[from + length] == b'\\');
        return Some((from + 1, from + 1 + length - escaped, (from + 2 + length).min(end)));
    }
    let mut to = from;
    let mut quote = None;
    while to < end && (quote.is_some() || !is_gap(to) && text[to] != b'`') {
        match (quote, text[to]) {
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (Some(open), byte) if open == byte => break,
            _ => {}
        }
        to += 1;
    }
    Some((from, to, if to < end { to + 1 } else { to }))
}

/// The rest of an argument, behind a quote.
fn unquoted(text: &[u8], from: usize, to: usize) -> (usize, usize) {
    let from = from + usize::from(matches!(text.get(from), Some(b'"' | b'\'')));
    (from, to.max(from))
}

/// What of an argument must not be seen.
fn secret_of(text: &[u8], bounds: (usize, usize), carries: Carries) -> Option<(usize, usize)> {
    let argument = &text[bounds.0..bounds.1];
    let Pair(mark) = carries else {
        // A word right behind the flag is another flag: `-print`.
        let word = carries == Glued && argument.iter().all(u8::is_ascii_lowercase) && is_wordy(argument);
        let hidden = argument.len() < 4 || word || argument.first() == Some(&b'-') || is_harmless(argument);
        return (!hidden).then_some(bounds);
    };
    let cut = argument.iter().position(|&byte| byte == mark)?;
    let (user, password) = (&argument[..cut], &argument[cut + 1..]);
    if is_shown(user, password) {
        // `curl -u sk_live_…:` carries the secret as the user.
        return (password.is_empty() && judge::is_random(user)).then_some((bounds.0, bounds.0 + cut));
    }
    Some((bounds.0 + cut + 1, bounds.1))
}

fn is_harmless(argument: &[u8]) -> bool {
    let is_number = argument.iter().all(u8::is_ascii_digit);
    // `-pPASSWORD` shows where one goes.
    let is_variable = argument.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_');
    is_number || is_variable || is_reference(argument) || is_placeholder(argument) || is_plain_reference(argument)
}
