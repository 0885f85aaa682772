//! Who named a destination, and what follows for a call that goes there.
//!
//! What data looks like can be disguised without end. Where it goes cannot, and neither can who named that place first. So
//! every destination of a call has a [`NamedBy`], and [`TABLE`] says what becomes of the call: the first row that fits
//! decides. Each row has a case that it decides and is tested with it.
//!
//! Limits: who named a place is known as far as a gateway sees it. What the agent names before it has read any untrusted
//! content counts as the user's choice.

use serde::{Deserialize, Serialize};

/// Who named a destination first, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamedBy {
    /// The configuration: the place is known to be inside.
    Configuration,
    /// The user's own words, or a record that joins it to a name in them.
    User,
    /// The agent, before any response named it and before untrusted content was read.
    Agent,
    /// A field of a record: a sender, a member of a list, a column.
    Record,
    /// No response names it; the agent does, after untrusted content was read.
    Nobody,
    /// The prose of a response, and nothing else.
    Prose,
    /// A text that tells the agent, or software like it, what to do.
    Instruction,
}

impl NamedBy {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Configuration => "configuration",
            Self::User => "user",
            Self::Agent => "agent",
            Self::Record => "record",
            Self::Nobody => "nobody",
            Self::Prose => "prose",
            Self::Instruction => "instruction",
        }
    }
}

/// What a call does with its destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// It reads: an address that carries no data is where it looks, not where something goes.
    Reads,
    /// It reads from an address that the agent put together: the address itself can carry data.
    Composes,
    /// It can be undone by whoever sees it: a draft, a cart, an entry in the user's own calendar.
    Undoable,
    /// It sends or writes something there once.
    Sends,
    /// What comes later goes there by itself, or somebody gets access for good: a rule, a webhook, a payee on record.
    Opens,
}

/// What goes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// Nothing that was read.
    Nothing,
    /// Private data that was read.
    Private,
    /// A secret that was read.
    Secret,
}

/// One call that goes somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Who named the place.
    pub named_by: NamedBy,
    /// What the call does.
    pub deed: Deed,
    /// What goes along, as far as it is recognized.
    pub load: Load,
    /// Whether the session has read private data and untrusted content.
    pub is_exposed: bool,
    /// Whether the label alone decides in such a session (`security.flow.guarantee = "strict"`).
    pub is_strict: bool,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Nothing speaks against it.
    Allow,
    /// It goes through and is on record.
    Note,
    /// What the data looks like decides: the content guarantee.
    Content,
    /// It waits for a person.
    Hold,
}

/// One row of the decision table. An empty list fits everything.
#[derive(Debug)]
pub struct Row {
    /// The stable id.
    pub id: &'static str,
    /// Who named the place.
    pub named_by: &'static [NamedBy],
    /// What the call does.
    pub deeds: &'static [Deed],
    /// What goes along.
    pub loads: &'static [Load],
    /// Whether it counts only in a session that has read private data and untrusted content.
    pub is_exposed: bool,
    /// Whether it counts only under the strict guarantee, in a session that has read both kinds.
    pub is_strict: bool,
    /// What becomes of the call.
    pub ruling: Ruling,
    /// Why, in words.
    pub meaning: &'static str,
    /// A case that this row decides.
    pub example: Case,
}

const fn case(named_by: NamedBy, deed: Deed, load: Load) -> Case {
    Case { named_by, deed, load, is_exposed: true, is_strict: false }
}

const fn strict(named_by: NamedBy, deed: Deed, load: Load) -> Case {
    Case { is_strict: true, ..case(named_by, deed, load) }
}

