//! The two ends of the gateway's benchmark: a server that costs next to nothing and a client that measures.
//!
//! `benches/gateway` builds and runs them. Both speak HTTP/1.1 by hand over plain sockets, since they share two cores with
//! what is measured.

pub mod client;
pub mod figures;
pub mod wire;
