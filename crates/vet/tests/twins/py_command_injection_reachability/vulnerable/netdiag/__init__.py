"""Network probes for the office."""
