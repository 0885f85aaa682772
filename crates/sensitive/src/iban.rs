//! International bank account numbers: country length, mod 97.
