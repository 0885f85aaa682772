//! `vetgate audit verify`: is the record what was written?

use super::public_key;
use crate::cli::ListFormat;
use crate::cli::audit::Verify;
use crate::exit::Exit;
use crate::grid::{ALARM, GOOD, Screen};
use crate::ledger::Holding;
use crate::progress::Patient;
use crate::{console, input, moment};
use anyhow::{anyhow, bail};
use serde_json::json;
use std::path::Path;
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{Checkpoint, UnverifiedFolder, Verified, VerifyError, Wrong, verify_folder, witnesses};
use vetgate_report::escape;

pub(super) fn run(args: &Verify) -> anyhow::Result<Exit> {
    let holding = match Holding::at(&args.place) {
        Ok(holding) => holding,
        Err(error) => {
            let Some(lost @ StoreError::Lost(_)) = error.downcast_ref() else { return Err(error) };
            complain(args.format, &VerifyError { record: None, wrong: Wrong::Store(lost.clone()) }, 0)?;
            return Ok(Exit::Findings);
        }
    };
    let key = args.public_key.as_deref().map(public_key).transpose()?;
    let mut witnesses = Vec::new();
    for path in &args.checkpoints {
        witnesses.extend(checkpoints(path)?);
    }
    let mut patient = Patient::counting("verifying records");
    let mut done = 0;
    let outcome = verify_folder(&holding.folder, key.as_ref(), &witnesses, &mut |records| {
        patient.advance(usize::try_from(records.saturating_sub(done)).unwrap_or(usize::MAX));
        done = records;
    });
    drop(patient);
    match outcome {
        Ok(verified) => {
            show(args.format, &verified, witnesses.len())?;
            Ok(Exit::Clean)
        }
        Err(error) => match error.fault() {
            Some(fault) => {
                complain(args.format, &fault, done)?;
                Ok(Exit::Findings)
            }
            // It names the file itself.
            None if matches!(error, UnverifiedFolder::File(_)) => Err(anyhow!(error)),
            None => Err(anyhow!("{}: {error}", holding.place())),
        },
    }
}

/// The checkpoints in a file; every line must be one, because somebody relies on it.
fn checkpoints(path: &Path) -> anyhow::Result<Vec<Checkpoint>> {
    let text = input::read_whole(path)?;
    let mut known = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Some(some) = witnesses(line) else {
            bail!(
                "{}:{}: is not a checkpoint from `vetgate audit checkpoint` or the management API",
                path.display(),
                number + 1
            );
        };
        known.extend(some);
    }
    if known.is_empty() {
        bail!("{}: contains no checkpoint", path.display());
    }
    Ok(known)
}

fn show(format: ListFormat, verified: &Verified, witnesses: usize) -> anyhow::Result<()> {
    if format == ListFormat::Json {
        let mut told = json!({"verified": true});
        if let (Some(told), serde_json::Value::Object(facts)) = (told.as_object_mut(), serde_json::to_value(verified)?)
        {
            told.extend(facts);
        }
        return Ok(console::print(&format!("{}\n", serde_json::to_string_pretty(&told)?))?);
    }
    let screen = Screen::of_output();
    let mut text = format!("{} The activity record was not altered.\n", screen.paint(GOOD, "✓"));
    let head = verified.head.map(|head| head.to_string()).unwrap_or_default();
    let removed = match verified.first {
        0 | 1 => String::new(),
        first => format!(", those before record {first} were removed by retention"),
    };
    let elsewhere = if witnesses > 0 { format!(", {witnesses} of them kept elsewhere") } else { String::new() };
    let lines = [
        format!("  records      {}, {} to {}{removed}", verified.records, verified.first, verified.last),
        format!("  until        {} UTC", moment::shown(verified.until_ms)),
        format!("  head         {head}"),
        format!("  checkpoints  {}{elsewhere}", verified.checkpoints),
        format!("  bodies       {} kept, {} removed", verified.bodies_kept, verified.bodies_forgotten),
        format!("  approvals    {} states of tools, prompts and instructions", verified.standings),
    ];
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(console::print(&text)?)
}

fn complain(format: ListFormat, fault: &VerifyError, done: u64) -> anyhow::Result<()> {
    let message = fault.to_string();
    if format == ListFormat::Json {
        let told = json!({
            "verified": false, "record": fault.record, "wrong": fault.wrong.to_string(), "records_before": done,
        });
        return Ok(console::print(&format!("{}\n", escape::json(&serde_json::to_string_pretty(&told)?)))?);
    }
    let screen = Screen::of_output();
    let mut text = format!("{} The activity record was altered or is damaged.\n", screen.paint(ALARM, "✗"));
    text.push_str(&format!("  {}\n", escape::line(&message)));
    text.push_str("  Do not change the folder, and compare it with a backup.\n");
    Ok(console::print(&text)?)
}
