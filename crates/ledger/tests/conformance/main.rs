//! What every store must do, whatever it is made of. A new store is one more module like `sqlite`.

#![allow(clippy::unwrap_used, reason = "tests")]

mod histories;
mod make;
mod model;
mod rules;
mod sqlite;
