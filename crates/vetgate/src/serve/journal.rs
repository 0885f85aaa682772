//! Events on standard error.

use crate::cli::LogFormat;
use crate::console;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use vetgate_gateway::Gateway;
use vetgate_report::escape;

/// The task that writes events down.
pub(super) struct Journal {
    task: Option<JoinHandle<()>>,
}

impl Journal {
    pub(super) fn start(gateway: &Gateway, format: LogFormat) -> Self {
        if format == LogFormat::None {
            return Self { task: None };
        }
        let mut events = gateway.events().listen();
        let task = tokio::spawn(async move {
            loop {
                match events.recv().await {
                    Ok(event) if format == LogFormat::Json => {
                        if let Ok(json) = serde_json::to_string(&event) {
                            console::note(&json);
                        }
                    }
                    Ok(event) => {
                        for text in super::line(&event).iter().flat_map(|line| line.lines()) {
                            console::note(&format!("vetgate: {}", escape::line(text)));
                        }
                    }
                    Err(RecvError::Lagged(lost)) => console::note(&format!("vetgate: {lost} events were lost")),
                    Err(RecvError::Closed) => return,
                }
            }
        });
        Self { task: Some(task) }
    }

    /// Gives the last events a moment to be written.
    pub(super) async fn finish(self) {
        if let Some(task) = self.task {
            let _ = tokio::time::timeout(Duration::from_millis(50), task).await;
        }
    }
}
