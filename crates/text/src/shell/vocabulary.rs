//! Programs and paths that the rules know by name.

use crate::words::shell::START_PLACES;

/// Programs that run what they read.
pub(super) fn is_interpreter(program: &str) -> bool {
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(
        unversioned,
        "sh" | "bash"
            | "zsh"
            | "dash"
            | "ksh"
            | "ash"
            | "fish"
            | "csh"
            | "tcsh"
            | "python"
            | "pypy"
            | "perl"
            | "ruby"
            | "node"
            | "nodejs"
            | "deno"
            | "bun"
            | "php"
            | "lua"
            | "osascript"
            | "powershell"
            | "pwsh"
            | "iex"
            | "invoke-expression"
            | "cmd"
    )
}

/// Shells proper: what hands over control.
pub(super) fn is_shell(program: &str) -> bool {
    matches!(
        program,
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "csh" | "tcsh" | "cmd" | "powershell" | "pwsh"
    )
}

/// Built-ins that run text in the current shell.
pub(super) fn is_evaluator(program: &str) -> bool {
    matches!(program, "eval" | "source" | "." | "exec" | "iex" | "invoke-expression")
}

/// Programs that fetch.
pub(super) fn is_fetcher(program: &str) -> bool {
    matches!(
        program,
        "curl"
            | "wget"
            | "fetch"
            | "aria2c"
            | "http"
            | "https"
            | "lwp-download"
            | "lynx"
            | "iwr"
            | "irm"
            | "invoke-webrequest"
            | "invoke-restmethod"
            | "start-bitstransfer"
    )
}

/// Programs that send what they are given.
pub(super) fn is_sender(program: &str) -> bool {
    is_fetcher(program)
        || is_netcat(program)
        || matches!(
            program,
            "scp"
                | "rsync"
                | "ftp"
                | "sftp"
                | "tftp"
                | "ssh"
                | "mail"
                | "mailx"
                | "sendmail"
                | "socat"
                | "telnet"
                | "nslookup"
                | "dig"
                | "host"
                | "ping"
        )
}

/// Raw connections.
pub(super) fn is_netcat(program: &str) -> bool {
    matches!(program, "nc" | "ncat" | "netcat" | "nc.traditional" | "nc.openbsd")
}

/// Programs that only start another.
pub(super) fn is_wrapper(program: &str) -> bool {
    matches!(
        program,
        "sudo"
            | "doas"
            | "env"
            | "nohup"
            | "time"
            | "command"
            | "builtin"
            | "exec"
            | "setsid"
            | "nice"
            | "stdbuf"
            | "busybox"
            | "xargs"
            | "then"
            | "do"
            | "else"
            | "$"
            | "#"
            | "%"
            | "run"
            | "start"
    )
}

/// Whether a word can be fetched: an address, or a variable that may hold one.
pub(super) fn is_address(word: &str) -> bool {
    let word = word.trim_matches(['"', '\'', '(', ')']);
    if word.contains("://") || word.starts_with('$') {
        return true;
    }
    let host = word.split(['/', ':']).next().unwrap_or_default();
    let labels = || host.split('.');
    let numeric = labels().count() == 4 && labels().all(|label| label.parse::<u8>().is_ok());
    let domain = labels().count() > 1
        && labels().all(|label| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
        && labels()
            .next_back()
            .is_some_and(|top| (2..=12).contains(&top.len()) && top.bytes().all(|b| b.is_ascii_alphabetic()));
    numeric || domain
}

/// Whether a path names what a person keeps to themselves: keys, credentials, histories, accounts.
pub(super) fn is_sensitive(path: &str) -> bool {
    let path = path.trim_matches(['"', '\'', '@', '<', '(', ')', '`', ',']).to_ascii_lowercase().replace('\\', "/");
    let segments = || path.split(['/', '=', '@', ' ']);
    segments().any(|segment| {
        matches!(
            segment,
            ".ssh"
                | ".aws"
                | ".gnupg"
                | ".netrc"
                | ".npmrc"
                | ".pypirc"
                | ".git-credentials"
                | ".kube"
                | ".env"
                | ".docker"
                | "id_rsa"
                | "id_ed25519"
                | "id_ecdsa"
                | "id_dsa"
                | "authorized_keys"
                | "shadow"
                | "passwd"
                | "sudoers"
                | ".bash_history"
                | ".zsh_history"
                | ".pgpass"
                | ".my.cnf"
                | "wallet.dat"
                | "credentials"
                | "credentials.json"
                | "secrets"
                | "secrets.json"
                | "mcp.json"
                | "claude_desktop_config.json"
                | "login.keychain-db"
                | "key4.db"
                | "logins.json"
                | "cookies.sqlite"
                | "environ"
                | ".vault-token"
                | ".claude.json"
        ) || segment.starts_with(".env.")
            || (segment.ends_with(".pem") || segment.ends_with(".kdbx") || segment.ends_with(".p12"))
    }) || path.contains(".config/gcloud")
        || path.contains("login data")
}

/// Files that are run when a person logs in or a machine starts.
pub(super) fn is_startup(path: &str) -> bool {
    let path = path.trim_matches(['"', '\'']).to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default();
    matches!(
        name,
        "authorized_keys"
            | ".bashrc"
            | ".zshrc"
            | ".profile"
            | ".bash_profile"
            | ".zprofile"
            | ".zshenv"
            | "rc.local"
            | "crontab"
            | "ld.so.preload"
    ) || START_PLACES.iter().any(|place| path.contains(place))
}
