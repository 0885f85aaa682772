//! Processes that a server has started and that have left its process group, as with `setsid`.
//!
//! On Linux this program becomes a subreaper (`PR_SET_CHILD_SUBREAPER`): a process whose parent ends becomes a child of this
//! program, and not of `init`. So whatever a server leaves behind can be found among the children, killed and reaped. A
//! child that was not reaped keeps its number, so that no other process is hit.
//!
//! A child belongs to a server if it
//!
//! - has the server's mark, [`MARK`], in the environment that it was started with,
//! - is in the process group of the server,
//! - was seen beneath a process that belongs to the server, or
//! - is in a session of its own, which this program opens for nothing, while no other server runs.
//!
//! # Limits
//! A process that leaves group and session, clears its environment and loses its parent between two looks, while other
//! servers run, is ended when the last of them is. On other systems than Linux none of this exists.

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The variable that marks a server and what it starts.
pub(super) const MARK: &str = "VETGATE_SERVER_INSTANCE";
/// How often processes that have ended are reaped, and new ones noted.
const ROUND: Duration = Duration::from_secs(5);
/// How often a server's processes are looked for when it ends, and how long between: each look finds the children of those
/// that were killed after the last one.
const LOOKS: u32 = 500;
const PAUSE: Duration = Duration::from_millis(2);
/// An environment is not larger than this (`execve(2)`: 6 MB), and neither is a line of `stat`.
const ENVIRONMENT: u64 = 8 << 20;
const STAT: u64 = 4 << 10;

/// The servers of this program that run, by the number of their process.
static SERVERS: Mutex<BTreeMap<i32, Family>> = Mutex::new(BTreeMap::new());

/// A server, and the processes that belong to it.
#[derive(Debug)]
struct Family {
    mark: String,
    /// Seen beneath the server, by their number and the time of their start.
    members: BTreeSet<(i32, u64)>,
}

/// Processes that were children of this program before it had any server, by their number and the time of their start:
/// whoever started it by `exec` has started them.
static EARLIER: OnceLock<BTreeSet<(i32, u64)>> = OnceLock::new();

/// What is known of a process.
#[derive(Debug, Clone, Copy)]
struct Seen {
    id: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// In ticks since the system was started. With it a number stands for one process only.
    start: u64,
    is_dead: bool,
}

/// A mark that no other server has.
pub(super) fn mark() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let own = getpid().as_raw_nonzero().get();
    let start = seen(own).map_or(0, |seen| seen.start);
    format!("{own}-{start}-{}", LAST.fetch_add(1, Ordering::Relaxed))
}

/// Has what leaves its parents become children of this program. To be called before a server is started.
pub(super) fn adopt() {
    EARLIER.get_or_init(|| {
        // Without it the process group is all that is ended.
        if set_child_subreaper(Some(getpid())).is_ok() {
            let rounds = || {
                loop {
                    std::thread::sleep(ROUND);
                    round();
                }
            };
            let _ = std::thread::Builder::new().name("descendants".to_owned()).spawn(rounds);
        }
        orphans(&processes()).map(|seen| (seen.id, seen.start)).collect()
    });
}

/// Notes a server that was started.
pub(super) fn enter(server: Pid, mark: String) {
    servers().insert(server.as_raw_nonzero().get(), Family { mark, members: BTreeSet::new() });
}

/// Notes what is beneath a server now. To be called while the server can still be found as their parent.
pub(super) fn note(server: Pid) {
    gather_all(&mut servers(), &processes(), Some(server.as_raw_nonzero().get()));
}

/// Kills and reaps what is left of a server. To be called when its process group was killed and it was reaped itself.
pub(super) fn end(server: Pid) {
    let id = server.as_raw_nonzero().get();
    let Some(mut family) = servers().remove(&id) else { return };
    for _ in 0..LOOKS {
        let servers = servers();
        let all = processes();
        family.gather(id, &all, &servers.keys().copied().collect());
        let is_last = servers.is_empty();
        let left: Vec<Seen> = orphans(&all)
            .filter(|seen| seen.id != id && !servers.contains_key(&seen.id))
            .filter(|seen| family.has(id, seen) || is_last && is_apart(seen))
            .collect();
        if left.is_empty() {
            return;
        }
        for seen in left {
            kill_and_reap(&seen);
        }
        drop(servers);
        std::thread::sleep(PAUSE);
    }
}

