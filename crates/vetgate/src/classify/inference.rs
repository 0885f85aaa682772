//! Layer 3: what a language model says of tools that the other layers could not label. Only `--llm-classifier` gets
//! here.
//!
//! Guarantees: at most one call for a tool and a run, and none where the cache has the answer; the person is told who is
//! asked about how many tools before the first call; what a model says is checked before it is believed or kept; a tool
//! without an answer is named and costs no other. This file alone names the endpoint, so nothing else can reach it.

mod cache;
mod endpoint;
#[cfg(test)]
mod tests;

use crate::capability::Server;
use crate::code::Code;
use crate::connect::{Interrupted, interruption};
use crate::console;
use crate::inspect::plural;
use crate::progress::Progress;
use anyhow::Context;
use cache::{Cache, Cached};
use endpoint::Endpoint;
use futures_util::{StreamExt, stream};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use vetgate_capability::inferred::{Answer, Question, answer, content_hash, question, wants_model};
use vetgate_model::{Cap, Definition};
use vetgate_report::escape;

/// Who answers questions.
trait Oracle {
    /// The model's name.
    fn model(&self) -> &str;
    /// The host it is at, as it may be shown.
    fn host(&self) -> String;
    /// The raw answer. Whoever asks asks once.
    async fn ask(&self, question: &Question) -> anyhow::Result<String>;
}

/// The model to ask.
pub(super) struct Inference(Labeller<Endpoint>);

impl Inference {
    /// The model that the environment names, each call to which may take `timeout`. Nobody is contacted yet.
    pub(super) fn from_environment(folder: Option<&Path>, timeout: Duration) -> anyhow::Result<Self> {
        let variable = |name: &str| std::env::var(name).ok();
        let oracle = Endpoint::from_environment(variable, timeout)?;
        Ok(Self(Labeller { oracle, cache: Cache::at(folder, variable)? }))
    }

    /// Labels those tools of `servers` that want a model, asking about `jobs` of them at a time; what went wrong.
    /// The source of a tool's handler, if `code` has it, goes along.
    pub(super) fn label(&self, servers: &mut [Server<'_>], code: &Code, jobs: usize) -> anyhow::Result<Vec<Cap>> {
        self.0.label(servers, |server, tool| code.handler(server, tool), jobs)
    }
}

/// Somebody to ask, and the answers they gave earlier.
struct Labeller<O> {
    oracle: O,
    cache: Cache,
}

/// A definition to be asked about, and where the tools with this content stand.
struct Wanted<'d, 's> {
    hash: String,
    definition: &'d Definition,
    /// The source of its handler.
    source: Option<&'s str>,
    places: Vec<(usize, usize)>,
}

impl<O: Oracle> Labeller<O> {
    fn label<'s>(
        &self,
        servers: &mut [Server<'_>],
        source: impl Fn(&str, &str) -> Option<&'s str>,
        jobs: usize,
    ) -> anyhow::Result<Vec<Cap>> {
        let (mut caps, mut answers, mut open) = (vec![], vec![], vec![]);
        for wanted in self.wanted(servers, source) {
            match self.cache.read(&wanted.hash) {
                Cached::Answer(answer) => answers.push((wanted.places, answer)),
                Cached::Nothing => open.push(wanted),
                Cached::Broken(reason) => {
                    let detail = format!("an answer in the cache was of no use and is replaced: {reason}");
                    caps.push(Cap::new("llm.cache", place(wanted.definition), detail));
                    open.push(wanted);
                }
            }
        }
        let with_source = open.iter().filter(|wanted: &&Wanted| wanted.source.is_some()).count();
        self.announce(open.len(), with_source, answers.len());
        for (wanted, result) in self.ask(open, jobs)? {
            let place = place(wanted.definition);
            match result {
                Ok(Asked { answer, is_cut, unkept }) => {
                    if is_cut {
                        let detail =
                            "the definition or the source is too long for a question; the model saw its beginning only";
                        caps.push(Cap::new("llm.cut", &place, detail));
                    }
                    caps.extend(unkept.map(|reason| Cap::new("llm.cache", &place, reason)));
                    answers.push((wanted.places, answer));
                }
                Err(error) => caps.push(Cap::new("llm.failed", place, format!("the model gave no label: {error:#}"))),
            }
        }
        for (places, answer) in answers {
            for (server, tool) in places {
                let classification = &mut servers[server].tools[tool].1;
                *classification = classification.clone().inferred_from(&answer);
            }
        }
        Ok(caps)
    }

