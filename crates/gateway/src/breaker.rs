//! Leaves a server alone that keeps failing, and finds out when it is back.
//!
//! ```text
//!            5 failures in a row            the wait is over
//!  closed ───────────────────────▶ open ─────────────────────▶ probing
//!    ▲                              ▲                            │ │
//!    │                              └──── the probe fails ───────┘ │
//!    └─────────────────────── the probe succeeds ──────────────────┘
//! ```
//!
//! Pure: time comes in. Every permit is good for one report; one that was given out before the state changed tells
//! nothing about what is now, and its report is ignored. A probe whose report never comes, because its caller has
//! gone, is given up after a while.

use std::time::Duration;
use tokio::time::Instant;

/// Failures in a row that open it.
const FAILURES: u32 = 5;

/// The first wait, doubled with every probe that fails.
const FIRST: Duration = Duration::from_secs(1);

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60);

/// How long a probe may go without a report before another takes its place.
const PATIENCE: Duration = Duration::from_secs(60);

/// Leave to try. Goes back with [`Breaker::success`] or [`Breaker::failure`].
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the breaker learns from what became of it"]
pub(crate) struct Permit {
    era: u64,
}

/// The server is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the server failed {FAILURES} or more times in a row, so Vetgate sends it no requests for now; try again in {} ms", .0.as_millis())]
pub(crate) struct Wait(pub(crate) Duration);

/// Whether one server may be tried.
#[derive(Debug)]
pub(crate) struct Breaker {
    state: State,
    /// Counts changes of the state, which make earlier permits void.
    era: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant, wait: Duration },
    Probing { since: Instant, wait: Duration },
}

impl Default for Breaker {
    fn default() -> Self {
        Self { state: State::Closed { failures: 0 }, era: 0 }
    }
}

impl Breaker {
    /// Asks to try the server; else tells when it is worth asking again.
    pub(crate) fn admit(&mut self, now: Instant) -> Result<Permit, Wait> {
        match self.state {
            State::Closed { .. } => {}
            State::Open { until, .. } if now < until => return Err(Wait(until - now)),
            State::Probing { since, .. } if now < since + PATIENCE => {
                return Err(Wait((since + PATIENCE - now).min(FIRST)));
            }
            State::Open { wait, .. } | State::Probing { wait, .. } => self.change(State::Probing { since: now, wait }),
        }
        Ok(Permit { era: self.era })
    }

    /// The server answered.
    pub(crate) fn success(&mut self, permit: Permit) {
        if permit.era != self.era {
            return;
        }
        match self.state {
            State::Closed { .. } => self.state = State::Closed { failures: 0 },
            State::Open { .. } | State::Probing { .. } => self.change(State::Closed { failures: 0 }),
        }
    }

    /// The server did not answer.
    pub(crate) fn failure(&mut self, permit: Permit, now: Instant) {
        if permit.era != self.era {
            return;
        }
        match self.state {
            State::Closed { failures } if failures + 1 < FAILURES => {
                self.state = State::Closed { failures: failures + 1 };
            }
            State::Closed { .. } => self.change(State::Open { until: now + FIRST, wait: FIRST }),
            State::Open { wait, .. } | State::Probing { wait, .. } => {
                let wait = (wait * 2).min(LONGEST);
                self.change(State::Open { until: now + wait, wait });
            }
        }
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.era += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn opened(now: Instant) -> Breaker {
        let mut breaker = Breaker::default();
        for _ in 0..FAILURES {
            let permit = breaker.admit(now).unwrap();
            breaker.failure(permit, now);
        }
        breaker
    }

    #[test]
    fn it_opens_at_the_fifth_failure_in_a_row_and_not_before() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        for _ in 0..3 {
            for _ in 0..FAILURES - 1 {
                let permit = breaker.admit(now).unwrap();
                breaker.failure(permit, now);
            }
            let permit = breaker.admit(now).unwrap();
            breaker.success(permit);
        }
        assert_eq!(opened(now).admit(now), Err(Wait(FIRST)));
        assert!(Wait(FIRST).to_string().contains("1000 ms"));
    }