/// Every row, in the order in which they are asked.
// table: the guard's own decisions, one row per case
pub static TABLE: &[Row] = &[
    Row {
        id: "read",
        named_by: &[],
        deeds: &[Deed::Reads],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Content,
        meaning: "A read is no destination; data in its address is found by the content rules.",
        example: case(NamedBy::Instruction, Deed::Reads, Load::Nothing),
    },
    Row {
        id: "secret",
        named_by: &[NamedBy::Configuration, NamedBy::User],
        deeds: &[],
        loads: &[Load::Secret],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Content,
        meaning: "A secret is not sent in clear to anybody without a person, whoever named the place.",
        example: case(NamedBy::User, Deed::Sends, Load::Secret),
    },
    Row {
        id: "trusted",
        named_by: &[NamedBy::Configuration, NamedBy::User],
        deeds: &[],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Allow,
        meaning: "The user or the configuration named the place.",
        example: case(NamedBy::User, Deed::Sends, Load::Private),
    },
    Row {
        id: "composed",
        named_by: &[NamedBy::Prose, NamedBy::Record, NamedBy::Nobody, NamedBy::Instruction],
        deeds: &[Deed::Composes],
        loads: &[],
        is_exposed: true,
        is_strict: true,
        ruling: Ruling::Hold,
        meaning: "Strict: an address that the agent put together can carry data to a place that neither the user nor the agent named before.",
        example: strict(NamedBy::Record, Deed::Composes, Load::Nothing),
    },
    Row {
        id: "read_composed",
        named_by: &[],
        deeds: &[Deed::Composes],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Content,
        meaning: "Data in the address of a read is found by the content rules.",
        example: case(NamedBy::Prose, Deed::Composes, Load::Nothing),
    },
    Row {
        id: "instruction",
        named_by: &[NamedBy::Instruction],
        deeds: &[],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Hold,
        meaning: "A text that tells the agent what to do named the place.",
        example: case(NamedBy::Instruction, Deed::Sends, Load::Nothing),
    },
    Row {
        id: "undoable",
        named_by: &[],
        deeds: &[Deed::Undoable],
        loads: &[Load::Nothing],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Note,
        meaning: "What the call does can be undone, and nothing that was read goes along.",
        example: case(NamedBy::Prose, Deed::Undoable, Load::Nothing),
    },
    Row {
        id: "prose_opens",
        named_by: &[NamedBy::Prose],
        deeds: &[Deed::Opens],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Hold,
        meaning: "What comes later goes by itself to a place that only prose named.",
        example: case(NamedBy::Prose, Deed::Opens, Load::Nothing),
    },
    Row {
        id: "prose_private",
        named_by: &[NamedBy::Prose],
        deeds: &[],
        loads: &[Load::Private, Load::Secret],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Hold,
        meaning: "Private data goes to a place that only prose named.",
        example: case(NamedBy::Prose, Deed::Sends, Load::Private),
    },
    Row {
        id: "strict_untrusted",
        named_by: &[NamedBy::Prose, NamedBy::Nobody],
        deeds: &[],
        loads: &[],
        is_exposed: true,
        is_strict: true,
        ruling: Ruling::Hold,
        meaning: "Strict: the session has read private data and untrusted content, and neither the user, the agent before that, nor a record named the place.",
        example: strict(NamedBy::Nobody, Deed::Sends, Load::Nothing),
    },
    Row {
        id: "strict_record",
        named_by: &[NamedBy::Record],
        deeds: &[],
        loads: &[],
        is_exposed: true,
        is_strict: true,
        ruling: Ruling::Hold,
        meaning: "Strict: a record may be untrusted content too, so a person decides.",
        example: strict(NamedBy::Record, Deed::Sends, Load::Nothing),
    },
    Row {
        id: "prose_exposed",
        named_by: &[NamedBy::Prose],
        deeds: &[Deed::Sends],
        loads: &[],
        is_exposed: true,
        is_strict: false,
        ruling: Ruling::Hold,
        meaning: "The session has read private data and untrusted content, and only prose named the place, whatever goes there looks like.",
        example: case(NamedBy::Prose, Deed::Sends, Load::Nothing),
    },
    Row {
        id: "prose",
        named_by: &[NamedBy::Prose],
        deeds: &[],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Note,
        meaning: "Only prose named the place, and nothing private is known to go there: people ask each other for that all day.",
        example: Case { is_exposed: false, ..case(NamedBy::Prose, Deed::Sends, Load::Nothing) },
    },
    Row {
        id: "content",
        named_by: &[],
        deeds: &[],
        loads: &[],
        is_exposed: false,
        is_strict: false,
        ruling: Ruling::Content,
        meaning: "The agent, a record or nobody known named the place: what the data looks like decides.",
        example: case(NamedBy::Agent, Deed::Sends, Load::Private),
    },
];

