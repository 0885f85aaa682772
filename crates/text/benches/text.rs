//! What seeing a text costs, at 1, 10 and 100 KB.

fn main() {
    divan::main();
}
