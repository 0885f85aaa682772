//! The fixed figures of speech of an attack, each a row.
//!
//! A row is a sequence of meanings, each at most so many tokens behind the one before, within one sentence.
//! Adding a figure is adding a row.

use super::Family;
use super::lexicon::Tags;
use super::reference::Reference;
use crate::words::figures::{MAKERS, TELL, VOUCHED};
use vetgate_model::Tier;

/// What a step of a figure looks for.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// One of these meanings.
    For(Tags),
    /// One of these meanings, as an order.
    Ordered(Tags),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A reference of this kind.
    To(Reference),
    /// An address outside: a URL, an e-mail address, a long number, or a word that says so.
    Outside,
    /// The end of a clause.
    End,
}

use Look::{End, For, Ordered, Outside, To, Word};

/// A figure of speech.
pub(super) struct Figure {
    pub(super) family: Family,
    pub(super) tier: Tier,
    pub(super) confidence: f64,
    /// Whether the figure must not reach over a comma or another mark.
    pub(super) tight: bool,
    /// What to look for, and at most how many tokens behind the step before.
    pub(super) steps: &'static [(Look, usize)],
    pub(super) detail: &'static str,
}

const TAKE: Tags = Tags::read.or(Tags::append).or(Tags::send).or(Tags::write);
const ANSWER: &[&str] = &["answer", "message", "output", "reply", "response", "summary"];
const GIVE_AWAY: Tags = Tags::send.or(Tags::append).or(Tags::write);

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.95,
        tight: true,
        steps: &[(Ordered(Tags::ignore), 0), (For(Tags::rules.or(Tags::prompt)), 4), (For(Tags::prior), 2)],
        detail: "overrides the model's instructions",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: true,
        steps: &[
            (For(Tags::user), 0),
            (For(Tags::not), 3),
            (Word(&["know", "see", "notice", "aware", "asked", "told", "informed", "notified", "consulted"]), 4),
        ],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: true,
        steps: &[
            (For(Tags::not.or(Tags::without)), 0),
            (
                Word(&[
                    "talk", "speak", "comment", "commenting", "discuss", "discussing", "elaborate", "parler",
                    "comentarlo", "comentar",
                ]),
                2,
            ),
            (For(Tags::user.or(Tags::parameter)), 5),
        ],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.65,
        tight: true,
        steps: &[
            (Word(&["leave", "keep", "stay", "remain", "stays", "remains"]), 0),
            (Word(&["unmentioned", "unsaid", "confidential", "hidden", "secret", "invisible"]), 4),
            (Word(&["from", "in", "to"]), 1),
        ],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.95,
        tight: false,
        steps: &[(Ordered(Tags::ignore), 0), (For(Tags::prior), 4), (For(Tags::rules.or(Tags::prompt)), 4)],
        detail: "overrides the model's instructions",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["your", "all", "any", "the"]), 1),
            (For(Tags::rules), 4),
            (For(Tags::model.or(Tags::user).or(Tags::call)), 9),
        ],
        detail: "sets aside the rules the model works under",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["your", "safety", "security", "proxy's", "system's"]), 3),
            (For(Tags::rules), 3),
        ],
        detail: "sets aside the rules the model works under",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["previous", "above", "prior", "preceding", "earlier", "user's"]), 3),
            (End, 2),
        ],
        detail: "overrides earlier instructions",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.85,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (For(Tags::user), 2),
            (Word(&["request", "input", "instruction", "instructions", "question", "prompt", "wishes", "intent"]), 3),
        ],
        detail: "sets the user's own request aside",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.6,
        tight: false,
        steps: &[
            (Word(&["new", "updated", "override", "following", "embedded"]), 0),
            (Word(&["instruction", "instructions", "directive", "orders"]), 2),
            (Word(&["instead", "below", "embedded", "supersede", "override"]), 5),
        ],
        detail: "brings instructions of its own in place of the model's",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: true,
        steps: &[(Ordered(Tags::ignore), 0), (For(Tags::prompt), 4)],
        detail: "overrides the model's instructions",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Soft,
        confidence: 0.8,
        tight: false,
        steps: &[(For(TAKE), 0), (To(Reference::Secret), 6), (Word(&["your"]), 10), (Word(ANSWER), 2)],
        detail: "has a secret put into the model's answer",
    },
    Figure {
        family: Family::Disclosure,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[(Ordered(Tags::tell.or(Tags::send)), 0), (For(Tags::prompt), 6)],
        detail: "asks for the system prompt",
    },
    Figure {
        family: Family::Disclosure,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Word(&["output", "print", "repeat", "return", "dump", "leak", "write"]), 0),
            (Word(&["your", "the", "any"]), 2),
            (For(Tags::prompt), 4),
            (For(Tags::user.or(Tags::model).or(Tags::append).or(Tags::call).or(Tags::operation).or(Tags::when)), 8),
        ],
        detail: "asks for the system prompt",
    },
    Figure {
        family: Family::Disclosure,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[(Ordered(GIVE_AWAY), 0), (For(Tags::history), 6), (Outside, 16)],
        detail: "sends the conversation out",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[(Ordered(Tags::read.or(Tags::send)), 0), (To(Reference::Secret), 8)],
        detail: "tells the model to read a file that contains secrets",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Word(&["exfiltrate", "exfiltrates", "exfiltrating", "steal", "steals", "siphon"]), 0),
            (
                Word(&[
                    "the", "all", "any", "your", "its", "user", "user's", "data", "sensitive", "contents", "files",
                    "credentials", "~",
                ]),
                3,
            ),
        ],
        detail: "says that it takes data out",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[(Ordered(GIVE_AWAY), 0), (For(Tags::sensitive), 9), (Outside, 14)],
        detail: "sends secrets to an outside party",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.85,
        tight: false,
        steps: &[
            (Word(&["append", "attach", "embed", "fill", "include", "pass", "put", "supply"]), 0),
            (Word(&["content", "contents", "text"]), 4),
            (To(Reference::Secret), 5),
        ],
        detail: "tells the model to read a file that contains secrets",
    },
    Figure {
        family: Family::Theft,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: true,
        steps: &[(Ordered(Tags::send), 0), (For(Tags::model.or(Tags::user)), 3), (For(Tags::sensitive), 4)],
        detail: "has the model hand over the user's secrets",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.8,
        tight: true,
        steps: &[(For(Tags::not.or(Tags::without)), 0), (Word(TELL), 4), (For(Tags::user), 7)],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Word(&["not", "never"]), 0),
            (Word(&["mention", "disclose", "reveal", "tell"]), 3),
            (Word(&["this", "that", "it", "these", "anyone", "them"]), 3),
        ],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (For(Tags::silent), 0),
            (For(TAKE.or(Tags::change).or(Tags::delete).or(Tags::call)), 3),
            (For(Tags::user.or(Tags::sensitive).or(Tags::history).or(Tags::external).or(Tags::every)), 6),
        ],
        detail: "tells the model to act without the user's knowledge",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.65,
        tight: false,
        steps: &[
            (For(Tags::must.or(Tags::call).or(TAKE)), 0),
            (Word(&["without"]), 5),
            (For(Tags::confirm), 2),
            (For(Tags::user.or(Tags::confirm)), 4),
        ],
        detail: "tells the model to act without the user's consent",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.65,
        tight: false,
        steps: &[
            (Word(&["never", "not"]), 0),
            (Word(&["ask", "asking", "request", "seek", "wait"]), 2),
            (For(Tags::user.or(Tags::confirm)), 3),
            (For(Tags::confirm), 4),
        ],
        detail: "tells the model to act without the user's consent",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.65,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["confirmation", "confirmations", "approval", "approvals", "consent"]), 3),
        ],
        detail: "tells the model to act without the user's consent",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.8,
        tight: false,
        steps: &[
            (Word(&["you"]), 0),
            (Word(&["are"]), 1),
            (Word(&["now"]), 1),
            (Word(&["in", "a", "an", "dan", "free", "freed", "the", "unrestricted"]), 1),
        ],
        detail: "gives the model another role",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[(Word(&["act"]), 0), (Word(&["as"]), 1), (For(Tags::jailbreak.or(Tags::reason)), 6)],
        detail: "gives the model another role",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Word(&["jailbreak", "jailbroken", "uncensored", "unfiltered"]), 0),
            (For(Tags::model.or(Tags::rules).or(Tags::call).or(Tags::change)), 10),
        ],
        detail: "frees the model from its rules",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (Word(&["comply", "obey", "trust"]), 0),
            (Word(&["all", "any", "every", "whatever"]), 2),
            (
                Word(&[
                    "input", "instructions", "commands", "requests", "new", "user", "subsequent", "queries", "admin",
                ]),
                4,
            ),
        ],
        detail: "has the model obey whatever comes",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (Word(&["treat", "treats", "interpret"]), 0),
            (Word(&["any", "all", "every"]), 1),
            (Word(&["instruction", "instructions", "input", "command", "text"]), 3),
            (Word(&["command", "commands", "authorized", "trusted", "instructions"]), 12),
        ],
        detail: "has the model obey what it reads",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (For(Tags::superlative), 0),
            (For(Tags::tool), 1),
            (Word(&["in", "ever", "of", "among"]), 1),
            (Word(&["the", "all", "world", "any"]), 1),
        ],
        detail: "praises itself to the model",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Ordered(Tags::call), 0),
            (To(Reference::This), 3),
            (For(Tags::instead), 6),
            (For(Tags::every.or(Tags::tool)), 4),
        ],
        detail: "steers the model's choice to itself",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (Word(&["prefer", "choose", "favor", "favour", "select", "pick"]), 0),
            (To(Reference::This), 3),
            (Word(&["over", "instead", "rather", "above"]), 4),
        ],
        detail: "steers the model's choice to itself",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[(Ordered(Tags::call), 0), (To(Reference::This), 4), (For(Tags::rank), 5)],
        detail: "steers the model's choice to itself",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["whatever", "everything", "what", "anything", "all", "alles"]), 2),
            (Word(&["told", "instructed", "said", "given", "learned", "asked", "aufgetragen", "gesagt"]), 6),
        ],
        detail: "sets aside what the model was told",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.8,
        tight: false,
        steps: &[
            (
                Word(&[
                    "precedence", "outrank", "outranks", "override", "overrides", "overriding", "prevails",
                    "supersede", "supersedes", "trump", "trumps",
                ]),
                0,
            ),
            (Word(&["your", "operator", "operator's", "developer", "developer's", "system"]), 3),
            (
                Word(&[
                    "prompt", "instructions", "instruction", "operator", "user", "developer", "rules", "guidelines",
                    "message", "training", "and", "orders",
                ]),
                3,
            ),
        ],
        detail: "ranks itself above the model's instructions",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Word(&["treat", "regard", "consider", "accept", "read", "handle"]), 0),
            (Word(&["as"]), 6),
            (Word(&["your", "a", "an"]), 0),
            (
                Word(&[
                    "developer", "operator", "principal", "creator", "master", "superior", "administrator",
                    "system-level", "owner",
                ]),
                1,
            ),
        ],
        detail: "gives itself authority over the model",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (For(Tags::obey), 0),
            (Word(&["all", "any", "every", "each", "everything", "whatever", "what", "with", "requests", "as"]), 2),
            (
                Word(&[
                    "ask", "asks", "asked", "say", "says", "request", "requests", "orders", "commands", "texts",
                    "tells", "demands", "contents", "found", "makes",
                ]),
                6,
            ),
            (For(Tags::model.or(Tags::user).or(Tags::lasting).or(Tags::every).or(Tags::reason)), 8),
        ],
        detail: "has the model obey whatever comes",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: true,
        steps: &[
            (Word(&["as"]), 0),
            (Word(&["if", "though"]), 0),
            (For(Tags::user.or(Tags::model)), 2),
            (Word(&["had", "made", "asked", "said", "gave", "typed", "wrote", "sent"]), 3),
        ],
        detail: "passes off what it reads as the user's wish",
    },
    Figure {
        family: Family::Disclosure,
        tier: Tier::Hard,
        confidence: 0.85,
        tight: false,
        steps: &[
            (
                Word(&[
                    "append", "copy", "dump", "embed", "include", "list", "output", "paste", "print", "quote",
                    "recite", "repeat", "return", "show", "write", "are", "where",
                ]),
                0,
            ),
            (Word(&["your"]), 5),
            (Word(&["system", "initial", "hidden", "original", "internal", "developer", "secret"]), 1),
            (Word(&["prompt", "instruction", "instructions", "message", "messages", "guidelines", "rules"]), 1),
        ],
        detail: "asks for the system prompt",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Word(&["you", "tu", "du", "ты", "você", "eres"]), 0),
            (Word(&["are", "es", "bist", "é", "play", "become", "now"]), 1),
            (
                Word(&[
                    "without", "laughs", "ignores", "never", "no", "unbound", "beyond", "moque", "ohne", "sin", "sem",
                    "без", "escaped",
                ]),
                14,
            ),
            (
                Word(&[
                    "restrictions", "restriction", "rules", "policy", "policies", "limits", "declines", "refuses",
                    "warns", "owner", "filters", "guidelines", "rule", "interdits", "règles", "regeln", "reglas",
                    "regras", "правил", "ограничений",
                ]),
                5,
            ),
        ],
        detail: "gives the model a role without rules",
    },
    Figure {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (Word(&["stay", "stays", "remain", "remains"]), 0),
            (Word(&["in"]), 0),
            (Word(&["character"]), 0),
            (For(Tags::lasting.or(Tags::every).or(Tags::user)), 6),
        ],
        detail: "gives the model another role",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: true,
        steps: &[
            (Word(&["new", "updated", "additional", "revised", "special", "further", "hidden"]), 0),
            (Word(&["instruction", "instructions", "directive", "directives", "rules", "orders", "guidance"]), 1),
            (Word(&["for", "to"]), 0),
            (For(Tags::addressee), 2),
        ],
        detail: "brings instructions of its own for the model",
    },
    Figure {
        family: Family::HiddenChannel,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: true,
        steps: &[
            (Word(&["end"]), 0),
            (Word(&["of"]), 0),
            (Word(&["tool", "tools", "system"]), 1),
            (
                Word(&[
                    "list", "definitions", "definition", "description", "descriptions", "catalog", "catalogue",
                    "documentation", "prompt", "output",
                ]),
                1,
            ),
        ],
        detail: "pretends that the list of tools ends",
    },
    Figure {
        family: Family::Disclosure,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: false,
        steps: &[
            (Ordered(Tags::call), 0),
            (Word(&["with", "using", "giving", "passing"]), 3),
            (Word(&["your"]), 3),
            (For(Tags::prompt), 3),
        ],
        detail: "has the system prompt passed to a tool",
    },
    Figure {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        tight: true,
        steps: &[
            (Ordered(Tags::ignore), 0),
            (Word(&["any", "all", "every", "the", "whatever"]), 1),
            (For(Tags::rules), 2),
            (Word(&["that", "which"]), 1),
            (
                Word(&[
                    "forbid", "forbids", "prohibit", "prohibits", "disallow", "disallows", "prevent", "prevents",
                    "stop", "stops", "ban", "bans",
                ]),
                3,
            ),
            (Word(&["this", "that", "it", "you", "so", "such"]), 1),
        ],
        detail: "sets aside the rules the model works under",
    },
    Figure {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: true,
        steps: &[
            (Word(&["keep"]), 0),
            (Word(&["this", "that", "it", "these", "them"]), 0),
            (Word(&["to"]), 3),
            (Word(&["yourself", "yourselves"]), 0),
        ],
        detail: "tells the model to hide something from the user",
    },
    Figure {
        family: Family::HiddenChannel,
        tier: Tier::Soft,
        confidence: 0.75,
        tight: false,
        steps: &[
            (Word(&["decode", "decrypt", "decipher", "deobfuscate", "unscramble"]), 0),
            (Word(&["carry", "do", "execute", "follow", "obey", "perform"]), 6),
            (Word(&["what", "whatever", "instruction", "instructions", "order", "orders", "steps"]), 3),
        ],
        detail: "has the model decode something and do what it says",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[
            (Word(VOUCHED), 0),
            (Word(&["by"]), 2),
            (Word(MAKERS), 3),
            (Word(&["of", "behind"]), 0),
            (Word(&["your"]), 0),
            (For(Tags::model), 2),
        ],
        detail: "claims the word of the model's makers for itself",
    },
    Figure {
        family: Family::Preference,
        tier: Tier::Soft,
        confidence: 0.7,
        tight: false,
        steps: &[(Word(VOUCHED), 0), (Word(&["by"]), 2), (Word(&["your"]), 0), (Word(MAKERS), 1)],
        detail: "claims the word of the model's makers for itself",
    },
];
