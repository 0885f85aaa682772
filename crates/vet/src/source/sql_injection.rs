//! `VG-S-008 sql-injection`: input becomes part of the text of a query.
//!
//! # What it finds
//! A parameter of a tool that is put into the text of a query, by adding, formatting or a template, and reaches a
//! database without a check that counts: a bound parameter, or comparing with a list of what is allowed.
//!
//! # Why it matters
//! `' OR 1=1 --` is a name to the tool and a condition to the database. A tool that looks up one customer then hands
//! out all, or drops the table.
//!
//! # Attack
//! ```python
//! import sqlite3
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("crm")
//! db = sqlite3.connect("crm.db")
//!
//! @mcp.tool()
//! def customer(name: str) -> list:
//!     """Finds a customer in the database."""
//!     return db.execute(f"SELECT * FROM customer WHERE name = '{name}'").fetchall()
//! ```
//!
//! # Harmless twin
//! ```python
//! import sqlite3
//! from mcp.server.fastmcp import FastMCP
//! mcp = FastMCP("crm")
//! db = sqlite3.connect("crm.db")
//!
//! @mcp.tool()
//! def customer(name: str) -> list:
//!     """Finds a customer in the database."""
//!     return db.execute("SELECT * FROM customer WHERE name = ?", (name,)).fetchall()
//! ```
//!
//! # Cannot see
//! What a stored procedure makes of its arguments. A tool whose declared purpose is to run the query that it is given is
//! found as well, as low: an ignore rule can say that this is meant.

use super::{Findings, Rule, RuleMeta, Subject, flows};
use vetgate_model::{Lifecycle, Severity, ThreatType};
use vetgate_source::Danger;

/// See the module documentation.
pub(super) struct SqlInjection;

impl Rule for SqlInjection {
    fn meta(&self) -> RuleMeta {
        RuleMeta {
            id: "VG-S-008",
            name: "sql-injection",
            severity: Severity::High,
            threat: ThreatType::Exfiltration,
            lifecycle: Lifecycle::Stable,
            advice: "Bind values as parameters of the query; take names of tables and columns from a fixed list.",
            source: include_str!("sql_injection.rs"),
        }
    }

    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>) {
        flows::report(Danger::Sql, "so the caller controls the query (SQL injection)", subject, out);
    }
}
