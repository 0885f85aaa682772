//! What is so grave that a tool must say by its purpose why it does it.
//!
//! A row is a thing that few tools have any business with, the phrases by which a definition gives away that it does it,
//! and the words by which a purpose explains it. To know one more, write a row.

use crate::words::grave::{ACTS, EVERYTHING};
use std::sync::LazyLock;

/// One grave thing.
pub(super) struct Grave {
    /// What the tool can do, as the end of a sentence.
    pub(super) does: &'static str,
    /// What states it: phrases in lower case, found where a word starts.
    stated: &'static [&'static str],
    /// What explains it: the starts of words of a name, a title, a first sentence or a server's name.
    explained: &'static [&'static str],
}

const GRAVE: &[Grave] = &[
    Grave {
        does: "read secrets on the user's machine",
        stated: &[
            "address book and",
            "all environment variables",
            "bash history",
            "browser profile",
            "browsing history",
            "clipboard contents",
            "commands of the user",
            "cookie database",
            "cookie store",
            "environment variables of the host",
            "keychain",
            "keyring",
            "login keychain",
            "name, address book",
            "passwords saved",
            "private key path",
            "recovery phrase",
            "saved login",
            "saved password",
            "seed phrase",
            "shell history",
            "ssh private key",
            "stored password",
        ],
        explained: &[
            "account", "certificate", "clipboard", "contact", "cookie", "crypto", "decrypt", "encrypt", "export",
            "history", "identity", "import", "keychain", "keyring", "keys", "mail", "migrat", "pay", "sign",
            "transfer", "wallet",
        ],
    },
    Grave {
        does: "install itself on the user's machine",
        stated: &[
            "autostart",
            "crontab",
            "dossier de démarrage",
            "each time the computer starts",
            "launch agent",
            "launchagents",
            "login item",
            "on every boot",
            "run at load",
            "startup folder",
            "startup item",
        ],
        explained: &["cron", "daemon", "job", "launch", "remind", "schedul", "startup", "task", "timer job"],
    },
    Grave {
        does: "open the user's machine to others",
        stated: &[
            "backdoor", "beacon", "command and control", "keep port 22", "keeps port 22", "keylog", "keystrokes",
            "reverse shell", "reverse tunnel",
        ],
        explained: &[
            "bluetooth", "device", "expose", "forward", "ibeacon", "keyboard", "location", "port", "tunnel", "vpn",
            "type",
        ],
    },
    Grave {
        does: "act with the rights of an administrator",
        stated: &[
            "as root",
            "child process",
            "exec as root",
            "format disk",
            "rights of the administrator",
            "root privileges",
            "sudo",
            "wipe disk",
            "with root rights",
        ],
        explained: &["disk", "kernel", "linux", "root", "plant", "node", "unix", "user", "windows"],
    },
    Grave {
        does: "delete whole folders",
        stated: &["deleted with everything in it", "erases the folder", "removed with everything in it", "rm -rf"],
        explained: &[
            "clean", "clear", "delet", "director", "file", "folder", "prune", "purge", "remov", "reset", "space",
            "uninstall",
        ],
    },
    Grave {
        does: "access a database",
        stated: &["connection string", "database password", "db password", "production database", "sql statement"],
        explained: &[
            "analytic", "bi", "column", "dashboard", "data", "db", "etl", "log", "metric", "migrat", "postgres",
            "mysql", "quer", "record", "report", "row", "schema", "sql", "store", "table", "warehouse",
        ],
    },
    Grave {
        does: "collect bank credentials",
        stated: &[
            "bank login", "bank password", "banca en línea", "card number and cvv", "contraseña del banco", "cvv",
            "online banking", "usuario banco",
        ],
        explained: &[
            "account", "bank", "banc", "bill", "book", "buy", "card", "cart", "charge", "checkout", "donat", "financ",
            "fund", "money", "order", "pago", "pay", "purchase", "refund", "subscri", "ticket", "transfer",
        ],
    },
];

