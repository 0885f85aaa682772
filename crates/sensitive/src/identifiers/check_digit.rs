//! The arithmetic of check digits.
