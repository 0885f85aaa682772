//! What every connection to a server is made of, whether it lasts for one inventory or for days.

#[cfg(target_os = "linux")]
mod descendants;
pub(crate) mod edges;
pub(crate) mod endpoint;
pub(crate) mod events;
pub(crate) mod excerpt;
pub(crate) mod lines;
pub(crate) mod process;
pub(crate) mod redactor;
pub(crate) mod revision;