/// What belongs to the user or to the machine: grave where something is done with it in the same sentence.
const TOUCHED: &[Grave] = &[
    Grave {
        does: "read private data on the user's machine",
        stated: &[
            "address book", "browser data", "browser history", "call log", "camera roll", "clipboard", "contact list",
            "contacts", "cookies", "credit card", "documents folder", "downloads folder", "geolocation history",
            "home directory", "home folder", "host name", "hostname", "ip address", "keyboard input",
            "location history", "mac address", "microphone", "password manager", "passwords", "phone number",
            "phone numbers", "photo library", "private messages", "saved cards", "screen contents", "screen recording",
            "serial number of", "text messages", "user name and", "webcam", "wi fi password", "wifi password",
        ],
        explained: &[
            "account", "address", "alert", "audio", "book", "call", "camera", "caller", "card", "chat", "clip",
            "clipboard", "contact", "cookie", "customer", "device", "dial", "dns", "document", "domain", "download",
            "file", "folder", "geo", "image", "ip", "lead", "listen", "locat", "lookup", "mail", "media", "message",
            "mic", "mobile", "page", "pay", "people", "person", "phone", "photo", "picture", "print", "profile",
            "record", "screen", "sms", "speech", "text", "ticket", "transcri", "travel", "user", "video", "visitor",
            "voice", "web", "whois", "wifi",
        ],
    },
    Grave {
        does: "weaken or change the user's machine",
        stated: &[
            "antivirus", "browser extension", "certificate store", "firewall", "full disk access", "hosts file",
            "kernel module", "registry key", "root certificate", "screen lock", "startup script", "system settings",
            "two factor",
        ],
        explained: &[
            "certificate", "extension", "firewall", "key", "lock", "registry", "rule", "two factor", "mfa", "waf",
        ],
    },
];

/// Every phrase by its first word, sorted, so that a text is read once however many phrases there are.
struct Phrases(Vec<(&'static str, &'static str, &'static Grave)>);

static ALONE: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(GRAVE));
static WITH_ACT: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(TOUCHED));

impl Phrases {
    fn of(rows: &'static [Grave]) -> Self {
        let of = |grave: &'static Grave| grave.stated.iter().map(move |phrase| (first_word(phrase), *phrase, grave));
        let mut phrases: Vec<_> = rows.iter().flat_map(of).collect();
        phrases.sort_unstable_by_key(|(first, phrase, _)| (*first, *phrase));
        Self(phrases)
    }

    /// The first grave thing that `text` states and `purpose` does not explain.
    fn unexplained(&self, text: &str, purpose: &str) -> Option<&'static Grave> {
        let mut at = 0;
        while let Some(start) = text[at..].find(char::is_alphanumeric).map(|start| at + start) {
            let word = first_word(&text[start..]);
            at = start + word.len();
            let from = self.0.partition_point(|(first, ..)| *first < word);
            for (_, phrase, grave) in self.0[from..].iter().take_while(|(first, ..)| *first == word) {
                let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
                if text[start..].strip_prefix(phrase).is_some_and(ends) && !grave.is_explained(purpose) {
                    return Some(grave);
                }
            }
        }
        None
    }
}

/// The first grave thing that `text`, a sentence or a name, states and `purpose` does not explain. Both in lower case.
pub(super) fn unexplained(text: &str, purpose: &str) -> Option<&'static Grave> {
    let acts = || text.split(|c: char| !c.is_alphanumeric()).any(|word| ACTS.iter().any(|act| word.starts_with(act)));
    ALONE.unexplained(text, purpose).or_else(|| WITH_ACT.unexplained(text, purpose).filter(|_| acts()))
}

impl Grave {
    fn is_explained(&self, purpose: &str) -> bool {
        let starts_a_word =
            |word: &&str| purpose.match_indices(*word).any(|(at, _)| !purpose[..at].ends_with(char::is_alphanumeric));
        self.explained.iter().chain(EVERYTHING).any(starts_a_word)
    }
}

/// The word at the start of a text.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_can_be_found_in_lower_case_text() {
        for grave in GRAVE.iter().chain(TOUCHED) {
            for phrase in grave.stated.iter().chain(grave.explained) {
                assert_eq!(*phrase, phrase.to_lowercase());
                assert!(!phrase.contains('_'), "{phrase}: names are split into words before they are read");
            }
        }
        assert!(EVERYTHING.is_sorted());
    }

    #[test]
    fn a_purpose_explains_what_belongs_to_it() {
        let stated = "reads the cookie database";
        assert!(unexplained(stated, "find emoji finds an emoji by keyword").is_some());
        assert!(unexplained(stated, "export cookies exports cookies of a profile").is_none());
        assert!(unexplained("the sudoku is solved", "solve").is_none());
        assert!(unexplained("the contact list is uploaded to our partners", "moon phase phase of the moon").is_some());
        assert!(unexplained("shows the contact list", "moon phase phase of the moon").is_none());
    }
}
