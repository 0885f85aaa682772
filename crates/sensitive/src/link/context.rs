//! Words that tell code and product names from hosts.

use super::words::host::{PACKAGE_ROOTS, PRODUCTS, RECEIVERS, SERVICES};

fn listed(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether code reads fields from what is called so.
pub(super) fn receiver(label: &str) -> bool {
    listed(RECEIVERS, label)
}

/// Whether package names start so.
pub(super) fn package_root(label: &str) -> bool {
    listed(PACKAGE_ROOTS, label)
}

/// Whether this is what a product is called.
pub(super) fn product(host: &str) -> bool {
    listed(PRODUCTS, host)
}

/// Whether hosts are called so, and files are not.
pub(super) fn service(label: &str) -> bool {
    listed(SERVICES, label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [RECEIVERS, PACKAGE_ROOTS, PRODUCTS, SERVICES] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
