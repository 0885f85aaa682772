//! E-mail addresses.
