//! A transport with a mask for every value in it that may be a secret: to be shown, compared and stored.
//!
//! `config.secret` reports a secret only where it is sure of one. A value that is printed cannot be taken back, so
//! more is masked here than is reported: the value of an environment variable on a command line or in a line for a
//! shell, of a flag or header that carries credentials, of an option of one letter that looks like a secret, the user
//! information and the query of a URL, and runs of characters that nobody writes by hand.
//! Variables that decide what runs keep their values, as do paths, references and, in a script, all that follows a
//! value.

use super::command::{self, SHELLS};
use super::credentials::{
    defaults, is_plain, is_value, looks_secret, members, names_credentials, random, takes_password,
};
use super::script;
use super::urls::{Url, urls};
use super::wording::{Found, What, apart, in_words, is_loader, quoted, without_secrets};
use crate::mask;
use crate::words::masked::PACKAGES;
use std::ops::Range;
use vetgate_model::Transport;

/// Options of interpreters that are followed by code.
const CODE: &[&str] = &["-c", "-e", "-p", "--eval", "--print", "-command"];

/// Programs whose option `-e` sets a variable.
const CONTAINERS: &[&str] = &["docker", "podman", "nerdctl"];

/// The transport as it may be shown: the command line or URL, with `***` for every secret in it.
///
/// ```
/// use vetgate_model::Transport;
/// use vetgate_vet::config::shown;
/// let args = vec!["-y".to_owned(), "pkg".to_owned(), "--api-key".to_owned(), "s3cr3t-value".to_owned()];
/// let transport = Transport::Stdio { command: "npx".to_owned(), args, env: Default::default(), cwd: None };
/// assert_eq!(shown(&transport), "npx -y pkg --api-key ***");
/// ```
pub fn shown(transport: &Transport) -> String {
    joined(transport, |found| found.what.shown())
}

/// The identity of a server: its transport and its command line or URL, with `***` for every value that may be a
/// secret. It is the same after a token was rotated, and holds no part of one.
///
/// ```
/// use vetgate_model::Transport;
/// use vetgate_vet::config::identity;
/// let args = vec!["srv".to_owned(), "--token=abcd1234".to_owned()];
/// let transport = Transport::Stdio { command: "uvx".to_owned(), args, env: Default::default(), cwd: None };
/// assert_eq!(identity(&transport), "stdio:uvx srv --token=***");
/// ```
pub fn identity(transport: &Transport) -> String {
    let scheme = match transport {
        Transport::Stdio { .. } => "stdio",
        Transport::Http { .. } => "http",
    };
    format!("{scheme}:{}", joined(transport, |_| mask::MASK))
}

/// What else decides what a command does, a line each: the folder it runs in and the variables set for it. Those that
/// change what runs are shown with their values, masked like the command itself; the others are named only.
pub fn surroundings(transport: &Transport) -> Vec<String> {
    let Transport::Stdio { env, cwd, .. } = transport else { return vec![] };
    let variable = |(name, value): (&String, &String)| match is_loader(name) {
        true => format!("{}={}", quoted(without_secrets(name)), quoted(without_credentials(&without_secrets(value)))),
        false => quoted(without_secrets(name)),
    };
    let folder = cwd.as_ref().map(|cwd| format!("in {}", quoted(without_secrets(cwd))));
    let variables: Vec<String> = env.iter().map(variable).collect();
    let variables = (!variables.is_empty()).then(|| format!("with {}", variables.join(", ")));
    folder.into_iter().chain(variables).collect()
}

