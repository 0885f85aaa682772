//! Addresses of cryptocurrencies: base58check, bech32, EIP-55.
