//! Instructions to an agent, told by weights that were fitted on texts of many authors.
pub mod features;
