//! The terminal format, as it looks.

mod sample;

use vetgate_report::{Format, Options};

#[test]
fn every_sample_at_80_columns() {
    for (name, report) in sample::all() {
        let text = Format::Terminal.render(&report, &Options { checks: &sample::checks(), ..Options::default() });
        insta::assert_snapshot!(format!("terminal_80_{name}"), text);
    }
}

#[test]
fn the_mixed_sample_at_other_widths() {
    for width in [40, 120, 300] {
        let text = Format::Terminal.render(&sample::mixed(), &Options { width, ..Options::default() });
        insta::assert_snapshot!(format!("terminal_{width}_mixed"), text);
    }
}

#[test]
fn the_mixed_sample_in_colour() {
    let text = Format::Terminal.render(&sample::mixed(), &Options { color: true, ..Options::default() });
    insta::assert_snapshot!("terminal_color_mixed", text.replace('\u{1B}', "ESC"));
}