/// `text`, such as an error about the server behind `transport`, without the secrets that the transport holds and
/// without what looks like a secret.
pub fn without_secrets_of(transport: &Transport, text: &str) -> String {
    /// Shorter values are part of ordinary words.
    const SHORTEST: usize = 4;
    let mut secrets = secrets_of(transport);
    let set = match transport {
        Transport::Stdio { env, .. } => env,
        Transport::Http { headers, .. } => headers,
    };
    let is_http = matches!(transport, Transport::Http { .. });
    let set = set.iter().filter(|(name, _)| is_http || names_credentials(name));
    // The value of a header with and without its scheme.
    secrets.extend(
        set.flat_map(|(name, value)| {
            // What was written into the name of a header by mistake is its value.
            let misplaced = name.split_once([':', ' ']).map(|(_, rest)| rest.trim());
            [Some(value.as_str()), value.split_once(' ').map(|(_, rest)| rest), misplaced]
        })
        .flatten(),
    );
    secrets.retain(|secret| secret.trim().len() >= SHORTEST);
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    let mut text = text.to_owned();
    for secret in secrets {
        text = text.replace(secret, mask::MASK);
    }
    mask::text(&text).into_owned()
}

/// The values in the command line or the URL of `transport` that are masked when it is shown.
///
/// ```
/// use vetgate_model::Transport;
/// use vetgate_vet::config::secrets_of;
/// let args = vec!["-c".to_owned(), "TOKEN=hunter exec srv".to_owned()];
/// let transport = Transport::Stdio { command: "sh".to_owned(), args, env: Default::default(), cwd: None };
/// assert_eq!(secrets_of(&transport), ["hunter"]);
/// ```
pub fn secrets_of(transport: &Transport) -> Vec<&str> {
    let parts = parts(transport);
    let mut secrets: Vec<&str> =
        hidden(transport, &parts).into_iter().filter_map(|found| parts[found.word].get(found.span)).collect();
    // A password of a URL may stand alone, too.
    secrets.extend(parts.iter().flat_map(|part| urls(part, Url::Word).into_iter().map(|span| &part[span])));
    secrets.sort_unstable();
    secrets.dedup();
    secrets
}

/// `word` of a command line, such as the name of a file, with a mask for the credentials of a URL or of
/// `user:password@host` in it.
pub fn without_credentials(word: &str) -> String {
    let mut found: Vec<Found> = urls(word, Url::Word).into_iter().map(|span| secret(0, span)).collect();
    // Neither a drive nor a scheme is a user.
    let is_user = |at: &usize| is_name(&word[..*at]) && !word[*at + 1..].starts_with(['/', '\\']);
    if let Some(at) = word.find(':').filter(is_user).filter(|_| found.is_empty()) {
        found.extend(login(word, at).map(|start| secret(0, start..word.rfind('@').unwrap_or(word.len()))));
    }
    replaced(&[word], ordered(found), |_| mask::MASK).concat()
}

/// The word at `index` of a command line with its masks.
pub(super) fn word(words: &[&str], index: usize) -> String {
    replaced(words, in_command(words), |_| mask::MASK).swap_remove(index)
}

fn parts(transport: &Transport) -> Vec<&str> {
    match transport {
        Transport::Stdio { command, args, .. } => std::iter::once(command).chain(args).map(String::as_str).collect(),
        Transport::Http { url, .. } => vec![url],
    }
}

fn hidden(transport: &Transport, parts: &[&str]) -> Vec<Found> {
    match transport {
        Transport::Stdio { .. } => in_command(parts),
        Transport::Http { .. } => {
            let mut found = in_words(parts);
            found.extend(parts.iter().flat_map(|url| urls(url, Url::Target)).map(|span| secret(0, span)));
            found.extend(parts.iter().flat_map(|url| [random(url), defaults(url)]).flatten().map(|s| secret(0, s)));
            ordered(found)
        }
    }
}

fn joined(transport: &Transport, mask: impl Fn(&Found) -> &str) -> String {
    let parts = parts(transport);
    let masked = replaced(&parts, hidden(transport, &parts), mask);
    match transport {
        Transport::Stdio { .. } => masked.into_iter().map(quoted).collect::<Vec<_>>().join(" "),
        Transport::Http { .. } => masked.concat(),
    }
}

/// `words` with each of `found`, which are in order and apart, replaced by its mask.
fn replaced(words: &[&str], found: Vec<Found>, mask: impl Fn(&Found) -> &str) -> Vec<String> {
    let mut masked = vec![String::new(); words.len()];
    let mut ends = vec![0; words.len()];
    for found in &found {
        masked[found.word].push_str(&words[found.word][ends[found.word]..found.span.start]);
        masked[found.word].push_str(mask(found));
        ends[found.word] = found.span.end;
    }
    for ((out, word), end) in masked.iter_mut().zip(words).zip(ends) {
        out.push_str(&word[end..]);
    }
    masked
}

