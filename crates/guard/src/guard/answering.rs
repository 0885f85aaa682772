//! What a client answers to a request of a server.

use super::Guard;
use crate::{About, Before, Call, Risk, parts};
use vetgate_capability::OperationClass;

impl Guard {
    /// Judges an answer on its way to the server that asked, as the arguments of a call of [`Tool::asking`]: sensitive data,
    /// where what it says was read, how much leaves, and the rules. What else is said of calls does not hold here: nobody
    /// runs what a person fills in, and "delete: true" in a form is no contradiction.
    ///
    /// [`Tool::asking`]: crate::Tool::asking
    pub fn answering(&self, call: &Call) -> Before {
        let mut before = self.before(call);
        let assessment = &mut before.assessment;
        assessment.contradictions.clear();
        assessment.operation = OperationClass::Read;
        assessment.risk = Risk::of(parts(assessment));
        before.notices.retain(|notice| notice.about != About::Contradiction);
        let sent = before.arguments.as_deref().unwrap_or(call.arguments);
        before.decision = self.rulebook().policy.decide(&before.assessment, sent);
        before
    }
}
