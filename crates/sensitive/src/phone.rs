//! Telephone numbers, by the numbering plans.
