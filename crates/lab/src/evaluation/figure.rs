//! Shares, differences and times as people read them.

use vetgate_eval::Share;
use vetgate_report::sheet::{Axis, Cell, Tone};

/// What stands for a figure that there is none of.
pub(super) const NONE: &str = "–";

/// A share with its interval.
pub(super) fn share(share: Share) -> Cell {
    Cell { aside: interval(share), ..number(share.value()) }
}

/// `0.97–0.99`: where the true share lies.
fn interval(share: Share) -> Option<String> {
    share.interval().map(|(low, high)| format!("{low:.2}–{high:.2}"))
}

/// A figure to three places.
pub(super) fn number(value: Option<f64>) -> Cell {
    // A sum of nothing is negative zero, which reads like a figure below zero.
    let shown = |value: f64| Cell::words(format!("{:.3}", value + 0.0));
    value.map_or_else(|| Cell::words(NONE).toned(Tone::Faint), shown)
}

/// A share in words: `0.983 (0.97–0.99), 59 of 60`.
pub(super) fn spelled(share: Share) -> String {
    match (share.value(), interval(share)) {
        (Some(value), Some(interval)) => format!("{value:.3} ({interval}), {} of {}", share.part, share.of),
        _ => NONE.to_owned(),
    }
}

/// A difference with its sign; better or worse than nothing.
pub(super) fn change(delta: Option<f64>) -> Cell {
    match delta {
        None => Cell::words(NONE).toned(Tone::Faint),
        // What rounds to nothing is nothing.
        Some(delta) if delta.abs() < 0.0005 => Cell::words("±0").toned(Tone::Faint),
        Some(delta) if delta > 0.0 => Cell::words(format!("+{delta:.3}")).toned(Tone::Good),
        Some(delta) => Cell::words(format!("−{:.3}", delta.abs())).toned(Tone::Bad),
    }
}

/// Microseconds, or milliseconds where there are many.
pub(super) fn time(micros: f64) -> String {
    match micros {
        micros if micros >= 10_000.0 => format!("{:.0} ms", micros / 1000.0),
        micros if micros >= 1_000.0 => format!("{:.1} ms", micros / 1000.0),
        micros if micros >= 10.0 => format!("{micros:.0} µs"),
        micros => format!("{micros:.1} µs"),
    }
}

/// A sentence on how long one item takes; nothing where nothing was timed.
pub(super) fn timing(timing: vetgate_eval::Timing, noun: &str) -> Option<String> {
    let [median, most, mean] = [timing.p50_us, timing.p99_us, timing.mean_us].map(time);
    let is_timed = timing.items > 0 && timing.mean_us > 0.0;
    is_timed.then(|| format!("Time per {noun}: median {median}, 99th percentile {most}, mean {mean}."))
}

/// An axis of shares up to 1 that leaves out what lies far below every value.
pub(super) fn axis(name: &'static str, values: impl Iterator<Item = f64>) -> Axis {
    let least = values.fold(1.0, f64::min);
    // In tenths, so that ticks are round numbers.
    let from = ((least * 10.0 - 0.2).floor() as i32).clamp(0, 8);
    let step = if from <= 4 { 2 } else { 1 };
    // The lowest tick stands on the axis' end.
    let from = 10 - (10 - from + step - 1) / step * step;
    let ticks = (from..=10).step_by(step as usize).map(|tenths| f64::from(tenths) / 10.0).collect();
    Axis { name, from: f64::from(from) / 10.0, to: 1.0, ticks, places: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_starts_just_below_the_least_value_on_a_tick() {
        let from = |least: f64| axis("recall", [least, 1.0].into_iter());
        for (least, start, ticks) in [(0.97, 0.8, 3), (0.71, 0.6, 5), (0.45, 0.4, 4), (0.31, 0.2, 5), (0.0, 0.0, 6)] {
            let axis = from(least);
            assert_eq!((axis.from, axis.ticks.len(), axis.ticks[0]), (start, ticks, start), "{least}");
        }
    }

    #[test]
    fn nothing_has_no_sign() {
        let shown = |cell: Cell| format!("{:?}", cell.piece);
        assert_eq!(shown(number(Some(-0.0))), shown(number(Some(0.0))));
        assert_eq!(shown(change(Some(-0.0))), shown(change(Some(0.0001))));
    }

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        assert_eq!([3.21, 42.4, 1_500.0, 25_000.0].map(time), ["3.2 µs", "42 µs", "1.5 ms", "25 ms"]);
    }
}
