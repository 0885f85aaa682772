//! Where references lead: the environment and files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use vetgate_mcp::configs::Reference;

/// What a reference stands for, or why that is not known. The reason never holds the value.
pub type Lookup<'l> = dyn Fn(&Reference) -> Result<String, String> + 'l;

/// Larger than any secret that people keep in a file.
const FILE_BYTES: u64 = 64 << 10;

/// The lookup of a real run: the environment of this process, and files relative to `folder`.
pub fn surroundings(folder: &Path) -> impl Fn(&Reference) -> Result<String, String> + Clone + Send + Sync + use<> {
    let folder = folder.to_owned();
    move |reference| match reference {
        Reference::Variable(name) => variable(name),
        Reference::File(path) => file(&folder.join(path)),
        Reference::Client(name) => {
            match name.as_str() {
                "userHome" => variable("HOME").or_else(|_| variable("USERPROFILE")),
                "pathSeparator" | "/" => Ok(std::path::MAIN_SEPARATOR.to_string()),
                _ => Err("its value depends on the folder that a client has open; write the folder's path instead"
                    .to_owned()),
            }
        }
        _ => Err("only a client can ask the user for it; use `${env:NAME}` or `${file:PATH}` instead".to_owned()),
    }
}

fn variable(name: &str) -> Result<String, String> {
    match std::env::var(name) {
        Ok(value) => Ok(value),
        Err(std::env::VarError::NotPresent) => Err(format!("the variable {name} is not set")),
        Err(std::env::VarError::NotUnicode(_)) => Err(format!("the variable {name} is not UTF-8")),
    }
}

/// The text of a small file without the newline at its end.
fn file(path: &Path) -> Result<String, String> {
    let mut text = read(path, FILE_BYTES).map_err(|reason| format!("{} {reason}", path.display()))?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}

/// The text of the file at `path`, if it has at most `most` bytes, or what is wrong with it.
pub(super) fn read(path: &Path, most: u64) -> Result<String, String> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "does not exist".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    // Looked at before it is opened: opening a pipe waits for someone to write.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err("is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    #[allow(clippy::disallowed_methods, reason = "`take` bounds it, and one byte more tells that the bound was hit")]
    File::open(path).map_err(unreadable)?.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(format!("is larger than {most} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())
}

/// The folder that paths in the configuration at `path` are relative to.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_loses_one_newline_and_a_large_or_missing_one_says_so() {
        let folder = std::env::temp_dir().join(format!("vetgate-lookup-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("token"), "abc\r\n").unwrap();
        std::fs::write(folder.join("large"), vec![b'a'; FILE_BYTES as usize + 1]).unwrap();
        let lookup = surroundings(&folder);
        let file = |name: &str| lookup(&Reference::File(name.to_owned()));
        assert_eq!(file("token"), Ok("abc".to_owned()));
        assert!(file("large").unwrap_err().ends_with("is larger than 65536 bytes"));
        assert!(file("none").unwrap_err().ends_with("does not exist"));
        assert!(file(".").unwrap_err().ends_with("is not a regular file"));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
