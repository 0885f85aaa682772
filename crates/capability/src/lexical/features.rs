//! The features that weights are given to: what [`Facts`] say, one by one.
//!
//! A feature is a number below [`COUNT`] and has a name (`main.subject`, `role.path`, `frame.name.3`), by which the
//! file of weights knows it. Features of frames belong to one tag; all others are shared by the tags.

use crate::lexical::facts::{Facts, Voice};
use crate::lexical::frames::strengths;
use crate::lexical::meaning::{Act, Cue, Cues, Thing, Things};
use crate::lexical::setting::Setting;
use crate::{Level, Operation, OperationClass, Role, Tag};
use vetgate_model::Hints;

/// Where a thing is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the server's name.
    Server,
    /// By the other tools of the server.
    Around,
    /// Where the tool says what it is: its name, its title, the first sentence of its description.
    Main,
    /// In the rest of the description and in the parameters.
    Rest,
}

impl Place {
    const ALL: [Self; 4] = [Self::Server, Self::Around, Self::Main, Self::Rest];

    const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Around => "around",
            Self::Main => "main",
            Self::Rest => "rest",
        }
    }

    /// The voices that speak there.
    pub(crate) const fn voices(self) -> &'static [Voice] {
        match self {
            Self::Server => &[Voice::Server],
            Self::Around => &[Voice::Around],
            Self::Main => &[Voice::Name, Voice::Title, Voice::Lead],
            Self::Rest => &[Voice::Body, Voice::Parameter],
        }
    }

    pub(crate) fn things(self, facts: &Facts) -> Things {
        self.voices().iter().fold(Things::default(), |all, voice| all.or(facts.things(*voice)))
    }
}

/// One feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feature {
    /// A thing is spoken of.
    Thing(Place, Thing),
    /// The name of the tool has an act.
    Named(Act),
    /// The description opens with an act.
    Opening(Act),
    /// A parameter has a role.
    Role(Role),
    /// A cue is given.
    Cue(Place, Cue),
    /// Something that holds or not.
    Is(Condition),
    /// A voice states an act on a thing that speaks for the tag, so strongly.
    Frame(Voice, u8),
}

