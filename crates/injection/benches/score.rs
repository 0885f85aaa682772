//! Speed of the word scores: at most 12 µs per KB.

fn main() {
    divan::main();
}

/// So much of a report in prose.
fn prose(bytes: usize) -> String {
    const TEXT: &str = "The quarterly report lists all open invoices by customer, with the date on which each was sent. \
        Reminders go out after fourteen days; customers who have paid in the meantime can ignore them. Totals include \
        VAT. The table on page 3 shows the same figures by region, and the appendix explains how returns are counted.\n";
    let mut text = TEXT.repeat(bytes / TEXT.len() + 1);
    text.truncate(bytes);
    text
}

#[divan::bench(args = [256, 1_024, 65_536])]
fn of_prose(bencher: divan::Bencher, bytes: usize) {
    let text = prose(bytes);
    bencher.counter(divan::counter::BytesCount::new(bytes)).bench(|| vetgate_injection::score(divan::black_box(&text)));
}

#[divan::bench]
fn of_json(bencher: divan::Bencher) {
    let text =
        r#"{"id": 48112, "name": "Tamsin Okafor", "tier": "silver", "created_at": "2025-03-04T09:12:44Z"},"#.repeat(11);
    bencher
        .counter(divan::counter::BytesCount::new(text.len()))
        .bench(|| vetgate_injection::score(divan::black_box(&text)));
}
