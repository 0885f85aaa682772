//! Links to servers that die, hang, flood, babble and lie: each exchange ends in an answer or a clear error, the link
//! goes on where it can, and no process is left behind.

mod cancelling;
mod endpoint;
mod ends;
mod events;
mod listening;
mod noise;
mod place;
mod requests;
mod sizes;
mod streams;
