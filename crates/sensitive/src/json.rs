//! JSON as it comes in: token by token, from a buffer that may not hold all of it yet.
//!
//! The reader keeps only where it is, so a document of any size passes through a small buffer, and a clean one costs no
//! allocation. What is not JSON is said at once, with the place, and the caller reads the rest as text.

mod lexer;
mod string;

pub(crate) use lexer::{Lexer, Step, Token};
pub(crate) use string::{Decoded, encode};
