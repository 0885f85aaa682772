//! Answers of a model, kept by what was asked: one file for each, which only its owner may read.
//!
//! Guarantees: a file is there whole or not at all; what is read back is checked as a fresh answer is, so nobody who
//! writes to the folder can put more into a result than a model could.

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use vetgate_capability::inferred::{Answer, answer};

/// The most bytes of a file: an answer of the largest size, all of it escapes, and some room.
const MOST: u64 = 512 << 10;
const VERSION: u32 = 1;

/// A folder of answers.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

/// What the cache has for a question.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cached {
    Answer(Answer),
    Nothing,
    /// There is a file, and it is of no use.
    Broken(String),
}

/// What a file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    vetgate_llm_answer: u32,
    model: String,
    answer: String,
}

impl Cache {
    /// The cache in `folder`, or in the user's own folder for caches.
    pub(super) fn at(folder: Option<&Path>, variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        if let Some(folder) = folder {
            return Ok(Self { folder: folder.to_owned() });
        }
        let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches =
            path("XDG_CACHE_HOME").or_else(|| path("LOCALAPPDATA")).or_else(|| Some(path("HOME")?.join(".cache")));
        let caches = caches.ok_or_else(|| anyhow!("this user has no cache folder; name one with --llm-cache"))?;
        Ok(Self { folder: caches.join("vetgate").join("llm") })
    }

    fn file(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}.json"))
    }

    /// The answer to the question with this hash.
    pub(super) fn read(&self, hash: &str) -> Cached {
        match self.load(hash) {
            Ok(Some(answer)) => Cached::Answer(answer),
            Ok(None) => Cached::Nothing,
            Err(error) => Cached::Broken(format!("{error:#}")),
        }
    }

    fn load(&self, hash: &str) -> anyhow::Result<Option<Answer>> {
        let path = self.file(hash);
        match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context("it cannot be read"),
            Ok(metadata) if !metadata.is_file() => return Err(anyhow!("it is not a file")),
            Ok(metadata) if metadata.len() > MOST => return Err(anyhow!("it is too large")),
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        #[allow(
            clippy::disallowed_methods,
            reason = "`take` bounds it; a file that grew meanwhile is cut and refused"
        )]
        File::open(&path)?.take(MOST).read_to_end(&mut bytes).context("it cannot be read")?;
        let kept: Kept = serde_json::from_slice(&bytes).context("it is not an answer that Vetgate stored")?;
        if kept.vetgate_llm_answer != VERSION {
            return Err(anyhow!("it was written by another version"));
        }
        Ok(Some(answer(&kept.answer)?))
    }

    /// Keeps an answer that was found valid, in place of an older one.
    pub(super) fn write(&self, hash: &str, model: &str, answer: &str) -> anyhow::Result<()> {
        let kept = Kept { vetgate_llm_answer: VERSION, model: model.to_owned(), answer: answer.to_owned() };
        let text = serde_json::to_string(&kept)?;
        let mut folders = DirBuilder::new();
        folders.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
        folders.create(&self.folder).with_context(|| format!("{}", self.folder.display()))?;
        let (path, part) = (self.file(hash), self.folder.join(format!("{hash}.{}.part", std::process::id())));
        let written = write_whole(&part, text.as_bytes()).and_then(|()| fs::rename(&part, &path));
        if written.is_err() {
            // What is left of it is of no use to anybody.
            let _ = fs::remove_file(&part);
        }
        written.with_context(|| format!("{}", path.display()))
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"capabilities": [{"tag": "exec", "reason": "r"}], "parameter_roles": []}"#;

    fn cache(name: &str) -> Cache {
        let folder = std::env::temp_dir().join(format!("vetgate-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Cache { folder }
    }

    #[test]
    fn an_answer_is_kept_for_its_owner_alone() {
        let cache = cache("kept");
        assert_eq!(cache.read("h"), Cached::Nothing);
        cache.write("h", "m", ANSWER).unwrap();
        assert_eq!(cache.read("h"), Cached::Answer(answer(ANSWER).unwrap()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(cache.file("h")).unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::metadata(&cache.folder).unwrap().permissions().mode() & 0o777, 0o700);
        }
        assert_eq!(fs::read_dir(&cache.folder).unwrap().count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&cache.folder).unwrap();
    }

    #[test]
    fn what_is_of_no_use_is_said_to_be_and_replaced() {
        let cache = cache("broken");
        cache.write("h", "m", ANSWER).unwrap();
        let bad =
            |answer: &str| serde_json::json!({"vetgate_llm_answer": 1, "model": "m", "answer": answer}).to_string();
        let wrong = ANSWER.replace("exec", "root");
        assert_ne!(wrong, ANSWER);
        let large = "a".repeat(MOST as usize + 1);
        for text in ["", "{", "[]", &bad("{}"), &bad(&wrong), &large, &bad(ANSWER).replace(":1", ":2")] {
            fs::write(cache.file("h"), text).unwrap();
            assert!(matches!(cache.read("h"), Cached::Broken(_)), "{text:.80}");
        }
        cache.write("h", "m", ANSWER).unwrap();
        assert!(matches!(cache.read("h"), Cached::Answer(_)));
        fs::remove_dir_all(&cache.folder).unwrap();
    }

    #[test]
    fn the_folder_is_the_users_own() {
        let at = |set: &[(&str, &str)]| {
            let set: Vec<(String, String)> = set.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
            Cache::at(None, |name| set.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
        };
        assert_eq!(at(&[("XDG_CACHE_HOME", "/c"), ("HOME", "/h")]).unwrap().folder, Path::new("/c/vetgate/llm"));
        assert_eq!(at(&[("XDG_CACHE_HOME", "c"), ("HOME", "/h")]).unwrap().folder, Path::new("/h/.cache/vetgate/llm"));
        assert!(at(&[]).unwrap_err().to_string().contains("--llm-cache"));
    }
}
