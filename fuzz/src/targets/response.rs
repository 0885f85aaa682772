//! Any response is read without a panic in any check; the quick look overlooks nothing that reading in full finds; and the
//! words of an order stand where it is said that they stand.

use vetgate_vet::{Response, read_response, read_response_in_full};

pub(crate) fn run(text: &str) {
    let response = Response { server: "shop", tool: "get_product", text };
    let reading = read_response(&response);
    assert!(reading.outcome.coverage.failed.is_empty(), "{:?}", reading.outcome.coverage.failed);
    for told in &reading.told {
        assert!(told.leaf.get(told.span.clone()).is_some(), "{told:?}");
    }
    let full = read_response_in_full(&response);
    assert_eq!(reading.told, full.told);
    assert_eq!(reading.outcome.findings, full.outcome.findings);
}
