//! The checksums that some tokens carry.
