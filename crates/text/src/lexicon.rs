//! Words that decide whether a disguise was worth taking off.

/// Whether `word` (lower-case ASCII) is one that injected instructions are made of.
pub(crate) fn is_directive(word: &str) -> bool {
    may_hold(&DIRECTIVE_SHAPES, word) && DIRECTIVE.binary_search(&word).is_ok()
}

/// Whether `word` (lower-case ASCII) is a function word of English.
pub(crate) fn is_function(word: &str) -> bool {
    may_hold(&FUNCTION_SHAPES, word) && FUNCTION.binary_search(&word).is_ok()
}

/// Whether `word` (lower-case ASCII, without its accents) is a common word of another language in Latin letters.
pub(crate) fn is_common_elsewhere(word: &str) -> bool {
    may_hold(&ELSEWHERE_SHAPES, word) && ELSEWHERE.binary_search(&word).is_ok()
}

/// Every word of the lists, some of them more than once.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    [DIRECTIVE, FUNCTION, ELSEWHERE].into_iter().flatten().copied()
}

/// For each first letter, the lengths of the words that start with it: most words are not in a list, and most of
/// those are told by this.
type Shapes = [u32; 26];

const DIRECTIVE_SHAPES: Shapes = shapes(DIRECTIVE);
const FUNCTION_SHAPES: Shapes = shapes(FUNCTION);
const ELSEWHERE_SHAPES: Shapes = shapes(ELSEWHERE);

const fn shapes(words: &[&str]) -> Shapes {
    let mut shapes = [0; 26];
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_bytes();
        shapes[(word[0] - b'a') as usize] |= 1 << word.len();
        at += 1;
    }
    shapes
}

fn may_hold(shapes: &Shapes, word: &str) -> bool {
    let first = word.as_bytes().first().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'a')));
    word.len() < 32 && shapes.get(first).is_some_and(|lengths| lengths >> word.len() & 1 == 1)
}

/// Sorted. A word belongs here when attacks spell it in disguise; one that a harmless token could turn into
/// by reading digits as letters does not.
#[rustfmt::skip]
const DIRECTIVE: &[&str] = &[
    "access", "account", "address", "admin", "administrator", "agent", "always", "answer", "api", "approve",
    "assistant", "attach", "authenticate", "authorization", "bash", "before", "bypass", "call", "collect",
    "command", "commands", "concealed", "confidential", "confirm", "contents", "context", "conversation", "copy",
    "credential", "credentials", "data", "delete", "developer", "directive", "directives", "disable", "disclose",
    "disregard", "document", "documents", "download", "email", "emergency", "enable", "encode", "environment",
    "erase", "every", "execute", "exfiltrate", "external", "file", "files", "first", "follow", "following",
    "forget", "forward", "guidelines", "hidden", "history", "ignore", "ignored", "ignoring", "immediately",
    "important", "include", "inform", "information", "inject", "injection", "instead", "instruction",
    "instructions", "internal", "invoke", "jailbreak", "keys", "leak", "malicious", "mandatory", "memory",
    "mention", "message", "messages", "mode", "must", "never", "notify", "obey", "output", "override", "overwrite",
    "parameter", "parameters", "pass", "passphrase", "password", "passwords", "payload", "payment", "permission",
    "permissions", "policy", "pretend", "previous", "prior", "private", "prompt", "prompts", "read", "recipient",
    "redirect", "remember", "remove", "repeat", "reply", "request", "required", "respond", "response",
    "restrictions", "retrieve", "reveal", "role", "root", "rules", "safety", "script", "secret", "secretly",
    "secrets", "secure", "security", "send", "sensitive", "server", "session", "shell", "silent", "silently", "ssh",
    "steal", "sudo", "system", "tell", "token", "tokens", "tool", "tools", "transfer", "transmit", "unrestricted",
    "upload", "urgent", "user", "users", "verbatim", "wallet", "warning", "without", "write", "your",
];

