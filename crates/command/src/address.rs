//! Addresses on the command line.

use std::net::SocketAddr;

/// Parses an address with a port.
pub fn parse(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "expected an address and a port, such as 127.0.0.1:7332 or [::1]:7332".to_owned())
}
