//! What the guard wants somebody to hear of: on the stream of events, and by an alert where it should not wait.
//!
//! What a call shows is on its record already, so a notice makes none of its own.

use super::call::Resolved;
use super::conduct::Conduct;
use super::{Caller, Gateway};
use crate::events::What;
use crate::hub::Hub;
use vetgate_guard::{About, Notice};
use vetgate_ledger::Alert;
use vetgate_model::Severity;

/// From which severity on somebody is alerted of what a server asks of its client.
const ALARMING: u8 = 50;

impl Gateway {
    /// Tells whoever should hear of it. `session` is its short name, `risk` what the record of the call says.
    pub(super) fn tell_notices(
        &self,
        caller: &Caller,
        resolved: &Resolved,
        session: &str,
        risk: u8,
        notices: &[Notice],
    ) {
        let of = (resolved.server.name(), resolved.name.as_str());
        self.hub.tell_notices(&caller.principal.name, of, session, risk, notices);
    }
}

impl Hub {
    /// The same for whatever concerns `server` and has that name.
    pub(crate) fn tell_notices(
        &self,
        principal: &str,
        (server, name): (&str, &str),
        session: &str,
        risk: u8,
        notices: &[Notice],
    ) {
        if notices.is_empty() {
            return;
        }
        let conduct = self.conducts();
        for notice in notices {
            let (server, name) = (server.to_owned(), name.to_owned());
            if let (Some(ledger), Some(alert)) = (&self.ledger, alert(notice, conduct, session, risk)) {
                ledger.alert(Alert { server: server.clone(), name: name.clone(), ..alert });
            }
            self.events.tell(What::Noticed {
                about: name_of(notice.about),
                principal: principal.to_owned(),
                server,
                name,
                severity: notice.severity,
                text: notice.text.clone(),
            });
        }
    }
}

/// What somebody is alerted of, if they are. How grave the notice is says how loud it is; the risk is the call's.
fn alert(notice: &Notice, conduct: Conduct, session: &str, risk: u8) -> Option<Alert> {
    // What may be harmless is told, and nobody is woken up for it.
    if notice.about == About::Request && notice.severity < ALARMING {
        return None;
    }
    let (event, title) = alerted(notice.about, conduct)?;
    Some(Alert {
        severity: severity(notice.severity),
        reason: notice.text.clone(),
        risk,
        session: session.to_owned(),
        ..Alert::new(event, title)
    })
}

/// The word and the title of an alert, for what somebody is alerted of.
fn alerted(about: About, conduct: Conduct) -> Option<(&'static str, &'static str)> {
    let (event, title, is_wanted) = match about {
        About::Exfiltration => ("exfiltration", "Possible data exfiltration", conduct.alerts_exfiltration),
        About::PiiExposure => ("pii_exposure", "Personal data or secrets were found", conduct.alerts_exposure),
        About::Contradiction => ("contradiction", "Contradicting statements about what a call does", true),
        About::Trifecta => ("trifecta", "A session has all three legs of the trifecta", true),
        About::Injection => ("injection", "A tool returned instructions to the agent", true),
        About::Request => ("request", "A server sent its client a request that it should not send", true),
        // They are on the record, and nothing that a person is woken up for.
        About::Drift | About::Memory => return None,
    };
    is_wanted.then_some((event, title))
}

/// The stable name of what a notice is about.
fn name_of(about: About) -> &'static str {
    match about {
        About::Exfiltration => "exfiltration",
        About::PiiExposure => "pii_exposure",
        About::Contradiction => "contradiction",
        About::Trifecta => "trifecta",
        About::Injection => "injection",
        About::Drift => "drift",
        About::Memory => "memory",
        About::Request => "request",
    }
}

/// 0 to 100 in words, by the bands of the risk.
fn severity(score: u8) -> Severity {
    match score {
        0..30 => Severity::Low,
        30..50 => Severity::Medium,
        50..70 => Severity::High,
        _ => Severity::Critical,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_alerted_of_what_they_want_to_hear_of() {
        let all = Conduct::default();
        let none = Conduct { alerts_exfiltration: false, alerts_exposure: false, ..all };
        for (about, always, wanted) in [
            (About::Exfiltration, false, true),
            (About::PiiExposure, false, true),
            (About::Contradiction, true, true),
            (About::Trifecta, true, true),
            (About::Injection, true, true),
            (About::Request, true, true),
            (About::Drift, false, false),
            (About::Memory, false, false),
        ] {
            assert_eq!(alerted(about, none).is_some(), always, "{about:?}");
            assert_eq!(alerted(about, all).is_some(), wanted, "{about:?}");
        }
    }

    #[test]
    fn an_alert_has_the_risk_of_its_record_and_the_session() {
        let notice = Notice { about: About::Contradiction, severity: 80, text: "it lies".into() };
        let told = alert(&notice, Conduct::default(), "5f0c1e", 38).unwrap();
        assert_eq!((told.event, told.severity, told.risk), ("contradiction", Severity::Critical, 38));
        assert_eq!((told.session.as_str(), told.reason.as_str()), ("5f0c1e", "it lies"));
    }

    #[test]
    fn nobody_is_alerted_of_a_request_that_is_only_doubtful() {
        let notice = |severity| Notice { about: About::Request, severity, text: "it asks".into() };
        assert!(alert(&notice(40), Conduct::default(), "5f0c1e", 40).is_none());
        assert_eq!(alert(&notice(80), Conduct::default(), "5f0c1e", 80).unwrap().event, "request");
    }

    #[test]
    fn names_are_those_of_the_record() {
        for about in [About::Exfiltration, About::PiiExposure, About::Injection, About::Memory, About::Request] {
            assert_eq!(serde_json::to_value(about).unwrap(), name_of(about));
        }
    }
}
