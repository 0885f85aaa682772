//! What it means that data moved.
//!
//! A match alone says only that a call was given what another had returned: agents do little else. What makes it an alarm
//! is how much of it is new (neither common text nor boilerplate nor the agent's own words), where it came from, where it goes,
//! and who chose that. The levels are one decision, read from top to bottom in [`Following::level`].

use crate::memory::Found;
use crate::provenance::{Case, Deed, Load, NamedBy, Ruling, decide};
use crate::taking::{Fetched, is_wrapped};
use crate::transform::Transform;
use crate::{Certainty, Edge, Level, Obeyed, Pattern, Place, call_name, canonical};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use vetgate_sensitive::{Category, catalogue};
use vetgate_text::shell;

/// From how many new characters on a copy is worth a look: below that, one harmless call in a hundred would be.
const NOTEWORTHY: u32 = 24;
/// From how many new characters on a copy of private data stops a call: none of the harmless ones measured has as many.
const GRAVE: u32 = 32;
/// How many new characters of a command have to be a stranger's.
const COMMAND: u32 = 12;
/// How many new characters a sensitive value has at least: fewer are the agent's own, or anybody's.
const VALUE: u32 = 6;
/// From how many ways to reach people on, what leaves is a list of them.
const LIST: usize = 3;
/// From how many new characters on several runs together are as grave as one: an agent that reports quotes now and then.
const RUNS: u32 = 72;
/// The same towards whom the agent or a record named: who reports to somebody quotes names and paths by the way.
const RUNS_TO_KNOWN: u32 = 144;
/// From how many new characters on data that is encoded or written into a link is hidden on purpose.
const HIDDEN: u32 = 16;
/// From how many new characters on it is worth a look that private data changes hands inside.
const PAGE: u32 = 96;
/// How many edges of one call are kept, the gravest first.
const EDGES: usize = 32;

/// What is known of a call when what it is given is judged.
#[derive(Debug, Clone, Copy)]
pub struct Sink<'s> {
    /// Which call of the session it is.
    pub call: u64,
    /// The server.
    pub server: &'s str,
    /// The tool.
    pub tool: &'s str,
    /// Whether what it is given leaves.
    pub leaves: Certainty,
    /// Whether it changes anything.
    pub changes: bool,
    /// Whether it runs what it is given.
    pub runs: bool,
    /// Whether its arguments name a place outside, or say that everybody is to see them.
    pub is_addressed: bool,
    /// Whether data was let through to the same destination before.
    pub is_familiar: bool,
    /// Who named the destination: the least trusted of those who did. `None` if the call has no destination.
    pub named_by: Option<NamedBy>,
    /// Whether the session has read private data and untrusted content.
    pub is_exposed: bool,
    /// Whether its server is known to be inside.
    pub is_inside: bool,
    /// Whether it is what a model answers to a server that asked it.
    pub is_answer: bool,
    /// Whether it keeps what it is given for sessions to come.
    pub remembers: bool,
}

/// What kind of sensitive data a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravity {
    /// How to reach somebody.
    Contact,
    /// What identifies somebody, or is about their money or health.
    Personal,
    /// What opens something.
    Secret,
}

impl Gravity {
    /// How grave it is that a category of data gets out; nothing if it is not.
    pub fn of_category(category: Category) -> Option<Self> {
        match category {
            Category::Secret => Some(Self::Secret),
            Category::Identity | Category::Health | Category::Financial | Category::Custom => Some(Self::Personal),
            Category::Contact => Some(Self::Contact),
            Category::Network | Category::Vehicle | Category::Path => None,
        }
    }

    /// The same of a kind; one that is not built in is the user's own.
    fn of(kind: &str) -> Option<Self> {
        static KINDS: LazyLock<BTreeMap<String, Category>> =
            LazyLock::new(|| catalogue().map(|listed| (listed.kind.id.to_string(), listed.kind.category)).collect());
        Self::of_category(KINDS.get(kind).copied().unwrap_or(Category::Custom))
    }
}

/// A sensitive value in the arguments.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'s> {
    /// Where; a JSON pointer.
    pub pointer: &'s str,
    /// The id of its kind.
    pub kind: &'s str,
    /// How grave it is.
    pub gravity: Gravity,
    /// What it says, raw.
    pub value: &'s str,
}

