use super::{EscapeKind, scan};
use proptest::prelude::*;

#[test]
fn ordinary_text_is_silent() {
    for text in [
        "plain",
        "tabs\tand\nnewlines\r\nand both\r\n",
        r"the literal \x1b[31m, \033[0m and \u001b[2J are text",
        "^[[31m is text too",
        "Ünïcödé — «quotes» 100\u{A0}km",
        "ends with a return\r",
        "doubled\r\r\nreturn",
    ] {
        assert_eq!(scan(text), [], "{text:?}");
    }
}

#[test]
fn sequences_are_named_and_judged() {
    use EscapeKind::*;
    for (text, kind, span, hides) in [
        ("\u{1B}[31mred", Csi, 0..5, false),
        ("a\u{1B}[1;32;44mb", Csi, 1..11, false),
        ("\u{1B}[8mx", Csi, 0..4, true),
        ("\u{1B}[30;40mx", Csi, 0..8, true),
        ("\u{1B}[38;5;0;48;2;0;0;0mx", Csi, 0..20, true),
        ("\u{1B}[97;107mx", Csi, 0..9, true),
        ("\u{1B}[2Jx", Csi, 0..4, true),
        ("\u{1B}[1A\u{1B}[2Kx", Csi, 0..4, true),
        ("\u{1B}[10;20Hx", Csi, 0..8, true),
        ("\u{1B}[?1049h", Csi, 0..8, true),
        ("\u{1B}[?25l", Csi, 0..6, false),
        ("\u{1B}[12", Csi, 0..4, true),
        ("\u{9B}2Jx", Csi, 0..4, true),
        ("\u{1B}]0;title\u{7}x", Osc, 0..10, true),
        ("\u{1B}]52;c;aGk=\u{1B}\\x", Osc, 0..13, true),
        ("\u{1B}]0;never ends", Osc, 0..14, true),
        ("\u{9D}0;t\u{9C}x", Osc, 0..7, true),
        ("\u{1B}]8;;http://evil.test\u{1B}\\bank.test\u{1B}]8;;\u{1B}\\", Hyperlink, 0..23, true),
        ("\u{1B}]8;;https://bank.test/\u{7}bank.test\u{1B}]8;;\u{7}", Hyperlink, 0..24, false),
        ("\u{1B}Pq#0\u{1B}\\", Dcs, 0..7, true),
        ("\u{1B}_secret\u{1B}\\", Apc, 0..10, true),
        ("\u{1B}^secret\u{1B}\\", Pm, 0..10, true),
        ("\u{1B}Xsecret\u{1B}\\", Sos, 0..10, true),
        ("\u{1B}c", Other, 0..2, true),
        ("\u{1B}(0", Other, 0..3, true),
        ("\u{1B}(B", Other, 0..3, false),
        ("\u{1B}", Other, 0..1, false),
        ("bell\u{7}", C0, 4..5, false),
        ("cut\0here", C0, 3..4, true),
        ("pass\u{8}\u{8}\u{8}\u{8}", C0, 4..5, true),
        ("evil\rgood", C0, 4..5, true),
        ("\rgood", C0, 0..1, false),
        ("del\u{7F}", C0, 3..4, false),
        ("mojibake â\u{80}\u{9D} here", C1, 11..13, false),
        ("\u{8D}up", C1, 0..2, true),
    ] {
        let found = scan(text);
        assert_eq!((found[0].kind, found[0].span.clone(), found[0].hides), (kind, span, hides), "{text:?}");
    }
}

#[test]
fn colours_set_one_after_the_other_still_hide() {
    let found = scan("\u{1B}[37mok\u{1B}[47mhidden\u{1B}[0mok");
    assert_eq!(found.iter().map(|e| e.hides).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn a_million_unfinished_strings_stay_linear() {
    scan(&"\u{1B}]".repeat(500_000));
    scan(&"\u{9D}".repeat(500_000));
    scan(&"\r".repeat(500_000));
    scan(&"\u{1B}]8;;x\u{7}".repeat(100_000));
}

proptest! {
    #[test]
    fn spans_are_ordered_and_on_boundaries(text in "[a\u{1B}\\[\\]P_;0-9mHJ\u{7}\u{9B}\u{9C}\u{9D}\r\n\u{8}é\\\\]{0,60}") {
        let mut end = 0;
        for escape in scan(&text) {
            prop_assert!(escape.span.start >= end && !escape.span.is_empty());
            end = escape.span.end;
            prop_assert!(text.get(escape.span).is_some());
        }
    }

    #[test]
    fn any_text_is_scanned(text in any::<String>()) {
        scan(&text);
    }
}
