//! The registry of checks: the one list. Adding a check is adding its file and its row here.

mod annotation_mismatch;
mod ansi_escape;
mod capability_mismatch;
mod directive_imperative;
mod directive_indirect;
mod directive_injection;
mod directive_learned;
mod directive_preference;
mod parameter_sink;
mod payload_decoded;
mod prelude;
mod schema_suspect;
mod script_mixed;
mod secret_embedded;
mod shadowing_cross_server;
mod unicode_hidden;

#[cfg(feature = "source")]
pub(crate) use capability_mismatch::computes;

use crate::Check;

/// Every check, in the order in which they run and are listed.
pub fn all() -> &'static [&'static dyn Check] {
    &[
        &unicode_hidden::UnicodeHidden,
        &ansi_escape::AnsiEscape,
        &shadowing_cross_server::ShadowingCrossServer,
        &payload_decoded::PayloadDecoded,
        &directive_injection::DirectiveInjection,
        &directive_imperative::DirectiveImperative,
        &directive_indirect::DirectiveIndirect,
        &directive_learned::DirectiveLearned,
        &directive_preference::DirectivePreference,
        &capability_mismatch::CapabilityMismatch,
        &annotation_mismatch::AnnotationMismatch,
        &parameter_sink::ParameterSink,
        &script_mixed::ScriptMixed,
        &schema_suspect::SchemaSuspect,
        &secret_embedded::SecretEmbedded,
    ]
}

#[cfg(test)]
mod tests;