/// A link or host outside in the arguments.
#[derive(Debug, Clone)]
pub struct Link {
    /// Where; a JSON pointer.
    pub pointer: String,
    /// The canonical letters of its domain.
    pub host: String,
    /// Whether something is sent there, rather than only spoken of.
    pub is_addressed: bool,
}

/// Where a call gets its recipient from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// Only somebody's prose has named it.
    Prose,
    /// Its domain could be taken for another one.
    LookAlike,
    /// Only somebody's prose has named it, and what comes later goes there by itself: a rule, a subscription, a mirror.
    Route,
    /// Only somebody's prose has named the account, and it is put down as the one to pay to.
    Account,
    /// A response has named it, and a formula joins data to it and fetches that.
    Formula,
}

/// A recipient that a call names and that somebody suggested.
#[derive(Debug, Clone)]
pub struct Suggested {
    /// How.
    pub naming: Naming,
    /// Where it was suggested.
    pub from: Place,
    /// The argument that names it.
    pub pointer: String,
    /// How many characters it has.
    pub characters: u32,
    /// Whether others may have written where it was suggested.
    pub is_outside: bool,
}

/// Judges what flows into one call.
#[derive(Debug)]
pub struct Following<'s> {
    /// The call.
    pub sink: Sink<'s>,
    /// The arguments as text, for what is run.
    pub arguments: &'s str,
    /// The sensitive values in the arguments.
    pub carried: &'s [Carried<'s>],
    /// The links in the arguments.
    pub links: &'s [Link],
    /// The arguments that say whom or what the call is addressed to; they do not leave with it.
    pub addressees: &'s [String],
    /// What was read because an earlier response said so, by the call that read it.
    pub fetched: &'s [Fetched],
    /// Where what strangers wrote names the tool that is called.
    pub named_by: Option<&'s Place>,
}

