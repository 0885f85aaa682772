//! Payment cards: issuer range, length, Luhn.
