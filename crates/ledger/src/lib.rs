//! The ledger: what was approved, and a record of everything that happened that nobody can quietly change.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `entry`, `record` | what happened, and how it is chained to what happened before |
//! | `checkpoint`, `checkpoint_file`, `key` | signed states of the chain |
//! | `standing`, `quarantine` | which definitions may be used, and what changes that |
//! | `hold` | calls that wait for a person |
//! | `diff` | what has changed between two versions, fit to be shown |
//! | `store`, `sqlite` | where all of it is kept |
//! | `sighting` | what a server declares, held against that |
//! | `ledger`, `scribe`, `writer` | the one thing that others use: it masks, batches and waits |
//! | `verify`, `retention` | proving the chain, and forgetting without breaking it |
//! | `alerts` | what waits to be told to somebody |
//! | `audit_export` | records for other tools |

mod alerts;
mod audit_export;
mod checkpoint;
mod checkpoint_file;
mod clock;
mod diff;
mod entry;
mod hold;
mod key;
mod ledger;
mod mask;
pub mod private;
pub mod quarantine;
mod query;
mod record;
mod reply;
mod retention;
mod row_set;
mod runs;
mod scribe;
mod siblings;
mod sighting;
mod sqlite;
mod standing;
mod standing_set;
pub mod store;
mod under_way;
mod verify;
mod writer;

pub use alerts::{ALERTS, Alert, AlertedChange, Claimed};
pub use audit_export::{ExportError, ExportFormat, export, to_json};
pub use checkpoint::{Checkpoint, Role};
pub use checkpoint_file::{CHECKPOINTS, check_presence, read_witnesses, witnesses};
pub use diff::{Change, Diff, FieldChange, diff};
pub use entry::{Body, Entry, Kind, Verdict};
pub use hold::{Answer, Closing, Hold, HoldDecision, HoldEnd, HoldError, Waiting};
pub use key::{KEY, PUBLIC_KEY, PublicKey, SigningKey};
pub use ledger::{DATABASE, DecideError, Ending, Ledger, LedgerError, Options, Ticket};
pub use query::{Filter, Order, Page, Query};
pub use record::{Hash, Kept, Record, SealedBody};
pub use reply::Reply;
pub use retention::{Retained, Retention};
pub use row_set::{RowChange, RowSet};
pub use siblings::Siblings;
pub use sighting::{Observed, Sighting};
pub use sqlite::{Durability, Sqlite};
pub use standing::{CHANGED_RISK, Held, Item, ServerKey, Standing, State, Subject, Trust, Version};
pub use verify::{Part, UnverifiedFolder, Verified, VerifyError, Witness, Wrong, verify, verify_folder};
