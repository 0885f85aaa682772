//! A file of any text is a scenario or an error that names the file; what is read has no phrase left in it that stands for a
//! secret, and is read the same way each time.

use vetgate_lab::adversary::Scenario;

pub(crate) fn run(text: &str) {
    match Scenario::read("x.yaml", text) {
        Ok(scenario) => {
            assert_eq!(Scenario::read("x.yaml", text).expect("it was one"), scenario);
            assert!(!format!("{scenario:?}").contains("{{secret:"), "a phrase is left");
        }
        Err(error) => assert!(error.to_string().starts_with("x.yaml:"), "{error}"),
    }
}
