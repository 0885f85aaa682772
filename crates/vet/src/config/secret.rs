//! `config.secret`: a secret in clear text in a client's configuration.
//!
//! # What it finds
//! An environment variable, header, argument or URL parameter that is called a token, key, password or the like
//! and holds the secret itself, instead of a reference such as `${VAR}` or `${input:id}`; and, under any name and
//! inside any word, what is a secret by its looks: the tokens of known providers, private keys, passwords in links,
//! headers that let somebody in. It says which kind it is and how sure that is: a name alone is worth less than a
//! token whose checksum holds. Placeholders like `<your-key>` are left alone. The evidence is the name and the length,
//! never the value.
//!
//! # Why it matters
//! Configurations are copied, committed, synchronized and read by every program of the user, agents included. A
//! poisoned tool that asks for `~/.cursor/mcp.json` asks for exactly this.
//!
//! # Attack
//! ```json
//! {"command": "github-mcp", "env": {"GITHUB_TOKEN": "q7Jr92kdPw0sLmX4"}}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"command": "github-mcp", "env": {"GITHUB_TOKEN": "${env:GITHUB_TOKEN}", "MAX_TOKENS": "4000"}}
//! ```
//!
//! # Cannot see
//! Secrets without a known format under names that do not say so.

use super::wording::What;
use super::{ConfigCheck, command, wording};
use crate::{Meta, Signals};
use std::collections::BTreeSet;
use vetgate_model::{Pointer, ServerEntry, ThreatType, Tier};

/// See the module documentation.
pub(super) struct Secret;

/// Settings that hold the name of a variable, and so no secret.
const NAMES_OF_VARIABLES: &[&str] = &["env_vars", "bearer_token_env_var", "env_http_headers"];

impl ConfigCheck for Secret {
    fn meta(&self) -> Meta {
        Meta {
            id: "config.secret",
            tier: Tier::Soft,
            threat: ThreatType::Exfiltration,
            source: include_str!("secret.rs"),
        }
    }

    fn inspect(&self, entry: &ServerEntry, out: &mut Signals) {
        let words = command::settings(entry);
        let texts: Vec<&str> = words.iter().map(|setting| setting.value.as_str()).collect();
        for found in wording::in_words(&texts) {
            add(out, &words[found.word].pointer, &found.name, &texts[found.word][found.span], &found.what);
        }
        let of_command: BTreeSet<&Pointer> = words.iter().map(|word| &word.pointer).collect();
        for setting in &entry.settings {
            let names: Vec<String> = setting.pointer.tokens().collect();
            if of_command.contains(&setting.pointer)
                || names.iter().any(|name| NAMES_OF_VARIABLES.contains(&name.as_str()))
            {
                continue;
            }
            if let Some(name) = names.last()
                && wording::names_a_secret(name)
                && wording::is_literal(&setting.value)
            {
                add(out, &setting.pointer, name, &setting.value, &What::named(name, &setting.value));
                continue;
            }
            for found in wording::in_words(&[&setting.value]) {
                add(out, &setting.pointer, &found.name, &setting.value[found.span], &found.what);
            }
        }
    }
}

fn add(out: &mut Signals, pointer: &Pointer, name: &str, secret: &str, what: &What) {
    // A string that only looks random is an id as often as not.
    if !what.is_told() {
        return;
    }
    let evidence = format!("{name} ({} characters, not shown)", secret.trim().chars().count());
    let detail = match &what.kind {
        Some(kind) => format!("{kind} stored in plain text in the configuration. Use an environment variable instead."),
        None => "Secret stored in plain text in the configuration; use an environment variable instead.".to_owned(),
    };
    out.add(pointer, what.confidence.value(), &evidence, detail);
}
