//! The last label of a bare host: whether it is a public suffix, and what else it could be.

use super::tlds::TLDS;

/// How much more a bare host with this last label must show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Hardly anything but a host ends so.
    Plain,
    /// A word that code and prose use as well.
    Loose,
    /// What fields and methods are called.
    Member,
    /// What files end in.
    Extension,
}

/// No top-level domain is longer.
const LONGEST: usize = 24;

/// Whether `label` (lower case) is a top-level domain.
pub(super) fn known(label: &str) -> bool {
    may_be_known(label) && TLDS.binary_search(&label).is_ok()
}

/// How many bits tell what is no top-level domain, as a power of two.
const BITS: u32 = 14;

/// A bit for each hash of a top-level domain: what follows a dot in running text is hardly ever one.
static HASHES: [u64; 1 << (BITS - 6)] = {
    let mut bits = [0; 1 << (BITS - 6)];
    let mut at = 0;
    while at < TLDS.len() {
        let hash = hash(TLDS[at].as_bytes());
        bits[hash / 64] |= 1 << (hash % 64);
        at += 1;
    }
    bits
};

/// The hash of a label, whatever the case of its letters.
const fn hash(label: &[u8]) -> usize {
    let (mut hash, mut at) = (0_u32, 0);
    while at < label.len() {
        hash = (hash.rotate_left(5) ^ (label[at] | 0x20) as u32).wrapping_mul(0x9E37_79B1);
        at += 1;
    }
    (hash >> (32 - BITS)) as usize
}

fn may_be_known(label: &str) -> bool {
    let hash = hash(label.as_bytes());
    HASHES[hash / 64] >> (hash % 64) & 1 != 0
}

/// What `label` (any case, ASCII) is as the last label of a bare host; `None` if no host ends so.
pub(super) fn of(label: &str) -> Option<Suffix> {
    if !may_be_known(label) {
        return None;
    }
    let mut buffer = [0_u8; LONGEST];
    let lower = buffer.get_mut(..label.len())?;
    lower.copy_from_slice(label.as_bytes());
    lower.make_ascii_lowercase();
    let lower = std::str::from_utf8(lower).ok()?;
    let listed = |list: &[&str]| list.binary_search(&lower).is_ok();
    // Most hosts end in one of these few; the list of all is long.
    if listed(PLAIN) {
        return Some(Suffix::Plain);
    }
    if !known(lower) {
        return None;
    }
    Some(if lower.starts_with("xn--") {
        Suffix::Plain
    } else if listed(EXTENSIONS) {
        Suffix::Extension
    } else if listed(MEMBERS) {
        Suffix::Member
    } else {
        Suffix::Loose
    })
}

static PLAIN: &[&str] = &[
    "ae", "ar", "au", "bd", "biz", "br", "ca", "ch", "cn", "com", "cz", "de", "dk", "edu", "ee", "eg", "es", "eu",
    "fi", "fr", "gov", "gr", "hk", "hu", "ie", "il", "ir", "jp", "ke", "kr", "kz", "lk", "lv", "mil", "mx", "net",
    "nl", "nz", "org", "pe", "ph", "pk", "qa", "ro", "ru", "se", "sg", "sk", "su", "tn", "tw", "ua", "uk", "uz", "ve",
    "vn", "za",
];

static EXTENSIONS: &[&str] = &[
    "ac", "am", "app", "as", "bz", "cab", "cat", "cc", "cl", "cr", "do", "dot", "in", "inc", "info", "la", "man",
    "map", "md", "mk", "ml", "mm", "mo", "mobi", "mov", "ms", "nc", "pl", "pm", "pro", "ps", "pt", "pub", "py", "rs",
    "run", "sc", "sh", "so", "st", "sv", "tf", "vi", "zip",
];