fn ordered(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| (found.word, found.span.start));
    apart(found)
}

fn secret(word: usize, span: Range<usize>) -> Found {
    Found { word, span, name: String::new(), what: What::masked() }
}

/// A command line as its words are judged.
struct Line<'w> {
    words: &'w [&'w str],
    programs: Vec<String>,
    is_container: bool,
    has_shell: bool,
    has_interpreter: bool,
}

impl<'w> Line<'w> {
    fn of(words: &'w [&'w str]) -> Self {
        let programs: Vec<String> = words.iter().map(|word| command::program(word)).collect();
        let has = |is: fn(&str) -> bool| programs.iter().any(|program| is(program));
        Self {
            words,
            is_container: has(|program| CONTAINERS.contains(&program)),
            has_shell: has(|program| SHELLS.contains(&program)),
            has_interpreter: has(is_interpreter),
            programs,
        }
    }

    fn before(&self, index: usize) -> &'w str {
        index.checked_sub(1).map_or("", |before| self.words[before])
    }

    /// Returns true if the word at `index` is code, where what follows a value may run and must be seen.
    fn is_code(&self, index: usize) -> bool {
        !self.is_container && CODE.contains(&self.before(index).to_ascii_lowercase().as_str())
    }

    /// Returns true if the word at `index` is a line that `env` or `ssh` takes apart.
    fn is_sent_line(&self, index: usize) -> bool {
        let is_program = |name: &str| self.programs[..index].iter().any(|program| program == name);
        let is_split = matches!(self.before(index), "-S" | "--split-string") || self.words[index].starts_with("-S");
        let is_line = self.words[index].contains(char::is_whitespace);
        is_line && (is_split && is_program("env") || is_program("ssh"))
    }

    /// Returns true if the word at `index` is a line for a shell.
    fn is_shell_line(&self, index: usize) -> bool {
        self.has_shell && !(self.is_code(index) && self.has_interpreter) || self.is_sent_line(index)
    }

    /// Returns true if the word at `index` certainly sets a variable, where it is no option.
    fn sets(&self, index: usize) -> bool {
        let before = self.before(index);
        let is_cluster = self.is_container && before.starts_with('-') && !before.starts_with("--");
        let is_assignment = || self.words[index].split_once('=').is_some_and(|(name, _)| is_identifier(name));
        before == "--env"
            || is_cluster && before.ends_with('e')
            || before == "-e" && !self.has_interpreter && is_assignment()
    }

    /// The start of the value of the word at `index`, if it has one that is told by the option before it or in it.
    fn option(&self, index: usize) -> Option<usize> {
        let (word, before) = (self.words[index], self.before(index));
        header(word, before).or_else(|| credential(word, before)).or_else(|| {
            let takes = |flag: &str| self.programs[..index].iter().any(|program| takes_password(program, flag));
            if is_short(before) && !word.starts_with('-') {
                return (takes(before) || looks_secret(word)).then_some(0);
            }
            let (flag, value) = word.split_at_checked(2).filter(|(flag, _)| is_short(flag))?;
            let is_password = takes(flag) || looks_secret(value);
            (is_password && !value.is_empty()).then_some(flag.len())
        })
    }
}

