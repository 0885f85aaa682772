//! Values drawn from a seed.

/// A generator that gives the same values on every machine (SplitMix64).
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    pub(crate) fn hex(&mut self, length: usize) -> String {
        let mut text = String::with_capacity(length + 16);
        while text.len() < length {
            text.push_str(&format!("{:016x}", self.next()));
        }
        text.truncate(length);
        text
    }

    pub(crate) fn uuid(&mut self) -> String {
        let hex = self.hex(32);
        format!("{}-{}-4{}-a{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
    }

    pub(crate) fn date(&mut self) -> String {
        format!("20{:02}-{:02}-{:02}", 19 + self.below(8), 1 + self.below(12), 1 + self.below(28))
    }

    pub(crate) fn time(&mut self) -> String {
        let date = self.date();
        let (hour, minute, second, milli) = (self.below(24), self.below(60), self.below(60), self.below(1000));
        format!("{date}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
    }

    pub(crate) fn words(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.pick(WORDS));
        }
        text
    }

    pub(crate) fn sentences(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.pick(SENTENCES));
        }
        text
    }

    /// Digits, the first of which is not zero.
    pub(crate) fn digits(&mut self, length: usize) -> String {
        (0..length)
            .map(|at| char::from(b'0' + if at == 0 { 1 + self.below(9) } else { self.below(10) } as u8))
            .collect()
    }
}

const WORDS: &[&str] = &[
    "index", "worker", "invoice", "branch", "module", "cache", "layout", "search", "report", "queue", "storage",
    "client", "billing", "export", "theme", "router", "schema", "shared", "ledger", "metrics", "profile", "upload",
    "release",
];

const SENTENCES: &[&str] = &[
    "The worker picks up a job as soon as one is free and reports back when it is done.",
    "Results are sorted by date, newest first; a page holds at most 50 of them.",
    "If the request times out, try again with a smaller range (for example one week).",
    "This change moves the cache in front of the database, which halves the number of reads.",
    "See section 4.2 of the guide; the old behaviour stays available until version 3.0.",
    "We measured 12,400 requests a second on a machine with 8 cores and 32 GB of memory.",
    "The author asked for a second review because the migration touches 14 tables.",
    "Opening hours are 9:00 to 17:30 on weekdays, and the office is closed on public holidays.",
    "Die Änderung wurde am 3. März übernommen und läuft seitdem ohne Störung.",
    "Le fichier de configuration est lu au démarrage, puis à chaque modification.",
    "It is not clear whether the error comes from the parser or from the data itself.",
    "Prices start at 19.99 per month and include up to 5 projects and 100 GB of storage.",
];
