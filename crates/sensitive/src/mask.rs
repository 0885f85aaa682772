//! What stands in the place of a value.
