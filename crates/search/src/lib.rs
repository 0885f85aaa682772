//! Finding the tool for what somebody wants to do.
//!
//! An agent that may use ten thousand tools is shown none of them: it says what it needs, and [`Index::search`] answers
//! with the few tools that do it. Ranking is BM25F: a word counts by how rare it is, where it stands (name, title,
//! description, parameters, server) and how long that text is, and saturates once over all places. People rarely use
//! the words of the author, so each word of a query stands for its concept: inflected forms, words of the same family,
//! and the synonyms of a lexicon that is data.
//!
//! Guarantees: deterministic, with ties in the order of server and name; an index that tools were added to and removed
//! from answers exactly as one built afresh; every hit says which words brought it there, and their contributions
//! sum to its score; queries and texts of any length cost a bounded amount. Pure: no file, network, clock or randomness.
//!
//! ```
//! use vetgate_model::{Definition, DefinitionKind};
//! use vetgate_search::Index;
//!
//! let mut index = Index::new();
//! for raw in [
//!     r#"{"name":"delete_file","description":"Removes a file."}"#,
//!     r#"{"name":"send_email","description":"Sends a message."}"#,
//! ] {
//!     index.insert(&Definition::parse("office", DefinitionKind::Tool, raw).unwrap());
//! }
//! let hits = index.search("get rid of a document", 5);
//! assert_eq!(&*hits[0].name, "delete_file");
//! ```

mod dictionary;
mod document;
mod field;
mod hit;
mod index;
mod lexicon;
mod near;
mod plan;
mod score;
mod token;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use field::Field;
pub use hit::{Hit, Match, Reason};
pub use index::Index;
