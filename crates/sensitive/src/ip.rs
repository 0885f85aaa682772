//! IP addresses and what part of the network they are from.
