//! MAC addresses.
