//! Links, hosts and mail domains: who is spoken to, and whether that is outside.
