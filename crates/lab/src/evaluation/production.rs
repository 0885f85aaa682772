//! Whether the product is fit for production: every figure that decides, with what is demanded of it.

use vetgate_eval::{OperatingPoint, SecurityTestMetrics};
use vetgate_report::sheet::{Block, Cell, Column, Piece, Row, Section, Table, Tone};

pub(super) fn section(metrics: &SecurityTestMetrics) -> Section {
    let (tone, text) = match metrics.is_production_ready {
        true => (Tone::Good, "All production requirements are met."),
        false => (Tone::Bad, "Not all production requirements are met."),
    };
    let columns = vec![
        Column::text("Figure", 0),
        Column::number("Measured", 0),
        Column::text("Required", 2),
        Column::text("Met", 1),
    ];
    // table: the evaluation's own figures.
    let figures = [
        ("attack_detection_rate", metrics.attack_detection_rate),
        ("false_positive_rate", metrics.false_positive_rate),
        ("false_negative_rate", metrics.false_negative_rate),
        ("contradiction_precision", metrics.contradiction_precision),
        ("contradiction_recall", metrics.contradiction_recall),
        ("classification_accuracy", metrics.classification_accuracy),
        ("pii_detection_f1", metrics.pii_detection_f1),
        ("rug_pull_detection_rate", metrics.rug_pull_detection_rate),
        ("avg_detection_time_ms", metrics.avg_detection_time_ms),
    ];
    let conditions = metrics.conditions();
    let row = |(name, value): (&'static str, Option<f64>)| {
        let reached = match value {
            None => Cell::words("not measured").toned(Tone::Open),
            Some(time) if name.ends_with("_ms") => Cell::words(format!("{time:.3} ms")),
            Some(rate) => Cell::words(format!("{:.2} %", rate * 100.0)),
        };
        let (demand, holds) = match conditions.iter().find(|condition| condition.name == name) {
            None => (Cell::words("–").toned(Tone::Faint), Cell::words("–").toned(Tone::Faint)),
            Some(condition) => {
                let holds = if condition.holds { ("yes", Tone::Good) } else { ("no", Tone::Bad) };
                (Cell::words(condition.demand), Cell::words(holds.0).toned(holds.1))
            }
        };
        Row::from(vec![Cell::name(name), reached, demand, holds])
    };
    let rows = figures.into_iter().map(row).collect();
    let table = Table { title: "Production requirements".to_owned(), columns, rows };
    let blocks =
        vec![Block::Text(tone, vec![Piece::words(text)]), Block::Table(table), Block::Table(operating_points(metrics))];
    Section { heading: "Production", about: "figures required for production use".to_owned(), blocks }
}

/// Detection and false alarms at each tier and confidence threshold, always of the same findings.
fn operating_points(metrics: &SecurityTestMetrics) -> Table {
    let columns = vec![
        Column::text("Tier", 0),
        Column::number("Confidence", 0),
        Column::number("Detected", 0),
        Column::number("False alarms", 0),
        Column::text("Production", 1),
    ];
    let percent = |rate: Option<f64>| match rate {
        None => Cell::words("not measured").toned(Tone::Open),
        Some(rate) => Cell::words(format!("{:.2} %", rate * 100.0)),
    };
    let row = |point: &OperatingPoint| {
        let ready = if point.is_production_ready { ("yes", Tone::Good) } else { ("no", Tone::Bad) };
        Row::from(vec![
            Cell::name(point.tier),
            Cell::words(format!("{:.1}", point.threshold)),
            percent(point.attack_detection_rate),
            percent(point.false_positive_rate),
            Cell::words(ready.0).toned(ready.1),
        ])
    };
    let rows = metrics.operating_points.iter().map(row).collect();
    Table { title: "Operating points".to_owned(), columns, rows }
}