macro_rules! conditions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// What holds of a tool as a whole.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Condition {
            $($(#[$doc])* $variant),+
        }

        impl Condition {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

conditions! {
    /// The description names a product that no list knows.
    Product = "product",
    /// The description names a product that the server is named after.
    ProductOfServer = "product.server",
    /// The author says that the tool reaches the outside.
    OpenWorld = "open_world",
    /// The author says that it does not.
    ClosedWorld = "closed_world",
    /// An act on a thing speaks for the tag, and the definition speaks of something that is elsewhere.
    FrameElsewhere = "frame.elsewhere",
    /// One does, and the definition speaks of something that is here.
    FrameHere = "frame.here",
    /// One does, and the definition speaks of a database.
    FrameDatabase = "frame.database",
    /// One does, and the tool takes an identifier and no path: what it acts on is not a file of the host.
    FrameById = "frame.by_id",
    /// The name and the description say it plainly, and nothing that it is about is elsewhere.
    FrameAgreed = "frame.agreed",
    /// None does.
    NoFrame = "frame.none",
    /// It takes the path of what it reads.
    PathRead = "path.read",
    /// It takes the path of what it changes.
    PathChanged = "path.changed",
    /// It takes a path, and neither reads nor changes: it sends, runs or starts.
    PathUsed = "path.used",
    /// It takes a path to write to.
    PathWritten = "path.written",
    /// It takes a path, and all it speaks of is elsewhere: a path in a repository or a bucket of a service.
    PathElsewhere = "path.elsewhere",
    /// It takes what is plainly called a command or code to run.
    CommandTaken = "command.taken",
    /// Its name says plainly what it does, and there is no description.
    NameAlone = "name.alone",
    /// It speaks of files, and reads.
    FileRead = "file.read",
    /// It speaks of files, and changes.
    FileChanged = "file.changed",
    /// Its server speaks of files, and it reads.
    AmongFilesRead = "among_files.read",
    /// Its server speaks of files, and it changes.
    AmongFilesChanged = "among_files.changed",
    /// It speaks of a document or a repository, and reads.
    DocumentRead = "document.read",
    /// It speaks of a document or a repository, and changes.
    DocumentChanged = "document.changed",
    /// It speaks of a database, and reads.
    DatabaseRead = "database.read",
    /// It speaks of a database, and changes.
    DatabaseChanged = "database.changed",
    /// Its server speaks of a database, and it reads.
    AmongDatabasesRead = "among_databases.read",
    /// Its server speaks of a database, and it changes.
    AmongDatabasesChanged = "among_databases.changed",
    /// It speaks of secrets, and reads.
    SecretRead = "secret.read",
    /// It speaks of secrets, and changes.
    SecretChanged = "secret.changed",
    /// It or its server speaks of a database, and it runs something there.
    DatabaseRun = "database.run",
    /// It takes a query, and does not say that it only reads.
    QueryUnbound = "query.unbound",
    /// Its name and its description agree that it only reads.
    PlainRead = "plain_read",
    /// It takes a port, and starts, opens or listens.
    PortOpened = "port.opened",
    /// The description begins by saying that a listener is started or opened here.
    ListenerOpened = "listener.opened",
    /// It speaks of something that is elsewhere.
    Elsewhere = "elsewhere",
    /// It shows something that it is not given, and that is in no place here: no file, no database, no state of its own.
    Unplaced = "unplaced",
    /// It speaks of nothing that is elsewhere, computes, or speaks of its own state.
    SelfContained = "self_contained",
}

const THINGS: usize = Thing::ALL.len();
const ACTS: usize = Act::ALL.len();
const VOICES: usize = Voice::ALL.len();
const CUES: usize = Cue::ALL.len();

const NAMED_AT: usize = Place::ALL.len() * THINGS;
const OPENING_AT: usize = NAMED_AT + ACTS;
const ROLES_AT: usize = OPENING_AT + ACTS;
const CUES_AT: usize = ROLES_AT + Role::ALL.len();
const CONDITIONS_AT: usize = CUES_AT + Place::ALL.len() * CUES;
const FRAMES_AT: usize = CONDITIONS_AT + Condition::ALL.len();

/// How many features there are.
pub(crate) const COUNT: usize = FRAMES_AT + VOICES * 3;

impl Feature {
    /// Its number.
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Thing(place, thing) => place as usize * THINGS + thing as usize,
            Self::Named(act) => NAMED_AT + act as usize,
            Self::Opening(act) => OPENING_AT + act as usize,
            Self::Role(role) => ROLES_AT + role as usize,
            Self::Cue(place, cue) => CUES_AT + place as usize * CUES + cue as usize,
            Self::Is(condition) => CONDITIONS_AT + condition as usize,
            Self::Frame(voice, strength) => FRAMES_AT + voice as usize * 3 + usize::from(strength - 1),
        }
    }

    /// Its name in the file of weights.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Thing(place, thing) => format!("{}.{}", place.name(), thing.name()),
            Self::Named(act) => format!("named.{}", act.name()),
            Self::Opening(act) => format!("opening.{}", act.name()),
            Self::Role(role) => format!("role.{}", role.name()),
            Self::Cue(place, cue) => format!("{}.cue.{}", place.name(), cue.name().replace(' ', "_")),
            Self::Is(condition) => condition.name().to_owned(),
            Self::Frame(voice, strength) => format!("frame.{}.{strength}", voice.name()),
        }
    }

    /// Every feature.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let places = || Place::ALL.into_iter();
        let things = places().flat_map(|place| Thing::ALL.iter().map(move |thing| Self::Thing(place, *thing)));
        let cues = places().flat_map(|place| Cue::ALL.iter().map(move |cue| Self::Cue(place, *cue)));
        let frames = Voice::ALL.into_iter().flat_map(|voice| (1..=3).map(move |strength| Self::Frame(voice, strength)));
        things
            .chain(Act::ALL.iter().map(|act| Self::Named(*act)))
            .chain(Act::ALL.iter().map(|act| Self::Opening(*act)))
            .chain(Role::ALL.into_iter().map(Self::Role))
            .chain(cues)
            .chain(Condition::ALL.iter().map(|condition| Self::Is(*condition)))
            .chain(frames)
    }

    /// The independent witness that states it, as a bit; none for what is only context.
    pub(crate) fn witness(self, facts: &Facts) -> u8 {
        match self {
            Self::Thing(place, thing) => {
                let voices = place.voices().iter().filter(|voice| facts.things(**voice).has(thing));
                voices.fold(0, |all, voice| all | voice.witness())
            }
            Self::Cue(place, cue) => {
                let voices = place.voices().iter().filter(|voice| facts.cues(**voice).has(cue));
                voices.fold(0, |all, voice| all | voice.witness())
            }
            // Every tool gets or sends something.
            Self::Named(_) | Self::Opening(_) => 0,
            Self::Frame(voice, _) => voice.witness(),
            Self::Is(Condition::Product | Condition::ProductOfServer) => Voice::Lead.witness(),
            Self::Role(_)
            | Self::Is(
                Condition::PathRead
                | Condition::PathChanged
                | Condition::PathUsed
                | Condition::PathWritten
                | Condition::PathElsewhere
                | Condition::CommandTaken
                | Condition::QueryUnbound,
            ) => Voice::Parameter.witness(),
            Self::Is(
                Condition::FileRead
                | Condition::FileChanged
                | Condition::DocumentRead
                | Condition::DocumentChanged
                | Condition::DatabaseRead
                | Condition::DatabaseChanged
                | Condition::SecretRead
                | Condition::SecretChanged,
            ) => Place::Main.voices().iter().fold(0, |all, voice| {
                let speaks = !facts.things(*voice).is_empty();
                if speaks { all | voice.witness() } else { all }
            }),
            Self::Is(
                Condition::AmongFilesRead
                | Condition::AmongFilesChanged
                | Condition::AmongDatabasesRead
                | Condition::AmongDatabasesChanged,
            ) => Voice::Server.witness(),
            Self::Is(Condition::OpenWorld | Condition::ClosedWorld) => 16,
            Self::Is(_) => 0,
        }
    }
}

