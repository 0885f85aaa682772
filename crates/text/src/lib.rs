//! How Vetgate sees text.
//!
//! Definitions, arguments and responses are text written by strangers. This room answers, for any `&str`:
//! what in it is invisible ([`hidden`]) or rewrites the screen ([`ansi`]); what it says once disguises are
//! off ([`normal`]), or that it wears one ([`disguise`]); what is encoded inside it ([`decode`]) and whether that is a command ([`shell`]);
//! whether a word only pretends to be Latin ([`script`]); and how to show it without being attacked by it
//! ([`render`]).
//!
//! Everything here is pure and total: no file, network, clock or randomness, no panic on any input, cost
//! linear in the input, and no allocation on clean ASCII beyond the result itself.
//!
//! ```
//! use vetgate_text::{hidden, normal::Normal};
//!
//! let smuggled = "adds numbers\u{E0068}\u{E0069}\u{E0021}";
//! assert_eq!(hidden::scan(smuggled)[0].decoded.as_deref(), Some("hi!"));
//! assert_eq!(Normal::of("Ign\u{43E}re\u{200B} it, DON\u{2019}T ask").text(), "ignore it, do not ask");
//! ```

pub mod ansi;
pub mod clean;
pub mod decode;
pub mod disguise;
pub mod distance;
mod entity;
pub mod hidden;
mod lexicon;
pub mod name;
pub mod normal;
pub mod prose;
pub mod render;
pub mod script;
pub mod shell;
pub mod table;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}
