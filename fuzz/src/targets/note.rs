//! Any note of a record is read, and written again as it was understood; what is said of it is said.

use vetgate_guard::Note;

pub(crate) fn run(text: &str) {
    let note = Note::read(text);
    assert_eq!(Note::read(&note.write()), note);
    let _ = (note.sentence(), note.handling(), note.judgement());
}
