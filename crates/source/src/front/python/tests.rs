mod construct;
mod hostile;