/// The features that all tags share.
pub(crate) fn shared(facts: &Facts, hints: Hints, operation: &Operation) -> Vec<Feature> {
    let class = operation.class;
    let mut found = Vec::with_capacity(64);
    let setting = Setting::of(facts);
    for place in Place::ALL {
        // A tool that computes is not about what its neighbours are about.
        if place == Place::Around && setting.is_self_contained {
            continue;
        }
        found.extend(place.things(facts).iter().map(|thing| Feature::Thing(place, thing)));
        let cues = place.voices().iter().fold(Cues::default(), |all, voice| all.or(facts.cues(*voice)));
        found.extend(cues.iter().filter(|cue| cue.is_telling()).map(|cue| Feature::Cue(place, cue)));
    }
    found.extend(facts.acts(Voice::Name).iter().map(Feature::Named));
    found.extend(facts.opening.map(Feature::Opening));
    found.extend(Role::ALL.into_iter().filter(|role| facts.has_role(*role)).map(Feature::Role));
    let reads = class == OperationClass::Read && !setting.computes;
    let changes = class >= OperationClass::Write && facts.changes();
    let takes_input = facts.takes_input && !setting.is_remote;
    let product = facts.brand.as_ref();
    let conditions = [
        (product.is_some_and(|brand| !brand.is_server), Condition::Product),
        (setting.is_product, Condition::ProductOfServer),
        (hints.open_world == Some(true), Condition::OpenWorld),
        (hints.open_world == Some(false), Condition::ClosedWorld),
        (takes_input && class == OperationClass::Read, Condition::PathRead),
        (takes_input && changes, Condition::PathChanged),
        (takes_input && class != OperationClass::Read && !changes, Condition::PathUsed),
        (facts.takes_output && !setting.is_remote, Condition::PathWritten),
        ((facts.takes_input || facts.takes_output) && setting.is_remote, Condition::PathElsewhere),
        (facts.takes_command, Condition::CommandTaken),
        (setting.file && reads, Condition::FileRead),
        (setting.file && changes, Condition::FileChanged),
        (setting.among_files && reads, Condition::AmongFilesRead),
        (setting.among_files && changes, Condition::AmongFilesChanged),
        (setting.document && reads, Condition::DocumentRead),
        (setting.document && changes, Condition::DocumentChanged),
        (setting.database && reads, Condition::DatabaseRead),
        (setting.database && changes, Condition::DatabaseChanged),
        (setting.among_databases && reads, Condition::AmongDatabasesRead),
        (setting.among_databases && changes, Condition::AmongDatabasesChanged),
        (setting.speaks_of_database() && class >= OperationClass::Write && !changes, Condition::DatabaseRun),
        (setting.secret && reads, Condition::SecretRead),
        (setting.secret && changes, Condition::SecretChanged),
        (facts.has_role(Role::Query) && !setting.is_read_only, Condition::QueryUnbound),
        (class == OperationClass::Read && operation.confidence == Level::High, Condition::PlainRead),
        (setting.opens_port, Condition::PortOpened),
        (setting.opens_listener, Condition::ListenerOpened),
        (setting.elsewhere, Condition::Elsewhere),
        (reads && setting.is_unplaced && !facts.takes_input, Condition::Unplaced),
        (setting.is_self_contained, Condition::SelfContained),
    ];
    found.extend(conditions.into_iter().filter(|(holds, _)| *holds).map(|(_, condition)| Feature::Is(condition)));
    found
}

