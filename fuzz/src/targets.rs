//! The targets: one file each, and one row here.
//!
//! A row says what a target takes, and how many executions `scripts/fuzz` gives it when it runs them all: as many as a few
//! seconds hold.

/// One target.
pub(crate) struct Target {
    /// As it is called on the command line; its corpus is the folder of this name.
    pub(crate) name: &'static str,
    /// What takes the input.
    pub(crate) run: Run,
    /// How many inputs it is given when all targets run.
    pub(crate) executions: u32,
}

/// What a target takes.
pub(crate) enum Run {
    /// Anything.
    Bytes(fn(&[u8])),
    /// UTF-8.
    Text(fn(&str)),
}

macro_rules! targets {
    ($($name:ident: $input:ident, $executions:literal;)+) => {
        $(mod $name;)+
        /// Every target.
        pub(crate) const TARGETS: &[Target] = &[
            $(Target { name: stringify!($name), run: Run::$input($name::run), executions: $executions },)+
        ];
    };
}

targets! {
    ansi: Text, 30_000;
    answer: Text, 30_000;
    arguments: Text, 10_000;
    baselines: Text, 30_000;
    classify: Text, 2000;
    client_config: Text, 5000;
    dataset: Text, 2000;
    declarations: Text, 12_000;
    decode: Text, 12_000;
    definition: Text, 20_000;
    detect: Bytes, 8000;
    events: Bytes, 30_000;
    flow: Text, 4000;
    gateway_config: Text, 8000;
    guard: Text, 500;
    hidden: Text, 30_000;
    ignore: Text, 20_000;
    json_reader: Text, 40_000;
    ledger: Text, 15_000;
    links: Text, 8000;
    lock: Text, 12_000;
    message: Text, 30_000;
    mirror: Text, 25_000;
    normal: Text, 15_000;
    note: Text, 20_000;
    prose: Text, 20_000;
    record: Text, 25_000;
    redact: Text, 8000;
    render: Text, 40_000;
    response: Text, 1000;
    rules: Text, 1500;
    scan: Text, 600;
    scenario: Text, 4000;
    search: Text, 4000;
    settings: Text, 10_000;
    source: Text, 400;
    splice: Text, 6000;
    trace: Text, 40_000;
    vault: Text, 8000;
}

/// The pieces of an input that has several, parted by a NUL; the last one has the rest, and what is missing is empty.
fn pieces<const N: usize>(input: &str) -> [&str; N] {
    let mut pieces = input.splitn(N, '\0');
    std::array::from_fn(|_| pieces.next().unwrap_or_default())
}

/// The numbers that an input starts with, one a character, and the rest.
fn numbers<const N: usize>(input: &str) -> ([usize; N], &str) {
    let mut rest = input.chars();
    let numbers = std::array::from_fn(|_| rest.next().map_or(0, |c| c as usize));
    (numbers, rest.as_str())
}