impl Following<'_> {
    /// Every flow into the call, the gravest first.
    pub fn edges(&self, found: &[Found], obeyed: Option<&Obeyed>, suggested: &[Suggested]) -> Vec<Edge> {
        let count = found.len() + suggested.len() + usize::from(obeyed.is_some());
        if count == 0 {
            return vec![];
        }
        let (mut edges, here) = (Vec::with_capacity(count), self.here());
        edges.extend(obeyed.map(|obeyed| self.obedience(obeyed, &here)));
        edges.extend(suggested.iter().map(|suggested| self.suggestion(suggested, &here)));
        let copies = edges.len();
        edges.extend(found.iter().map(|one| self.copy(one, &here, found, suggested)));
        self.add_up(&mut edges[copies..], found);
        if obeyed.is_some() || !suggested.is_empty() {
            let is_ordered = obeyed.is_some() && self.acts();
            self.aggravate(&mut edges[copies..], found, is_ordered);
        }
        if obeyed.is_none_or(|_| !self.acts()) {
            self.trust(&mut edges);
        }
        edges.sort_by_key(|edge| std::cmp::Reverse((edge.level, edge.pattern, edge.novel)));
        edges.truncate(EDGES);
        edges
    }

    /// What goes where the user or the configuration wants it may go there, unless it is a secret or is run.
    fn trust(&self, edges: &mut [Edge]) {
        let Some(named_by) = self.sink.named_by else { return };
        // What is wrapped up is not what the user asked to be sent.
        let is_plain = |name: &String| Transform::WRITTEN.iter().any(|transform| transform.name() == name);
        for edge in edges.iter_mut().filter(|edge| edge.transforms.iter().all(is_plain)) {
            let load = match edge.pattern {
                Pattern::UntrustedToExec => continue,
                Pattern::SecretToExternal => Load::Secret,
                Pattern::UntrustedToDestination => Load::Nothing,
                _ => Load::Private,
            };
            let case = Case { named_by, deed: Deed::Sends, load, is_exposed: true, is_strict: false };
            if decide(&case).ruling == Ruling::Allow {
                edge.level = Level::Safe;
            }
        }
    }

    /// What leaves in several runs is as much as what leaves in one. `edges` are the copies of what was `found`, in order.
    fn add_up(&self, edges: &mut [Edge], found: &[Found]) {
        if self.sink.leaves != Certainty::Known || self.sink.is_familiar {
            return;
        }
        let is_part = |(edge, found): &(&mut Edge, &Found)| {
            let is_private = found.origin.private != Certainty::Possible;
            edge.pattern == Pattern::InternalToExternal && edge.novel > 0 && is_private
        };
        // What several responses hold leaves once.
        let is_again = |at: usize, one: &Found| {
            let mut others = found.iter().enumerate();
            others.any(|(other_at, other)| {
                let is_longer =
                    other.text.len() > one.text.len() || other.text.len() == one.text.len() && other_at < at;
                is_longer && other.text.contains(&one.text)
            })
        };
        let parts = edges.iter_mut().zip(found).enumerate().filter(|(at, (_, one))| !is_again(*at, one));
        let mut parts: Vec<&mut Edge> = parts.map(|(_, part)| part).filter(is_part).map(|(edge, _)| edge).collect();
        let (count, sum) = (parts.len(), parts.iter().map(|edge| edge.novel).sum::<u32>());
        let gravest = parts.iter_mut().max_by_key(|edge| (edge.level, edge.novel));
        let is_known = matches!(self.sink.named_by, Some(NamedBy::Agent | NamedBy::Record));
        let most = if is_known { RUNS_TO_KNOWN } else { RUNS };
        if let Some(edge) = gravest.filter(|edge| count > 1 && sum >= most && edge.level == Level::Suspicious) {
            edge.level = Level::Critical;
            edge.reason = format!(
                "it would send {sum} characters read before, in {count} pieces, most of them returned by `{}` ({})",
                edge.from.tool,
                call_name(edge.from.call)
            );
        }
    }

    /// Private data that goes where a stranger said, or in the way a stranger said, is stolen. `edges` are the copies of
    /// what was `found`, in order. What only may be private has to be ordered.
    fn aggravate(&self, edges: &mut [Edge], found: &[Found], is_ordered: bool) {
        let is_others =
            |(edge, _): &(&mut Edge, &Found)| *edge.from.server != *self.sink.server || edge.from.server.is_empty();
        for (edge, found) in edges.iter_mut().zip(found).filter(is_others) {
            let is_copy =
                matches!(edge.pattern, Pattern::CrossServer | Pattern::InternalToExternal | Pattern::PiiToExternal);
            let least = if is_ordered { COMMAND } else { NOTEWORTHY };
            let is_private = edge.level == Level::Suspicious && found.origin.private != Certainty::Possible;
            if is_copy && edge.novel >= least && (is_ordered || is_private) {
                edge.level = Level::Critical;
                edge.reason = format!(
                    "it would send {} characters returned by `{}` ({}) to a destination that untrusted content named",
                    edge.novel,
                    edge.from.tool,
                    call_name(edge.from.call)
                );
            }
        }
    }

    /// The call, without a place in it.
    fn here(&self) -> Place {
        let Sink { call, server, tool, .. } = self.sink;
        Place { call, server: server.into(), tool: tool.into(), pointer: String::new() }
    }

    /// Whether the call does more than read: a read that an instruction asked for is not held for it.
    fn acts(&self) -> bool {
        self.sink.changes || self.sink.runs
    }

    /// The call does what an instruction in a response says.
    fn obedience(&self, obeyed: &Obeyed, here: &Place) -> Edge {
        let is_harmful = self.acts();
        let what = match (obeyed.is_target, obeyed.pointer.is_empty()) {
            (true, _) => "it names the target",
            (false, false) => "it uses the words",
            (false, true) => "it does what the text asks for",
        };
        let Place { call, tool, .. } = &obeyed.from;
        Edge {
            from: obeyed.from.clone(),
            to: here.at(&obeyed.pointer),
            pattern: if self.sink.runs { Pattern::UntrustedToExec } else { Pattern::UntrustedToDestination },
            level: if is_harmful { Level::Critical } else { Level::Suspicious },
            characters: obeyed.characters,
            novel: obeyed.characters,
            transforms: vec![],
            reason: format!("{what} of an instruction in the response of `{tool}` (call {call})"),
        }
    }

    /// The call goes where somebody suggests. Where to write to may well be what the user wanted to know; what sets up that
    /// data or money goes there from now on, and what is pushed there as a whole, moves more than anybody will see.
    fn suggestion(&self, suggested: &Suggested, here: &Place) -> Edge {
        let Place { call, tool, .. } = &suggested.from;
        let prose = format!("the response of `{tool}` (call {call}), and not by the agent before");
        let (deed, reason) = match suggested.naming {
            Naming::Prose => (Deed::Sends, format!("the recipient was first named in {prose}")),
            Naming::LookAlike => {
                (Deed::Sends, format!("the recipient's domain looks like another one known since call {call}"))
            }
            Naming::Route => (Deed::Opens, format!("it gives access to a destination that was first named in {prose}")),
            Naming::Account => (Deed::Opens, format!("the account for future payments was first named in {prose}")),
            Naming::Formula => (
                Deed::Opens,
                format!("a formula sends data to a destination from the response of `{tool}` (call {call})"),
            ),
        };
        // Where only something is read, nothing goes but the address.
        let deed = if deed == Deed::Sends && !self.acts() { Deed::Reads } else { deed };
        let case = Case {
            named_by: NamedBy::Prose,
            deed,
            load: Load::Nothing,
            is_exposed: self.sink.is_exposed && suggested.is_outside,
            is_strict: false,
        };
        let level = if decide(&case).ruling == Ruling::Hold { Level::Critical } else { Level::Suspicious };
        Edge {
            from: suggested.from.clone(),
            to: here.at(&suggested.pointer),
            pattern: Pattern::UntrustedToDestination,
            level,
            characters: suggested.characters,
            novel: suggested.characters,
            transforms: vec![],
            reason,
        }
    }

    fn copy(&self, found: &Found, here: &Place, all: &[Found], suggested: &[Suggested]) -> Edge {
        let (mut pattern, mut level) = self.level(found);
        let Found { origin, novel, characters, .. } = found;
        let taken = if level < Level::Critical { self.taken(found, all, suggested) } else { None };
        let reason = match (taken, level) {
            (Some(taken), _) => {
                (pattern, level) = (taken.pattern, Level::Critical);
                let (tool, call) = (&origin.tool, call_name(origin.call));
                format!("{novel} characters returned by `{tool}` ({call}) {}", taken.why)
            }
            (None, Level::Safe) => String::new(),
            _ => format!(
                "{novel} characters returned by `{}` ({}) {}",
                origin.tool,
                call_name(origin.call),
                match pattern {
                    Pattern::SecretToExternal => "would be sent out, including a secret",
                    Pattern::PiiToExternal => "would be sent out, including personal data",
                    Pattern::UntrustedToExec => "are run",
                    _ => "leave",
                }
            ),
        };
        let (server, tool) = (Arc::clone(&origin.server), Arc::clone(&origin.tool));
        Edge {
            from: Place { call: origin.call, server, tool, pointer: found.from.clone() },
            to: here.at(&found.to),
            pattern,
            level,
            characters: *characters,
            novel: *novel,
            transforms: found.transforms.iter().map(|transform| transform.name().to_owned()).collect(),
            reason,
        }
    }

    /// What a copy means.
    fn level(&self, found: &Found) -> (Pattern, Level) {
        let (origin, sink, novel) = (&found.origin, &self.sink, found.novel);
        let stays = !origin.server.is_empty() && *origin.server == *sink.server && !sink.is_addressed;
        if sink.runs && novel >= COMMAND && origin.outside > Certainty::No {
            let is_long = novel >= NOTEWORTHY || shell::looks_like_command(self.arguments).is_some();
            return (Pattern::UntrustedToExec, if is_long { Level::Critical } else { Level::Suspicious });
        }
        let gravity = self.gravity(found).filter(|_| novel >= VALUE);
        if sink.leaves == Certainty::No || stays {
            return match gravity {
                // What opens something is nobody else's, inside as well; in a field of its own it may be set up.
                Some(Gravity::Secret) if !stays && self.is_told_secret(found) => {
                    (Pattern::SecretToExternal, Level::Critical)
                }
                Some(Gravity::Secret) if !stays => (Pattern::SecretToExternal, Level::Suspicious),
                _ if stays => (Pattern::Harmless, Level::Safe),
                _ if origin.private == Certainty::Known && novel >= PAGE => (Pattern::CrossServer, Level::Suspicious),
                _ => (Pattern::CrossServer, Level::Safe),
            };
        }
        let is_known = sink.leaves == Certainty::Known;
        match gravity {
            Some(Gravity::Secret) => return (Pattern::SecretToExternal, Level::Critical),
            Some(Gravity::Personal) if is_known => return (Pattern::PiiToExternal, Level::Critical),
            Some(Gravity::Personal | Gravity::Contact) => return (Pattern::PiiToExternal, Level::Suspicious),
            None => {}
        }
        let is_hidden = !found.transforms.is_empty() || self.is_in_link(found);
        if !is_hidden && self.addressees.contains(&found.to) {
            return (Pattern::CrossServer, Level::Safe);
        }
        match origin.private {
            // Nobody wraps up what may be seen, or writes it into an address.
            // A public address may hold what is public.
            Certainty::No if !is_wrapped(found) => (Pattern::CrossServer, Level::Safe),
            _ if is_hidden && is_known && novel >= HIDDEN => (Pattern::InternalToExternal, Level::Critical),
            Certainty::No => (Pattern::CrossServer, Level::Safe),
            // A server that nothing is known of may hold what is private: worth a look where as much surely leaves as would
            // be grave otherwise. Versions and numbers of packages and parts are shorter.
            Certainty::Possible if is_known && novel >= GRAVE => (Pattern::InternalToExternal, Level::Suspicious),
            Certainty::Possible => (Pattern::CrossServer, Level::Safe),
            // Nobody cuts it into pieces, either.
            _ if found.pieces > 1 && is_known && novel >= NOTEWORTHY && !sink.is_familiar => {
                (Pattern::InternalToExternal, Level::Critical)
            }
            Certainty::Known if is_known && novel >= GRAVE && !sink.is_familiar => {
                (Pattern::InternalToExternal, Level::Critical)
            }
            _ if novel >= NOTEWORTHY => (Pattern::InternalToExternal, Level::Suspicious),
            _ => (Pattern::InternalToExternal, Level::Safe),
        }
    }

    /// Whether the match is data in a link or a host name: not the link itself, which a response may have shown.
    fn is_in_link(&self, found: &Found) -> bool {
        let of =
            |link: &&Link| link.is_addressed && link.pointer == found.to && !found.text.contains(link.host.as_str());
        found.pieces == 1 && self.links.iter().any(|link| of(&link))
    }

    /// Whether a secret that was read is told, rather than set up where secrets belong: in a text for people, or in whatever
    /// else is no field of its own for it. A look-up tells whoever answers it.
    fn is_told_secret(&self, found: &Found) -> bool {
        if self.sink.changes && is_for_people(&found.to) {
            return true;
        }
        let is_part = |carried: &Carried| {
            let letters = canonical(carried.value);
            found.text.contains(&letters) || letters.contains(&found.text) || found.characters > Found::TEXT as u32
        };
        let mut secrets = self.carried.iter().filter(|own| own.pointer == found.to && own.gravity == Gravity::Secret);
        (found.atom.is_some() || secrets.any(is_part)) && !self.is_set_up(&found.to)
    }

    /// The gravest sensitive value that this match carries. Whom a message is addressed to is not what leaves with it.
    fn gravity(&self, found: &Found) -> Option<Gravity> {
        if let Some(kind) = &found.atom {
            // Whatever it is wrapped in, it is what it was.
            return Gravity::of(kind).filter(|gravity| *gravity > Gravity::Contact);
        }
        let here = || self.carried.iter().filter(|carried| carried.pointer == found.to);
        let contacts = here().filter(|carried| carried.gravity == Gravity::Contact).count();
        here().map(|carried| carried.gravity).max().filter(|gravity| *gravity > Gravity::Contact || contacts >= LIST)
    }
}

/// The name of the argument at `pointer`, or of the list that it is in.
pub(crate) fn name_of(pointer: &str) -> &str {
    pointer.rsplit('/').find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default()
}

/// Whether an argument holds what people read.
pub(crate) fn is_for_people(pointer: &str) -> bool {
    use crate::words::following::TEXTS;
    let name = name_of(pointer);
    TEXTS.iter().any(|text| name.to_ascii_lowercase().contains(text))
}