/// By tag and voice, how strongly an act on a thing speaks for it.
pub(crate) type FrameStrengths = [[u8; VOICES]; Tag::ALL.len()];

/// The strongest frames of each voice.
pub(crate) fn frame_strengths(facts: &Facts) -> FrameStrengths {
    let mut found = FrameStrengths::default();
    for voice in Voice::ALL {
        for (act, things) in facts.pairs(voice) {
            for thing in things.iter() {
                for (tag, strength) in strengths(act, thing).iter().enumerate() {
                    let known = &mut found[tag][voice as usize];
                    *known = strength.max(known).to_owned();
                }
            }
        }
    }
    found
}

/// The features of frames that speak for `tag`.
pub(crate) fn of_frames(strengths: &FrameStrengths, tag: Tag, setting: Setting) -> impl Iterator<Item = Feature> {
    let by_voice = strengths[tag as usize];
    let strongest = by_voice.into_iter().max().unwrap_or(0);
    let frames = Voice::ALL.into_iter().zip(by_voice).filter(|(_, strength)| *strength > 0);
    let frames = frames.map(|(voice, strength)| Feature::Frame(voice, strength));
    let is_plain = strongest >= 2;
    let is_agreed = by_voice[Voice::Name as usize] == 3 && by_voice[Voice::Lead as usize] == 3;
    let context = [
        (is_plain && setting.elsewhere, Condition::FrameElsewhere),
        (is_plain && setting.here, Condition::FrameHere),
        (strongest > 0 && setting.speaks_of_database(), Condition::FrameDatabase),
        (is_plain && setting.is_by_id, Condition::FrameById),
        (is_agreed && !setting.is_remote, Condition::FrameAgreed),
        (by_voice[Voice::Name as usize] == 3 && setting.is_undescribed, Condition::NameAlone),
        (strongest == 0, Condition::NoFrame),
    ];
    frames.chain(context.into_iter().filter(|(holds, _)| *holds).map(|(_, condition)| Feature::Is(condition)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_number_and_a_name_of_its_own() {
        let numbers: BTreeSet<usize> = Feature::all().map(Feature::number).collect();
        assert_eq!(numbers, (0..COUNT).collect());
        let names: BTreeSet<String> = Feature::all().map(Feature::name).collect();
        assert_eq!(names.len(), COUNT);
    }
}