impl Row {
    fn fits(&self, case: &Case) -> bool {
        (self.named_by.is_empty() || self.named_by.contains(&case.named_by))
            && (self.deeds.is_empty() || self.deeds.contains(&case.deed))
            && (self.loads.is_empty() || self.loads.contains(&case.load))
            && (!self.is_strict || case.is_strict)
            && (!self.is_exposed || case.is_exposed)
    }
}

/// The row that decides a case.
///
/// ```
/// use vetgate_flow::provenance::{Case, Deed, Load, NamedBy, Ruling, decide};
/// let case = Case {
///     named_by: NamedBy::Prose,
///     deed: Deed::Sends,
///     load: Load::Private,
///     is_exposed: true,
///     is_strict: false,
/// };
/// assert_eq!((decide(&case).id, decide(&case).ruling), ("prose_private", Ruling::Hold));
/// ```
pub fn decide(case: &Case) -> &'static Row {
    let last = TABLE.last().expect("the table has rows");
    TABLE.iter().find(|row| row.fits(case)).unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_decides_its_own_example() {
        for row in TABLE {
            assert_eq!(decide(&row.example).id, row.id);
        }
        assert!(TABLE.iter().all(|row| TABLE.iter().filter(|other| other.id == row.id).count() == 1));
    }

    /// The rows as the page shows them.
    fn page() -> String {
        fn list<T>(all: &[T], name: impl Fn(&T) -> String) -> String {
            if all.is_empty() { "any".to_owned() } else { all.iter().map(name).collect::<Vec<_>>().join(", ") }
        }
        let mut page = String::new();
        for row in TABLE {
            let strict = if row.is_strict { " (strict)" } else { "" };
            page.push_str(&format!(
                "| `{}`{strict} | {} | {} | {} | {} | {} |\n",
                row.id,
                list(row.named_by, |by| format!("`{}`", by.name())),
                list(row.deeds, |deed| format!("{deed:?}").to_lowercase()),
                list(row.loads, |load| format!("{load:?}").to_lowercase()),
                format!("{:?}", row.ruling).to_lowercase(),
                row.meaning,
            ));
        }
        page
    }

    #[test]
    fn the_documentation_has_every_row() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/flow.md");
        let text = include_str!("../../../docs/flow.md");
        let (head, rest) = text.split_once("<!-- provenance table -->").expect("the table begins");
        let (table, tail) = rest.split_once("<!-- end of provenance table -->").expect("the table ends");
        let header: String = table.trim_start().lines().take(2).flat_map(|line| [line, "\n"]).collect();
        let expected =
            format!("{head}<!-- provenance table -->\n\n{header}{}\n<!-- end of provenance table -->{tail}", page());
        if std::env::var_os("VETGATE_BLESS").is_some() {
            std::fs::write(path, &expected).expect("the page can be written");
        }
        assert!(text == expected || std::env::var_os("VETGATE_BLESS").is_some(), "run with VETGATE_BLESS=1");
    }

    #[test]
    fn the_last_row_fits_everything() {
        let last = TABLE.last().expect("the table has rows");
        assert!(last.named_by.is_empty() && last.deeds.is_empty() && last.loads.is_empty() && !last.is_strict);
    }

    #[test]
    fn strict_rows_are_silent_without_the_setting_and_before_both_kinds_were_read() {
        let strict = strict(NamedBy::Nobody, Deed::Sends, Load::Nothing);
        assert_eq!(decide(&strict).ruling, Ruling::Hold);
        for case in [Case { is_strict: false, ..strict }, Case { is_exposed: false, ..strict }] {
            assert_eq!(decide(&case).ruling, Ruling::Content, "{case:?}");
        }
        for named_by in [NamedBy::Configuration, NamedBy::User, NamedBy::Agent] {
            assert!(decide(&Case { named_by, ..strict }).ruling < Ruling::Hold, "{named_by:?}");
        }
    }

    #[test]
    fn less_trust_never_loosens_the_ruling_of_a_send() {
        let order = [NamedBy::User, NamedBy::Agent, NamedBy::Prose, NamedBy::Instruction];
        for load in [Load::Private, Load::Secret] {
            let rulings: Vec<Ruling> = order.iter().map(|by| decide(&case(*by, Deed::Sends, load)).ruling).collect();
            assert!(rulings.is_sorted(), "{load:?}: {rulings:?}");
        }
    }
}