/// Sorted.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "about", "above", "after", "again", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been",
    "before", "below", "but", "by", "can", "do", "does", "each", "for", "from", "get", "has", "have", "here", "how",
    "if", "in", "into", "is", "it", "its", "just", "list", "make", "may", "me", "more", "most", "my", "name", "new",
    "no", "not", "now", "of", "on", "one", "only", "or", "other", "our", "out", "over", "please", "return",
    "returns", "see", "should", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "true", "two", "under", "until", "up", "use", "used", "using", "value",
    "was", "we", "what", "when", "where", "which", "who", "will", "with", "would", "you", "your",
];

/// Sorted. Words that Romance, Germanic and Slavic languages, Turkish and Indonesian are made of, and what orders in them
/// are made of.
#[rustfmt::skip]
const ELSEWHERE: &[&str] = &[
    "aan", "abaikan", "aldrig", "alla", "alle", "allen", "aller", "alltid", "altijd", "am", "anteriores",
    "antes", "anvandaren", "anweisungen", "ao", "apres", "archivo", "arquivo", "as", "asla", "att", "auf",
    "aus", "av", "avant", "avec", "bei", "benutzer", "bericht", "berkas", "bestand", "bez", "bij", "bir",
    "bisherigen", "bu", "cada", "ce", "ces", "cette", "chave", "che", "chiave", "clave", "cle", "como", "con",
    "contrasena", "cuando", "da", "dan", "dann", "dans", "dari", "das", "dat", "datei", "de", "degli", "del",
    "della", "delle", "dello", "dem", "den", "dengan", "depois", "der", "des", "desde", "det", "deze", "di",
    "die", "dit", "dla", "do", "donc", "donde", "dopo", "dos", "dosya", "een", "eerdere", "ein", "eine",
    "einem", "einen", "einer", "el", "em", "en", "entre", "envia", "enviar", "envie", "envoyer", "envoyez",
    "essa", "esse", "est", "esta", "este", "et", "fichier", "fil", "gebruiker", "gli", "gonder", "haslo",
    "hasta", "her", "het", "icin", "ignora", "ignoriere", "il", "ile", "im", "immer", "innan", "instrucciones",
    "instrucoes", "instructies", "instructions", "instrukcje", "instruksi", "instruktioner", "inte", "invia",
    "inviare", "isso", "ist", "istruzioni", "jak", "jamais", "jangan", "jest", "kirim", "kullanici", "la",
    "las", "le", "les", "leur", "lo", "los", "mai", "mais", "mas", "med", "meddelande", "mensagem", "mensaje",
    "mesaj", "message", "messaggio", "met", "mit", "mot", "na", "naar", "nach", "nachricht", "ne", "negeer",
    "nel", "nella", "nicht", "nie", "niemals", "niet", "nigdy", "no", "non", "nooit", "nunca", "nutzer", "och",
    "oder", "ogni", "once", "onceki", "op", "oraz", "os", "otra", "otro", "ou", "pada", "para", "pas", "passe",
    "passwort", "pengguna", "per", "pesan", "plik", "poprzednie", "por", "pour", "precedentes", "precedenti",
    "prima", "przed", "przez", "que", "questa", "questo", "qui", "sandi", "sans", "schluessel", "se",
    "sebelumnya", "selalu", "sempre", "semua", "sende", "senden", "senha", "senza", "ser", "setiap", "seu",
    "sich", "siempre", "sin", "skicka", "sobre", "som", "sono", "sonra", "stuur", "sua", "sur", "talimatlari",
    "te", "tidigare", "till", "toda", "todas", "todo", "todos", "toujours", "tous", "tout", "toute", "toutes",
    "tum", "tutte", "tutti", "tutto", "tylko", "um", "uma", "un", "una", "und", "une", "untuk", "usuario",
    "utan", "utente", "utilisateur", "van", "ve", "von", "voor", "vor", "vorherigen", "vos", "votre",
    "wachtwoord", "wenn", "werden", "wiadomosc", "wird", "worden", "wordt", "wszystkie", "yang", "zawsze",
    "zignoruj", "zonder", "zu",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_hold_each_word_once() {
        for list in [DIRECTIVE, FUNCTION, ELSEWHERE] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }

    #[test]
    fn words_are_found() {
        assert!(is_directive("ignore") && is_directive("your") && !is_directive("base"));
        assert!(is_function("the") && !is_function("teh"));
        assert!(is_common_elsewhere("para") && !is_common_elsewhere("cnen"));
    }
}
