//! Forgetting on time: what the ledger is to keep no longer goes at the start and every hour.
//!
//! Before records are removed it is looked whether they are what was written. If they are not, that is told once.

use crate::events::What;
use crate::{Events, alerts};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;
use vetgate_ledger::{Ledger, Retained, Retention};

/// How often it is looked for what is to go.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// The task that has the ledger forget. It ends with this.
#[derive(Default)]
pub(crate) struct Housekeeping {
    wanted: Mutex<Option<watch::Sender<Retention>>>,
}

impl Housekeeping {
    /// Keeps records for as long as `retention` says: from now on, and looked at at once.
    pub(crate) fn keep(&self, ledger: &Arc<Ledger>, events: &Events, retention: Retention) {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        match &*wanted {
            Some(wanted) => drop(wanted.send_if_modified(|known| std::mem::replace(known, retention) != retention)),
            None => {
                let (sender, receiver) = watch::channel(retention);
                tokio::spawn(rounds(ledger.clone(), events.clone(), receiver));
                *wanted = Some(sender);
            }
        }
    }
}

async fn rounds(ledger: Arc<Ledger>, events: Events, mut wanted: watch::Receiver<Retention>) {
    let mut told = None;
    loop {
        let retention = *wanted.borrow_and_update();
        let retained = ledger.retain(retention).await;
        events.heed(&retained);
        if let Ok(Retained { broken: Some(record), .. }) = retained
            && told.replace(record) != Some(record)
        {
            let reason = format!(
                "record {record} was altered after it was written; retention removes nothing from this record on"
            );
            ledger.alert(alerts::broken_chain(&reason));
            events.tell(What::ChainBroken { record, reason });
        }
        tokio::select! {
            () = sleep(EVERY) => {}
            changed = wanted.changed() => {
                if changed.is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;
    use vetgate_ledger::{Durability, Entry, Kind, Options, Sqlite};

    /// A ledger and its folder. The folder is removed without a check: the thread of a dropped ledger may still write to it.
    fn ledger() -> (TempDir, Arc<Ledger>) {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join(vetgate_ledger::DATABASE), Durability::Process).unwrap();
        let ledger = Arc::new(Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap());
        (folder, ledger)
    }

    fn count(ledger: &Ledger) -> u64 {
        ledger.read(|rows| rows.size()).unwrap().records
    }

    /// Waits until there are so many records. Never idle: the test's clock would go on while the ledger's thread works.
    async fn there_are(ledger: &Ledger, expected: u64) {
        let started = std::time::Instant::now();
        while count(ledger) != expected {
            assert!(started.elapsed() < Duration::from_secs(60), "{} records", count(ledger));
            tokio::task::yield_now().await;
        }
    }

    async fn add(ledger: &Ledger, more: u64) {
        let expected = count(ledger) + more;
        (0..more).for_each(|_| ledger.record(Entry::new(Kind::Call)).detach());
        there_are(ledger, expected).await;
    }

    #[tokio::test]
    async fn records_that_were_changed_are_told_of_and_on_record() {
        let (folder, ledger) = ledger();
        ledger.set_alerting(true);
        let (house, events) = (Housekeeping::default(), Events::recording(Some(ledger.clone())));
        add(&ledger, 10).await;
        let tampering = rusqlite::Connection::open(folder.path().join(vetgate_ledger::DATABASE)).unwrap();
        tampering.execute_batch("UPDATE activity SET time = 0 WHERE id >= 5").unwrap();
        let mut told = events.listen();
        house.keep(&ledger, &events, Retention { keep_records: Some(1), ..Retention::default() });
        let What::ChainBroken { record: 5, reason } = told.recv().await.unwrap().what else { panic!("something else") };
        assert!(reason.contains("record 5"), "{reason}");
        there_are(&ledger, 11).await;
        let record = ledger.read(|rows| rows.records(10, 1)).unwrap().remove(0);
        assert_eq!((record.kind, record.method.as_str()), (Kind::Security, "chain_broken"));
        let claimed = ledger.claim_alert(u64::MAX / 2, 1_000, 1_000, None).await.unwrap();
        assert!(format!("{claimed:?}").contains("chain_broken"), "{claimed:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn records_go_at_the_start_after_an_hour_and_when_the_limit_changes() {
        let (_folder, ledger) = ledger();
        let (house, events) = (Housekeeping::default(), Events::default());
        add(&ledger, 10).await;
        let keep = |records| Retention { keep_records: Some(records), ..Retention::default() };
        house.keep(&ledger, &events, keep(4));
        there_are(&ledger, 4).await;
        add(&ledger, 3).await;
        while count(&ledger) != 4 {
            tokio::time::advance(EVERY).await;
        }
        house.keep(&ledger, &events, keep(2));
        there_are(&ledger, 2).await;
    }
}