/// Reaps what has ended, and notes who belongs to whom while that can be seen.
fn round() {
    let mut servers = servers();
    if servers.is_empty() {
        return;
    }
    let all = processes();
    gather_all(&mut servers, &all, None);
    for seen in orphans(&all).filter(|seen| seen.is_dead && !servers.contains_key(&seen.id)) {
        if is_elsewhere(&seen) || servers.iter().any(|(id, family)| family.has(*id, &seen)) {
            reap(&seen);
        }
    }
}

/// Notes what belongs to each server, or to one of them.
fn gather_all(servers: &mut BTreeMap<i32, Family>, all: &BTreeMap<i32, Seen>, one: Option<i32>) {
    let ids: BTreeSet<i32> = servers.keys().copied().collect();
    for (id, family) in servers.iter_mut().filter(|(id, _)| one.is_none_or(|one| one == **id)) {
        family.gather(*id, all, &ids);
    }
}

impl Family {
    /// Adds everything beneath the server, and beneath what belongs to it. `servers` are no part of it.
    fn gather(&mut self, server: i32, all: &BTreeMap<i32, Seen>, servers: &BTreeSet<i32>) {
        self.members.retain(|(id, start)| all.get(id).is_some_and(|seen| seen.start == *start));
        let own = getpid().as_raw_nonzero().get();
        loop {
            let is_new = |seen: &&Seen| {
                let is_beneath = seen.parent == server
                    || all.get(&seen.parent).is_some_and(|parent| self.members.contains(&(parent.id, parent.start)));
                let is_known =
                    seen.id == server || servers.contains(&seen.id) || self.members.contains(&(seen.id, seen.start));
                !is_known && (is_beneath || seen.parent == own && self.has(server, seen))
            };
            let found: Vec<(i32, u64)> = all.values().filter(is_new).map(|seen| (seen.id, seen.start)).collect();
            if found.is_empty() {
                return;
            }
            self.members.extend(found);
        }
    }

    fn has(&self, server: i32, seen: &Seen) -> bool {
        seen.group == server || self.members.contains(&(seen.id, seen.start)) || is_marked(seen.id, &self.mark)
    }
}

/// The children of this program.
fn orphans(all: &BTreeMap<i32, Seen>) -> impl Iterator<Item = Seen> {
    let own = getpid().as_raw_nonzero().get();
    all.values().filter(move |seen| seen.parent == own).copied()
}

/// Whether a child can only have been started by a server: it is in another session than this program, and was not there
/// before. The first process of a container is given the orphans of all others, so that nothing can be said of them there.
fn is_apart(seen: &Seen) -> bool {
    let is_earlier = EARLIER.get().is_some_and(|earlier| earlier.contains(&(seen.id, seen.start)));
    is_elsewhere(seen) && !is_earlier && getpid().as_raw_nonzero().get() != 1
}

/// True for a process in another session than this program, which waits for none of those.
///
/// Both numbers are read from `/proc`: they are 0 for a session that was opened outside this program's PID namespace, which
/// `getsid` of rustix takes for impossible.
fn is_elsewhere(process: &Seen) -> bool {
    seen(getpid().as_raw_nonzero().get()).is_some_and(|own| own.session != process.session)
}

fn kill_and_reap(seen: &Seen) {
    if let Some(pid) = Pid::from_raw(seen.id) {
        let _ = kill_process(pid, Signal::KILL);
    }
    reap(seen);
}

fn reap(seen: &Seen) {
    if let Some(pid) = Pid::from_raw(seen.id) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
}

fn servers() -> MutexGuard<'static, BTreeMap<i32, Family>> {
    SERVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All processes that can be seen.
fn processes() -> BTreeMap<i32, Seen> {
    let Ok(entries) = fs::read_dir("/proc") else { return BTreeMap::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, seen(id)?))).collect()
}

/// Reads `/proc/ID/stat`: <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.
fn seen(id: i32) -> Option<Seen> {
    let bytes = read(&format!("/proc/{id}/stat"), STAT)?;
    let text = String::from_utf8_lossy(&bytes);
    // The name of the program is in parentheses and can hold anything, parentheses too.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<i32>().ok();
    Some(Seen {
        id,
        parent: number(1)?,
        group: number(2)?,
        session: number(3)?,
        start: fields.get(19)?.parse().ok()?,
        is_dead: matches!(*fields.first()?, "Z" | "X"),
    })
}

fn is_marked(id: i32, mark: &str) -> bool {
    let Some(environment) = read(&format!("/proc/{id}/environ"), ENVIRONMENT) else { return false };
    let marked = format!("{MARK}={mark}");
    environment.split(|byte| *byte == 0).any(|variable| variable == marked.as_bytes())
}

fn read(path: &str, limit: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::copy(&mut File::open(path).ok()?.take(limit), &mut bytes).ok()?;
    Some(bytes)
}
