"""Rules that the team agreed on, written over one row."""

PRESETS: dict[str, str] = {
    "overdue": "row['days'] > 30",
    "large": "row['balance'] >= 10_000",
    "dormant": "row['last_seen'] is None and row['balance'] > 0",
}
