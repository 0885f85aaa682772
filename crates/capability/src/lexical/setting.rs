//! Where a definition places what it speaks of: here, elsewhere, in a database, or nowhere.

use crate::Role;
use crate::lexical::facts::{Facts, Voice};
use crate::lexical::features::Place;
use crate::lexical::lexicon::LEXICON;
use crate::lexical::meaning::{Act, Acts, Cue, Thing, Things};

/// Where the definition places what it speaks of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    /// It or its server speaks of something that is reached over the network.
    pub(crate) elsewhere: bool,
    /// It speaks of the host, or takes a path.
    pub(crate) here: bool,
    /// It says that it is about files, folders or a repository.
    pub(crate) file: bool,
    /// Its server is about them.
    pub(crate) among_files: bool,
    /// It says that it is about a document or a picture.
    pub(crate) document: bool,
    /// It says that it is about a database.
    pub(crate) database: bool,
    /// Its server is about one.
    pub(crate) among_databases: bool,
    /// It says that it is about secrets.
    pub(crate) secret: bool,
    /// It computes: what it works on is given to it.
    pub(crate) computes: bool,
    /// It says that it only reads.
    pub(crate) is_read_only: bool,
    /// It takes a port, and starts, opens or listens.
    pub(crate) opens_port: bool,
    /// The description begins by saying that a listener is started or opened here.
    pub(crate) opens_listener: bool,
    /// It names a service and nothing of the host.
    pub(crate) is_remote: bool,
    /// The description says nothing.
    pub(crate) is_undescribed: bool,
    /// It names the product that its server is named after, and nothing of the host.
    pub(crate) is_product: bool,
    /// It takes an identifier and no path.
    pub(crate) is_by_id: bool,
    /// What it speaks of is in no place here: no file, no database, no state of its own.
    pub(crate) is_unplaced: bool,
    /// It computes or keeps its own state, and names nothing that is elsewhere.
    pub(crate) is_self_contained: bool,
}

impl Setting {
    pub(crate) fn of(facts: &Facts) -> Self {
        use Thing::*;
        let main = Place::Main.things(facts);
        let any = |things: Things, wanted: &[Thing]| wanted.iter().any(|thing| things.has(*thing));
        let own = main.or(facts.things(Voice::Server));
        let is_own_elsewhere = any(own, &[Service, Common, Hosted, Cloud, Chain, Api, Subject, Web, Http]);
        let computes = facts.acts(Voice::Name).has(Act::Compute) || facts.opening == Some(Act::Compute);
        let is_self_contained = !is_own_elsewhere && (computes || any(main, &[State, Static, Device, Math]));
        let around = if is_self_contained { Things::default() } else { Place::Around.things(facts) };
        let server = Place::Server.things(facts).or(around);
        let rest = Place::Rest.things(facts);
        let all = server.or(main);
        let is_local = any(server, &[File, Folder, Local, Git, Desktop, Process, Shell]);
        let is_product = !is_local && facts.brand.as_ref().is_some_and(|brand| brand.is_server);
        let elsewhere =
            is_product || any(all, &[Service, Common, Hosted, Cloud, Chain, Api, Subject, Web, Http, Network]);
        let acts = facts.acts(Voice::Name).or(facts.acts(Voice::Lead));
        let opens = [Act::Start, Act::Listen, Act::Open, Act::Run].into_iter().any(|act| acts.has(act));
        // "Starts an HTTP server that listens on a port.", not "Creates a tunnel in the cloud account."
        let first = facts.first_word.as_deref().map_or_else(Acts::default, |word| LEXICON.word(word).acts);
        let begins = [Act::Start, Act::Listen, Act::Open, Act::Run].into_iter().find(|act| first.has(*act));
        let opens_listener = !any(own, &[Service, Hosted, Cloud])
            && begins.is_some_and(|begins| {
                facts.pairs(Voice::Lead).any(|(act, things)| act == begins && things.has(Listener))
            });
        Self {
            elsewhere,
            here: any(all.or(rest), &[Local]) || any(all, &[Desktop, Git]) || facts.has_role(Role::Path),
            file: any(main, &[File, Folder, Git]),
            among_files: any(server, &[File, Folder, Git, Local]),
            document: any(main, &[Doc]),
            database: any(main, &[Database, Engine, Hosted]),
            among_databases: any(server, &[Database, Engine, Hosted]),
            secret: any(main, &[Secret, Env]),
            computes,
            is_read_only: Voice::ALL.into_iter().any(|voice| facts.cues(voice).has(Cue::ReadOnly)),
            opens_port: opens && facts.things(Voice::Parameter).has(Listener) && !facts.has_role(Role::Host),
            opens_listener,
            is_remote: any(own, &[Service, Hosted, Cloud]) && !any(server.or(main).or(rest), &[Local, Git, Desktop]),
            is_undescribed: facts.things(Voice::Lead).is_empty() && facts.acts(Voice::Lead).is_empty(),
            is_product,
            is_by_id: facts.has_role(Role::Id) && !facts.has_role(Role::Path),
            is_unplaced: !any(
                all,
                &[
                    File, Folder, Local, Git, Doc, Desktop, Database, Engine, State, Static, Math, Device, Env,
                    Process, Listener, Shell, Container, Secret,
                ],
            ),
            is_self_contained,
        }
    }

    /// Whether it or its server speaks of a database.
    pub(crate) fn speaks_of_database(self) -> bool {
        self.database || self.among_databases
    }
}
