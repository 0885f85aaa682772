//! One server, asked for everything it declares.

mod error;
mod options;

pub use error::{ConnectError, Phase};
pub use options::Options;

use vetgate_model::{Inventory, Transport};

/// Connects to one server and returns everything it declares.
///
/// `name` is what the server goes by in the inventory and in its definitions. The transport is used as it is:
/// expand references to the environment first, with [`configs::expand`](crate::configs::expand).
///
/// Cancel safe: dropping the future kills and reaps a started process with its whole group.
pub async fn inventory(name: &str, transport: &Transport, options: &Options) -> Result<Inventory, ConnectError> {
    let _ = (name, transport, options);
    Err(ConnectError::Interrupted)
}

/// Connects to many servers, `parallel` at a time, and returns their results in the order given.
///
/// `done` is called with the index and the result of each server as it finishes, for progress. Nothing is
/// spawned: dropping the future stops every server it started, which is how to handle ctrl-c.
pub async fn inventories(
    servers: &[(String, Transport)],
    options: &Options,
    parallel: usize,
    mut done: impl FnMut(usize, &Result<Inventory, ConnectError>),
) -> Vec<Result<Inventory, ConnectError>> {
    let _ = parallel;
    let mut all = Vec::new();
    for (index, (name, transport)) in servers.iter().enumerate() {
        let result = inventory(name, transport, options).await;
        done(index, &result);
        all.push(result);
    }
    all
}