/// The values to mask in the words of a command line, in order and apart from each other.
fn in_command(words: &[&str]) -> Vec<Found> {
    let line = Line::of(words);
    let mut found = in_words(words);
    let mut is_after_env = false;
    for (index, word) in words.iter().enumerate() {
        let before = line.before(index);
        // What follows a value in a script may run, and must be seen.
        let is_sent_line = line.is_sent_line(index);
        let is_script = line.has_shell || is_sent_line || line.is_code(index);
        let sets_variable = is_after_env || line.sets(index);
        is_after_env = line.programs[index] == "env"
            || is_after_env && (word.contains('=') || word.starts_with('-') || matches!(before, "-u" | "-C"));
        let kind = if is_script { Url::Script } else { Url::Word };
        let parts = [urls(word, kind), members(word), random(word), defaults(word), in_script(&line, index)];
        found.extend(parts.into_iter().flatten().map(|span| secret(index, span)));
        let value = variable(word, sets_variable, is_script, line.is_container).or_else(|| line.option(index));
        if let Some(start) = value.map(|start| after_scheme(word, start)) {
            let is_whole = sets_variable && (is_after_env || line.is_container) && !is_sent_line;
            let is_code = is_script && !is_whole;
            let end = if is_code { end_of_value(word, start) } else { word.len() };
            // What is called is code.
            if is_value(&word[start..end]) && !word[end..].starts_with('(') {
                found.push(secret(index, start..end));
            }
        }
    }
    ordered(found)
}

/// The values to mask in the word at `index`, if it is a line for a shell or may hold one.
fn in_script(line: &Line, index: usize) -> Vec<Range<usize>> {
    let script = line.words[index];
    let is_shell = line.is_shell_line(index);
    if !is_shell && (!script.contains(char::is_whitespace) || line.is_code(index)) {
        return vec![];
    }
    let mut found = script::variables(script, is_shell);
    for command in script::commands(script).iter().filter(|command| is_shell && command.len() > 1) {
        let words: Vec<&str> = command.iter().map(|span| &script[span.clone()]).collect();
        let inner = Line::of(&words);
        let options = words.iter().enumerate().filter_map(|(at, word)| {
            let start = after_scheme(word, inner.option(at)?);
            is_value(&word[start..]).then(|| command[at].start + start..command[at].end)
        });
        found.extend(options);
    }
    found
}

/// Returns true if `flag` is an option of one letter.
fn is_short(flag: &str) -> bool {
    matches!(flag.as_bytes(), [b'-', letter] if letter.is_ascii_alphabetic())
}

/// Returns true if the option `-e` of `program` is followed by code.
fn is_interpreter(program: &str) -> bool {
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(name, "python" | "node" | "perl" | "ruby" | "deno" | "bun" | "php" | "lua" | "rscript" | "osascript")
}

/// The start of the secret in the value from `start` on: after the scheme of a header.
fn after_scheme(word: &str, start: usize) -> usize {
    let start = word.len() - word[start..].trim_start().len();
    let is_scheme = |scheme: &&&str| word[start..].get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme));
    start + ["Bearer ", "Basic ", "Token "].iter().find(is_scheme).map_or(0, |scheme| scheme.len())
}

/// The start of the value of `NAME=value`; a word that certainly `sets` a variable may have any name.
fn variable(word: &str, sets: bool, is_script: bool, is_container: bool) -> Option<usize> {
    let flag = ["--env=", "-e="].iter().find(|flag| word.starts_with(**flag)).map_or(0, |flag| flag.len());
    let flag = if flag == 0 { cluster(word, is_container) } else { flag };
    let (name, value) = word[flag..].split_once('=')?;
    let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let sets = sets || flag > 0;
    let is_name = if sets { is_identifier(name) } else { !name.is_empty() && name.chars().all(is_upper) };
    let is_seen = is_loader(name) || is_plain(value) && !names_credentials(name);
    // In a script an assignment is code, unless the name says that it is a secret; see `script`.
    let is_code = is_script && !sets && !names_credentials(name);
    (is_name && !is_seen && !is_code).then_some(flag + name.len() + 1)
}