    #[test]
    fn each_probe_that_fails_doubles_the_wait_up_to_a_minute() {
        let mut now = Instant::now();
        let mut breaker = opened(now);
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(breaker.admit(now), Err(Wait(seconds(wait))));
            now += seconds(wait);
            let probe = breaker.admit(now).unwrap();
            assert!(breaker.admit(now).is_err(), "one probe at a time");
            breaker.failure(probe, now);
        }
        now += seconds(60);
        let probe = breaker.admit(now).unwrap();
        breaker.success(probe);
        assert!(breaker.admit(now).is_ok());
        assert_eq!(opened(now).admit(now), Err(Wait(FIRST)), "it starts anew");
    }

    #[test]
    fn what_was_under_way_before_a_change_tells_nothing_after_it() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        let (early, late) = (breaker.admit(now).unwrap(), breaker.admit(now).unwrap());
        for _ in 0..FAILURES {
            let permit = breaker.admit(now).unwrap();
            breaker.failure(permit, now);
        }
        breaker.success(early);
        assert_eq!(breaker.admit(now), Err(Wait(FIRST)));
        let probe = breaker.admit(now + FIRST).unwrap();
        breaker.failure(late, now + FIRST);
        breaker.success(probe);
        assert!(breaker.admit(now + FIRST).is_ok());
    }

    #[test]
    fn a_probe_that_nobody_reports_is_given_up() {
        let now = Instant::now();
        let mut breaker = opened(now);
        let lost = breaker.admit(now + FIRST).unwrap();
        assert_eq!(breaker.admit(now + FIRST + seconds(10)), Err(Wait(FIRST)));
        let probe = breaker.admit(now + FIRST + PATIENCE).unwrap();
        breaker.failure(lost, now + FIRST + PATIENCE);
        assert!(breaker.admit(now + FIRST + PATIENCE).is_err(), "the second probe is still out");
        breaker.success(probe);
        assert!(breaker.admit(now + FIRST + PATIENCE).is_ok());
    }

    #[derive(Debug, Clone)]
    enum Step {
        Admit,
        Succeed(prop::sample::Index),
        Fail(prop::sample::Index),
        Sleep(u64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => Just(Step::Admit),
            1 => any::<prop::sample::Index>().prop_map(Step::Succeed),
            4 => any::<prop::sample::Index>().prop_map(Step::Fail),
            2 => (0u64..4000).prop_map(Step::Sleep),
        ];
        prop::collection::vec(step, 0..200)
    }

    proptest! {
        #[test]
        fn there_is_one_probe_at_a_time_and_always_a_way_back(steps in steps()) {
            let mut now = Instant::now();
            let mut breaker = Breaker::default();
            let mut permits: Vec<Permit> = vec![];
            for step in steps {
                match step {
                    Step::Admit => match breaker.admit(now) {
                        Ok(permit) => permits.push(permit),
                        Err(Wait(wait)) => prop_assert!(wait > Duration::ZERO && wait <= LONGEST),
                    },
                    Step::Succeed(index) if !permits.is_empty() => {
                        let permit = permits.swap_remove(index.index(permits.len()));
                        breaker.success(permit);
                    }
                    Step::Fail(index) if !permits.is_empty() => {
                        let permit = permits.swap_remove(index.index(permits.len()));
                        breaker.failure(permit, now);
                    }
                    Step::Sleep(ms) => now += Duration::from_millis(ms),
                    Step::Succeed(_) | Step::Fail(_) => {}
                }
                let valid = permits.iter().filter(|permit| permit.era == breaker.era).count();
                if !matches!(breaker.state, State::Closed { .. }) {
                    prop_assert!(valid <= 1);
                }
            }
            now += LONGEST.max(PATIENCE);
            let permit = breaker.admit(now).unwrap();
            breaker.success(permit);
            prop_assert_eq!(breaker.state, State::Closed { failures: 0 });
        }
    }
}
