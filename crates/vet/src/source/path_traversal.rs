//! `VG-S-006 path-traversal`: input decides which file is opened.
//!
//! # What it finds
//! A parameter of a tool that becomes a path, or a part of one, and reaches a call that reads, writes or deletes a file,
//! through any number of functions and files, without a check that counts: resolving the path and testing that it lies
//! within a folder, taking only its last name, or comparing with a list of what is allowed.
//!
//! # Why it matters
//! An agent passes on what it was told, by a page or a mail as well as by its user. `../../.ssh/id_rsa` is a name of a
//! note to a tool that joins it to a folder.
//!
//! # Attack
//! ```python
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("notes")
//!
//! @mcp.tool()
//! def read_note(name: str) -> str:
//!     """Reads a note."""
//!     return open("/srv/notes/" + name).read()
//! ```
//!
//! # Harmless twin
//! ```python
//! from pathlib import Path
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("notes")
//! ROOT = Path("/srv/notes").resolve()
//!
//! @mcp.tool()
//! def read_note(name: str) -> str:
//!     """Reads a note."""
//!     path = (ROOT / name).resolve()
//!     if not path.is_relative_to(ROOT):
//!         raise ValueError("outside of the notes")
//!     return path.read_text()
//! ```
//!
//! # Cannot see
//! Links on the disk that lead out of the folder, and a check in a library whose source is not there.

use super::{Findings, Rule, RuleMeta, Subject, flows};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::Danger;

/// See the module documentation.
pub(super) struct PathTraversal;

impl Rule for PathTraversal {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-006",
            name: "path-traversal",
            severity: Severity::High,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Stable,
            advice: "Resolve the path first, then check that it is inside the allowed folder (`is_relative_to`, \
                     `path.relative`), and open what was tested.",
            source: include_str!("path_traversal.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        flows::report(Danger::Path, "so the caller controls which file is opened (path traversal)", subject, out);
    }
}
