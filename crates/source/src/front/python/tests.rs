//! What becomes of Python, ordinary and hostile.

mod construct;
mod hostile;
