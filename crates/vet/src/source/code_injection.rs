//! `VG-S-010 code-injection`: input is run as code.
//!
//! # What it finds
//! A parameter of a tool that reaches `eval`, `exec`, `new Function`, `vm`, an unsafe deserializer such as
//! `pickle.loads` or `yaml.load`, or a template engine's source, without a check that counts.
//!
//! # Why it matters
//! There is no list of words that makes `eval` safe: code gets out of every such cage through an attribute. A
//! calculator becomes a shell.
//!
//! # Attack
//! ```python
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("math")
//!
//! @mcp.tool()
//! def calculate(expression: str) -> str:
//!     """Calculates an expression."""
//!     return str(eval(expression, {"__builtins__": {}}))
//! ```
//!
//! # Harmless twin
//! ```python
//! import ast
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("math")
//!
//! @mcp.tool()
//! def calculate(expression: str) -> str:
//!     """Calculates a literal."""
//!     return str(ast.literal_eval(expression))
//! ```
//!
//! # Cannot see
//! An interpreter that the server has written itself.

use super::{Findings, Rule, RuleMeta, Subject, flows};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::Danger;

/// See the module documentation.
pub(super) struct CodeInjection;

impl Rule for CodeInjection {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-010",
            name: "code-injection",
            severity: Severity::Critical,
            threat: ThreatType::MaliciousCode,
            lifecycle: Lifecycle::Stable,
            advice: "Parse the input as data (`ast.literal_eval`, `JSON.parse`, `yaml.safe_load`) or with a parser of \
                     what is allowed; never run it.",
            source: include_str!("code_injection.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        flows::report(Danger::Code, "which runs it as code (code injection)", subject, out);
    }
}