    /// What is to be asked about, in the order of the tools; the same content once.
    fn wanted<'d, 's>(
        &self,
        servers: &[Server<'d>],
        source: impl Fn(&str, &str) -> Option<&'s str>,
    ) -> Vec<Wanted<'d, 's>> {
        let mut wanted: Vec<Wanted<'d, 's>> = vec![];
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (index, server) in servers.iter().enumerate() {
            for (tool, (definition, classification)) in server.tools.iter().enumerate() {
                if !wants_model(classification) {
                    continue;
                }
                let source = source(server.name, definition.name());
                let hash = content_hash(definition, source, self.oracle.model());
                let at = *known.entry(hash.clone()).or_insert_with(|| {
                    wanted.push(Wanted { hash, definition, source, places: vec![] });
                    wanted.len() - 1
                });
                wanted[at].places.push((index, tool));
            }
        }
        wanted
    }

    fn announce(&self, open: usize, with_source: usize, cached: usize) {
        let model = escape::cut(self.oracle.model(), 60);
        let earlier = match cached {
            0 => String::new(),
            count => format!("; {} in the cache", plural(count, "answer is", "answers are")),
        };
        let source = match with_source {
            0 => String::new(),
            count => format!(" ({count} with the source of the handler)"),
        };
        let host = escape::line(&self.oracle.host()).into_owned();
        console::note(&match (open, cached) {
            (0, 0) => "No tool is left for a model to label; nobody is asked.".to_owned(),
            (0, cached) => format!("{} in the cache; nobody is asked.", plural(cached, "answer is", "answers are")),
            (open, _) => {
                format!("{} sent to {model} at {host}{source}{earlier}.", plural(open, "tool is", "tools are"))
            }
        });
    }

    /// Asks about all of `open`; the answers are in their order, and kept as they come.
    fn ask<'d, 's>(
        &self,
        open: Vec<Wanted<'d, 's>>,
        jobs: usize,
    ) -> anyhow::Result<Vec<(Wanted<'d, 's>, anyhow::Result<Asked>)>> {
        if open.is_empty() {
            return Ok(vec![]);
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("the async runtime does not start")?;
        let progress = Progress::new("asking the model", open.iter().map(|wanted| wanted.definition.name()));
        let calls = open.into_iter().enumerate().map(|(index, wanted)| {
            let progress = &progress;
            async move {
                let asked = self.ask_one(&wanted).await;
                progress.done(index);
                (wanted, asked)
            }
        });
        runtime.block_on(async {
            tokio::select! {
                answers = stream::iter(calls).buffered(jobs).collect() => Ok(answers),
                () = interruption() => Err(Interrupted.into()),
            }
        })
    }

    async fn ask_one(&self, wanted: &Wanted<'_, '_>) -> anyhow::Result<Asked> {
        let question = question(wanted.definition, wanted.source);
        let text = self.oracle.ask(&question).await?;
        let answer = answer(&text)?;
        let unkept = self.cache.write(&wanted.hash, self.oracle.model(), &text).err();
        let unkept = unkept.map(|error| format!("the answer could not be kept: {error:#}"));
        Ok(Asked { answer, is_cut: question.cut, unkept })
    }
}

/// A valid answer.
struct Asked {
    answer: Answer,
    /// Whether the question held only the beginning of the definition or of the source.
    is_cut: bool,
    /// Why it is not in the cache.
    unkept: Option<String>,
}

fn place(definition: &Definition) -> String {
    format!("{}/{}", definition.server(), definition.name())
}
