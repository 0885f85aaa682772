//! The gateway with everything that belongs to it: ledger, quarantine, guard, baselines, alerts, traces.

use crate::console;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use vetgate_gateway::alerts::{Alerts, Pace};
use vetgate_gateway::config::{Config, OnFailure};
use vetgate_gateway::{BaselineKeeper, Conduct, Gateway, Quarantine, assemble};
use vetgate_guard::Guard;
use vetgate_ledger::{DATABASE, Ledger, Sqlite, private};

/// A gateway and what keeps its record, holds things back and tells others.
pub struct House {
    /// The gateway itself.
    pub gateway: Arc<Gateway>,
    quarantine: Arc<Quarantine>,
    baselines: BaselineKeeper,
    alerts: Option<Alerts>,
}

impl House {
    /// The house whose files are in `folder`, as `config` wants it.
    pub fn open(folder: &Path, config: &Config) -> anyhow::Result<Self> {
        private::folder(folder).with_context(|| format!("{}: the data folder cannot be created", folder.display()))?;
        let file = folder.join(DATABASE);
        let opened = Sqlite::open(&file, assemble::durability(config))
            .map_err(anyhow::Error::from)
            .and_then(|store| Ok(Ledger::open(folder, Box::new(store), assemble::ledger(config))?));
        let ledger = Arc::new(opened.with_context(|| {
            format!(
                "{}: Vetgate does not start, because without a ledger it cannot record or approve anything",
                file.display()
            )
        })?);
        let quarantine = Arc::new(Quarantine::new(ledger.clone()));
        let guard = Arc::new(Guard::new(&config.guard())?);
        let gateway = Arc::new(Gateway::keeping(ledger, Box::new(guard.clone()), quarantine.clone()));
        let alerts = Alerts::start(&gateway, Pace::default());
        let (baselines, told) = BaselineKeeper::start(guard, folder, config.security.guarding.baselines);
        told.iter().for_each(|told| console::complain(told));
        let house = Self { gateway, quarantine, baselines, alerts };
        house.apply(config).map_err(anyhow::Error::msg)?;
        house.gateway.watch_additions();
        Ok(house)
    }

    /// Puts what can change while it runs into force. An error says what could not be.
    pub fn apply(&self, config: &Config) -> Result<(), String> {
        self.quarantine.configure(config.security.tool_quarantine);
        self.gateway.govern(config)?;
        self.gateway.conduct(Conduct::of(config));
        self.gateway.holds().configure(config.security.guarding.holds.clone());
        self.gateway.let_unrecorded_pass(config.gateway.ledger.on_failure == OnFailure::Allow);
        self.gateway.trace_to(config.gateway.telemetry.traces.as_deref())?;
        if let Some(alerts) = &self.alerts {
            alerts.configure(&config.security.alerts)?;
        }
        // After the alerts: it may find that records were changed.
        self.gateway.retain(assemble::retention(config));
        Ok(())
    }

    /// Takes leave of clients and servers, and closes the ledger.
    pub async fn close(self) {
        self.gateway.shut_down().await;
        if let Err(reason) = self.baselines.close().await {
            console::complain(&reason);
        }
        if let Some(alerts) = self.alerts {
            alerts.stop().await;
        }
        if let Some(ledger) = self.gateway.ledger().cloned() {
            // It waits for a thread that writes to the disk.
            let _ = tokio::task::spawn_blocking(move || ledger.close()).await;
        }
    }
}
