//! Servers asked for everything they declare, one or many.

use super::connection::{Acquaintance, Connector};
use super::listing::Listing;
use super::{ConnectError, Options};
use crate::transport::revision::Introduction;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::time::Instant;
use vetgate_model::{Inventory, Transport};

/// Connects to one server and returns everything it declares.
///
/// `name` is what the server goes by in the inventory and in its definitions. The transport is used as it is:
/// expand references to the environment first, with [`configs::expand`](crate::configs::expand).
///
/// Needs a tokio runtime with time and I/O. Cancel safe: dropping the future kills and reaps a started process
/// with its whole group.
pub async fn inventory(name: &str, transport: &Transport, options: &Options) -> Result<Inventory, ConnectError> {
    let introduction = Introduction::default();
    let deadline = Instant::now() + options.total;
    let connector = Connector { name, options, introduction: &introduction, deadline };
    let (mut conversation, greeting) = connector.connect(transport, None, Acquaintance::Stranger).await?;
    let protocol = conversation.era.as_ref().map(|era| era.revision().to_owned());
    let mut listing = Listing::new(name, options);
    listing.collect(&mut conversation, &greeting).await?;
    let Listing { definitions, mut caps, .. } = listing;
    caps.extend(conversation.close().await);
    caps.sort();
    Ok(Inventory { server: name.to_owned(), own_name: greeting.name, protocol, definitions, caps })
}

/// Connects to many servers, `parallel` at a time, and returns their results in the order given.
///
/// `done` is called with the index and the result of each server as it finishes, for progress. No task is
/// spawned for a server: dropping the future stops everything it started, which is how to handle ctrl-c.
pub async fn inventories(
    servers: &[(String, Transport)],
    options: &Options,
    parallel: usize,
    mut done: impl FnMut(usize, &Result<Inventory, ConnectError>),
) -> Vec<Result<Inventory, ConnectError>> {
    let mut waiting = servers
        .iter()
        .enumerate()
        .map(|(index, (name, transport))| async move { (index, inventory(name, transport, options).await) });
    let mut running: FuturesUnordered<_> = waiting.by_ref().take(parallel.max(1)).collect();
    let mut results: Vec<Option<Result<Inventory, ConnectError>>> = servers.iter().map(|_| None).collect();
    while let Some((index, result)) = running.next().await {
        done(index, &result);
        results[index] = Some(result);
        running.extend(waiting.next());
    }
    results.into_iter().flatten().collect()
}
