//! Servers that hang, flood, exit, lie and babble: each must end in a clear error or a recorded cap, in bounded
//! time, and leave no process behind.

mod caps;
mod errors;
mod garbage;
mod http;
mod negotiation;
mod place;
mod processes;