static MEMBERS: &[&str] = &[
    "abb", "abc", "able", "academy", "accountant", "accountants", "actor", "ads", "agency", "analytics", "android",
    "apartments", "art", "associates", "at", "auction", "audio", "author", "auto", "autos", "ax", "baby", "band",
    "bank", "bar", "be", "beats", "best", "bet", "bid", "bike", "bio", "black", "blue", "boo", "book", "booking",
    "bot", "box", "broker", "bs", "bt", "build", "builders", "business", "buy", "buzz", "by", "cal", "call", "cam",
    "camera", "camp", "capital", "car", "cards", "care", "case", "cash", "cd", "center", "channel", "charity", "chat",
    "cheap", "circle", "city", "claims", "cleaning", "clinic", "cm", "codes", "coffee", "community", "company",
    "compare", "computer", "construction", "contact", "contractors", "cool", "country", "coupon", "coupons", "courses",
    "credit", "cruise", "cx", "cy", "dance", "data", "date", "day", "deal", "dealer", "deals", "degree", "delivery",
    "delta", "design", "diet", "digital", "direct", "directory", "discount", "discover", "dish", "docs", "doctor",
    "domains", "download", "drive", "eat", "ec", "education", "email", "energy", "engineer", "engineering",
    "equipment", "er", "estate", "events", "exchange", "expert", "exposed", "express", "fail", "faith", "family",
    "fan", "fans", "farm", "fast", "feedback", "film", "final", "finance", "financial", "fire", "fish", "fit",
    "flights", "fly", "foo", "food", "forum", "foundation", "fox", "free", "frontier", "fun", "fund", "furniture",
    "game", "games", "garden", "gay", "gb", "ge", "gift", "gl", "glass", "global", "gold", "goo", "got", "graphics",
    "green", "group", "gt", "guide", "guitars", "guru", "hair", "health", "help", "here", "holiday", "homes", "horse",
    "host", "hosting", "hot", "hotels", "house", "how", "ht", "ice", "id", "im", "ing", "ink", "institute",
    "insurance", "insure", "int", "international", "investments", "is", "it", "java", "jobs", "jot", "joy", "kg",
    "kids", "kim", "kitchen", "km", "kp", "land", "lat", "law", "lease", "legal", "li", "life", "lifestyle",
    "lighting", "like", "limited", "live", "living", "llc", "loan", "loans", "locker", "locus", "love", "ls", "luxury",
    "ma", "management", "mango", "market", "marketing", "markets", "med", "media", "meet", "meme", "memorial", "men",
    "menu", "mini", "mint", "mn", "mobile", "money", "monster", "movie", "mp", "mt", "mu", "museum", "music", "mutual",
    "mv", "my", "na", "name", "ne", "network", "new", "news", "next", "nf", "ni", "no", "now", "np", "nu", "observer",
    "office", "om", "omega", "one", "ong", "open", "oracle", "orange", "organic", "origins", "pa", "page", "partners",
    "parts", "party", "pay", "pet", "pf", "pg", "phone", "photo", "photos", "pictures", "pid", "pin", "ping", "pink",
    "place", "play", "plus", "pn", "post", "pr", "press", "prime", "prod", "productions", "prof", "promo",
    "properties", "property", "racing", "radio", "re", "read", "recipes", "red", "rehab", "rent", "repair", "report",
    "rest", "review", "reviews", "rip", "rocks", "room", "rsvp", "sa", "safe", "safety", "sale", "save", "sb",
    "school", "science", "sd", "search", "seat", "secure", "security", "seek", "select", "services", "shell",
    "shopping", "show", "singles", "sj", "ski", "skin", "sky", "sl", "smart", "smile", "sn", "social", "software",
    "solutions", "song", "sport", "spot", "sr", "ss", "star", "storage", "stream", "studio", "study", "style",
    "support", "surf", "sy", "systems", "sz", "tab", "talk", "target", "tax", "tc", "td", "team", "tel", "th", "tips",
    "tl", "tm", "to", "today", "tools", "total", "tr", "trade", "trading", "training", "trust", "tt", "tube", "tunes",
    "us", "va", "vc", "vet", "video", "vision", "vote", "voting", "vu", "watch", "weather", "webcam", "wf", "wiki",
    "win", "windows", "work", "works", "wow", "xxx", "zero", "zone",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_known_and_apart() {
        for list in [TLDS, PLAIN, EXTENSIONS, MEMBERS] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(list.iter().all(|label| known(label) && label.len() <= LONGEST));
        }
        assert!(PLAIN.iter().all(|label| !EXTENSIONS.contains(label) && !MEMBERS.contains(label)));
        assert!(EXTENSIONS.iter().all(|label| !MEMBERS.contains(label)));
    }

    #[test]
    fn labels_fall_in_their_classes() {
        for (label, suffix) in [
            ("com", Some(Suffix::Plain)),
            ("COM", Some(Suffix::Plain)),
            ("rs", Some(Suffix::Extension)),
            ("name", Some(Suffix::Member)),
            ("io", Some(Suffix::Loose)),
            ("js", None),
            ("", None),
            ("averyveryverylonglabelindeed", None),
        ] {
            assert_eq!(of(label), suffix, "{label}");
        }
    }
}