/// The length of the options that are written together with the variable that the last of them sets: `-itdeNAME=value`.
fn cluster(word: &str, is_container: bool) -> usize {
    let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let options = |rest: &str| {
        let (switches, variable) = rest.split_once('e')?;
        let (name, _) = variable.split_once('=')?;
        let is_name = is_identifier(name) && (is_container || name.chars().all(is_upper));
        (switches.chars().all(|c| "itdPq".contains(c)) && is_name).then_some(switches.len() + 2)
    };
    word.strip_prefix('-').and_then(options).unwrap_or(0)
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The start of the value of a header, after its option or in one word with it. Some say nothing of who asks.
fn header(word: &str, before: &str) -> Option<usize> {
    let attached = ["--header=", "-H"].iter().find(|flag| word.starts_with(**flag) && word.len() > flag.len());
    let start = match attached {
        Some(flag) => flag.len(),
        None if matches!(before, "--header" | "-H") => 0,
        None => return None,
    };
    let (name, value) = word[start..].split_once(':').filter(|(name, _)| is_name(name.trim()))?;
    let is_harmless =
        matches!(name.trim().to_ascii_lowercase().as_str(), "accept" | "content-type" | "user-agent" | "host");
    (!is_harmless && !is_plain(value.trim()) && !value.starts_with("//")).then(|| word.len() - value.len())
}

/// The start of the value in `word` if it, or the flag `before` it, carries credentials.
fn credential(word: &str, before: &str) -> Option<usize> {
    /// Words with a dash that are longer are values rather than flags.
    const FLAG: usize = 6;
    let flag = before.trim_start_matches('-');
    let is_flag = word.starts_with("--") || word.starts_with('-') && word.len() <= FLAG;
    if before.starts_with('-') && !before.contains(['=', ':']) && !is_flag {
        if names_credentials(flag) {
            return Some(0);
        }
        if matches!(flag, "u" | "user" | "basic") {
            let (_, password) = word.split_once(':')?;
            let is_id = password.bytes().all(|byte| byte.is_ascii_digit());
            return (!is_id).then(|| word.len() - password.len());
        }
    }
    if let Some(at) = word.find(['=', ':']).filter(|at| is_name(&word[..*at]) && !word[*at..].starts_with("://")) {
        if names_credentials(&word[..at]) {
            return Some(at + 1);
        }
        return login(word, at);
    }
    None
}

/// The start of the password of `user:password@host`, whose `:` is at `at`.
fn login(word: &str, at: usize) -> Option<usize> {
    let (user, rest) = (&word[..at], word.get(at + 1..)?);
    let host = rest.rfind('@').filter(|host| *host > 0 && word[at..].starts_with(':'))?;
    let is_image = rest[host..].starts_with("@sha256:");
    let is_package = PACKAGES.contains(&user.to_ascii_lowercase().as_str());
    (!is_image && !is_package && !rest.contains(char::is_whitespace)).then_some(at + 1)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn end_of_value(word: &str, start: usize) -> usize {
    let quotes = word[start..].len() - word[start..].trim_start_matches([' ', '"', '\'']).len();
    let ends = |c: char| c.is_whitespace() || "\"'`;|&()<>\\".contains(c);
    word[start + quotes..].find(ends).map_or(word.len(), |at| start + quotes + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stdio(line: &str) -> Transport {
        let mut words = line.split(' ').map(str::to_owned);
        let command = words.next().unwrap();
        Transport::Stdio { command, args: words.collect(), env: Default::default(), cwd: None }
    }

    fn http(url: &str) -> Transport {
        Transport::Http { url: url.to_owned(), headers: Default::default(), sse: false }
    }

    #[test]
    fn a_secret_in_a_command_line_is_never_shown() {
        for line in [
            "env DATABASE_URL=postgresql://user:hunter@host/db srv",
            "env DATABASE_URL=postgresql://user:hun/ter@host/db srv",
            "env A=1 lower=hunter srv",
            "env DSN=user:hunter@tcp(host)/db srv",
            "docker run -e X=hunter img",
            "docker run --env X=hunter img",
            "docker run --env=X=hunter img",
            "srv SETTING=hunter",
            "srv --token hunter",
            "srv --token -hunter",
            "srv --token=hunter",
            "srv -token hunter",
            "srv --api-key=hunter",
            "srv --password hunter",
            "srv --db-pass hun&ter",
            "srv --auth hunter",
            "srv -u ada:hunter",
            "srv -H Cookie:hunter",
            "srv -H X-Api-Key:hunter",
            "srv postgres://ada:hunter@h/db",
            "srv --url=postgres://ada:hunter@h/db",
            "srv https://hunter@h/mcp",
            "srv https://h/mcp?api_key=hunter&x=1",
            "srv https://h/mcp#access_token=hunter",
            "srv ada:hunter@h",
            "docker run -eFOO=hunter img",
            "docker run -itdeFOO=hunter img",
            "docker run -itdefoo=hunter img",
            "docker run -ie foo=hunter img",
            "npx srv -e FOO=hunter",
            "npx srv -e foo=hunter",
            "npx srv -eFOO=hunter",
            "srv --header X-Foo:hunter",
            "srv --header=X-Foo:hunter",
            "srv -HX-Foo:hunter",
            "sshpass -p hunter ssh h",
            "mysql -phunter",
            "env -S FOO=hunter",
            "srv http://h/mcp?x=hunter",
            r#"srv --config {"x":{"pw":"hunter"}}"#,
            r#"srv --config {"x":{"pin":"hunter","a":"b"}}"#,
            r#"srv --config={\"pw\":\"hunter\"}"#,
            "srv ${PASS:-hunter}",
        ] {
            let transport = stdio(line);
            let secret = if line.contains("hun&ter") { "hun&ter" } else { "hunter" };
            for text in [shown(&transport), identity(&transport)] {
                assert!(!text.contains(secret) && !text.contains("hun/ter"), "{line}: {text}");
                assert!(text.contains("***"), "{line}: {text}");
            }
        }
    }

    #[test]
    fn a_secret_in_a_line_for_a_shell_is_never_shown() {
        for (command, option, script) in [
            ("sh", "-c", "FOO=hunter exec srv"),
            ("sh", "-c", "foo=hunter bar=1 srv --port 8080"),
            ("bash", "-lc", "cd /x && FOO='hunter' srv"),
            ("bash", "-c", "export FOO=\"hunter\"; srv"),
            ("sh", "-c", "docker run -e foo=hunter img"),
            ("sh", "-c", "sshpass -p hunter ssh h"),
            ("sh", "-c", "curl -u ada:hunter http://h"),
            ("sh", "-c", "srv --header 'X-Foo: hunter'"),
            ("sh", "-c", "srv -p 'hu9nt3er1'"),
            ("cmd", "/c", "set FOO=hunter&& srv"),
            ("cmd.exe", "/c", "set \"FOO=hunter\" && srv"),
            ("powershell", "-Command", "$env:FOO=\"hunter\"; srv"),
            ("pwsh", "-c", "$env:FOO = 'hunter'; srv"),
            ("env", "-S", "FOO=hunter srv"),
            ("ssh", "h", "FOO=hunter srv"),
        ] {
            let transport = Transport::Stdio {
                command: command.to_owned(),
                args: vec![option.to_owned(), script.to_owned()],
                env: Default::default(),
                cwd: None,
            };
            for text in [shown(&transport), identity(&transport)] {
                assert!(!text.contains("hunter") && !text.contains("hu9nt3er1"), "{text}");
                assert!(text.contains("***"), "{text}");
                let rest = ["srv", "img", "ssh", "http://h"];
                assert!(rest.iter().any(|rest| text.contains(rest)), "{text}");
            }
        }
    }

    #[test]
    fn what_nobody_writes_by_hand_is_masked_wherever_it_is() {
        const RANDOM: &str = "Zq7004Kx9mVw2Lp4RtB";
        for line in [
            "srv -p RANDOM",
            "srv -pRANDOM",
            "srv -k RANDOM",
            "srv --token a bRANDOM",
            "srv https://h/s/RANDOM/mcp",
            "srv ${NOPE:-RANDOM}",
            "srv ${NOPE-RANDOM}",
            "srv --set a.b=RANDOM",
            "echo RANDOM",
        ] {
            let transport = stdio(&line.replace("RANDOM", RANDOM));
            for text in [shown(&transport), identity(&transport)] {
                assert!(!text.contains(&RANDOM[..14]), "{line}: {text}");
            }
            let error = format!("bad: {}", line.replace("RANDOM", RANDOM));
            assert!(!without_secrets_of(&transport, &error).contains(RANDOM), "{line}");
        }
        assert_eq!(shown(&http(&format!("https://h/s/{RANDOM}/mcp"))), "https://h/s/***/mcp");
    }

    #[test]
    fn a_login_without_a_scheme_is_masked_and_a_path_is_not() {
        assert_eq!(without_credentials("u:hunter@127.0.0.1/x"), "u:***@127.0.0.1/x");
        for path in [r"C:\a@b\c.json", "a/b@c.json", "dir:a/b", "./x:y@z/f.json"] {
            assert_eq!(without_credentials(path), path);
        }
    }

    #[test]
    fn a_secret_in_the_url_of_a_target_is_never_shown() {
        for (url, expected) in [
            ("https://ada:hunter@h/mcp", "https://ada:***@h/mcp"),
            ("https://hunter@h/mcp", "https://***@h/mcp"),
            ("https://h/mcp?x=hunter&flag", "https://h/mcp?x=***&***"),
            ("https://h:8080/mcp?x=hunter#y=hunter", "https://h:8080/mcp?x=***#y=***"),
            ("https://h/mcp?x=${TOKEN}", "https://h/mcp?x=${TOKEN}"),
        ] {
            assert_eq!(shown(&http(url)), expected);
        }
    }

    #[test]
    fn what_is_no_secret_stays() {
        for line in [
            "npx -y @acme/server@1.2.0 /tmp",
            "docker run -i --rm -v /a:/b -p 8080:80 ghcr.io/acme/search:1.2@sha256:abcd",
            "deno run npm:pkg@1.2.3",
            "env PATH=/opt/bin PORT=8080 DEBUG=true srv",
            "env TOKEN=${TOKEN} srv",
            "srv --key ~/.ssh/id_rsa --token-file /run/x --port 80",
            "srv https://h:8080/a@b?page=1",
            "docker run -u 1000:1000 img",
            "docker run -it -p 127.0.0.1:8080:80 -w /app img",
            "srv -transport=stdio -level=debug -m gpt-4o-mini -n my-project-42",
            "java -Xmx512m -jar x.jar",
            "srv -H localhost:8080 --header Accept:text/html",
            "srv --revision 0a168e313d295ae9cd8a313d295313d295ae9cd8",
            "srv ${HOST:-example.com}",
            "node -e FOO=1",
        ] {
            assert_eq!(shown(&stdio(line)), line);
        }
        let settings = r#"{"port":8080,"name":"docs","max_tokens":"512"}"#;
        assert_eq!(shown(&stdio(&format!("srv {settings}"))), format!("srv '{settings}'"));
    }

    #[test]
    fn a_rotated_token_does_not_change_the_identity() {
        for (one, other) in [
            ("srv --token ghp_16C7e42F292c6912E7710c838347Ae178B4a", "srv --token short"),
            ("env A=one srv", "env A=another srv"),
        ] {
            assert_eq!(identity(&stdio(one)), identity(&stdio(other)));
        }
        assert_ne!(identity(&stdio("srv a")), identity(&stdio("srv b")));
        assert_ne!(identity(&stdio("srv a b")), identity(&stdio("srv 'a b'")));
    }

    #[test]
    fn a_proxy_is_shown_without_its_password() {
        let mut transport = stdio("srv");
        if let Transport::Stdio { env, .. } = &mut transport {
            env.insert("HTTPS_PROXY".to_owned(), "http://ada:hunter@proxy.example:3128".to_owned());
        }
        assert_eq!(surroundings(&transport), ["with HTTPS_PROXY=http://ada:***@proxy.example:3128"]);
    }

    #[test]
    fn an_error_does_not_repeat_what_the_transport_holds() {
        let mut transport = stdio("env DB=postgres://u:hunter@h/db srv");
        let text = "cannot open postgres://u:hunter@h/db: hunter is wrong";
        assert!(!without_secrets_of(&transport, text).contains("hunter"));
        if let Transport::Stdio { env, .. } = &mut transport {
            env.insert("API_TOKEN".to_owned(), "plain-words".to_owned());
        }
        assert!(!without_secrets_of(&transport, "bad token plain-words").contains("plain-words"));
    }
}
