//! What stands in for the static analyser where it is left out of the build (feature `source`).
//!
//! Commands and flags stay as they are, so that scripts and pages hold for every build; what would need the analyser says
//! that it is not there.

/// What is said where the analyser is asked for.
const ABSENT: &str = "this build of vetgate has no static analyser; build it with `--features source`";

pub(crate) mod analyze {
    use crate::cli::Analyze;
    use crate::exit::Exit;

    pub(crate) fn run(_: &Analyze) -> anyhow::Result<Exit> {
        anyhow::bail!(super::ABSENT)
    }
}

pub(crate) mod code {
    use crate::capability::Server;
    use crate::gather::Gathered;
    use crate::input::Problem;
    use std::path::Path;
    use vetgate_model::Cap;

    /// No source is read.
    #[derive(Default)]
    pub(crate) struct Code;

    impl Code {
        pub(crate) fn handler(&self, _server: &str, _tool: &str) -> Option<&str> {
            None
        }

        pub(crate) fn of(given: Option<&Path>, _gathered: &Gathered) -> Result<Self, Problem> {
            match given {
                Some(path) => Err(Problem::new(path.display().to_string(), super::ABSENT)),
                None => Ok(Self),
            }
        }

        pub(crate) fn confirm(&self, _servers: &mut [Server<'_>]) -> Vec<Cap> {
            vec![]
        }
    }
}

pub(crate) mod static_rules {
    use vetgate_report::CheckInfo;
    use vetgate_vet::ignore::Rule;

    pub(crate) fn infos() -> Vec<CheckInfo> {
        vec![]
    }

    pub(crate) fn names() -> Vec<(&'static str, &'static str)> {
        vec![]
    }

    /// Their names are not known here, and no other check is called by a name without a dot: a file of settings that names
    /// one can be used with every build.
    pub(crate) fn may_be_named(rule: &Rule) -> bool {
        !rule.check.contains('.')
    }

    pub(crate) fn explanation(_asked: &str) -> Option<String> {
        None
    }
}
