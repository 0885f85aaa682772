//! Links stand where they say, reading them is total, and the quick look overlooks none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vetgate_sensitive::Links;

fuzz_target!(|text: &str| {
    let possible = Links::possible(text);
    Links::new(["acme.io", "xn--bcher-kva.example"]).find(text, &mut |link| {
        assert!(possible && text.get(link.span.clone()).is_some());
    });
});
