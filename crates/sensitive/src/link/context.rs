//! Words that tell code and product names from hosts.

/// What fields are read from in code: nobody calls a host so.
static RECEIVERS: &[&str] = &[
    "a", "api", "app", "arg", "args", "arr", "array", "attr", "b", "base", "body", "c", "cfg", "child", "cls", "cmd",
    "conf", "config", "console", "context", "ctx", "d", "data", "db", "def", "doc", "document", "dom", "e", "el",
    "elem", "element", "entry", "env", "err", "error", "event", "evt", "ex", "exports", "f", "fig", "file", "fmt",
    "form", "fs", "g", "global", "h", "http", "i", "in", "input", "it", "item", "items", "j", "jquery", "json", "k",
    "key", "l", "lib", "list", "log", "logger", "m", "math", "meta", "mod", "model", "module", "msg", "n", "net", "nn",
    "node", "np", "o", "obj", "object", "op", "options", "opts", "os", "out", "output", "p", "package", "page",
    "param", "params", "parent", "path", "pd", "plt", "process", "project", "props", "q", "r", "raw", "ref", "req",
    "request", "res", "resp", "response", "result", "results", "ret", "root", "row", "s", "schema", "self", "session",
    "settings", "spec", "src", "start", "state", "std", "str", "string", "style", "super", "sys", "system", "t",
    "target", "temp", "test", "text", "tf", "that", "this", "time", "tmp", "torch", "type", "types", "u", "url",
    "user", "util", "utils", "v", "val", "value", "values", "var", "vm", "w", "window", "x", "y", "z",
];

/// The first parts of package names, which are domains read backwards.
static PACKAGE_ROOTS: &[&str] = &[
    "akka", "android", "androidx", "com", "crate", "dev", "edu", "gov", "io", "java", "javax", "jdk", "kotlin",
    "kotlinx", "microsoft", "net", "org", "scala", "sun", "system",
];

/// Names with a dot that are not hosts where they stand alone in prose.
static PRODUCTS: &[&str] = &["ado.net", "asp.net", "ml.net", "paint.net", "vb.net"];

/// First labels that hosts have and files do not.
static SERVICES: &[&str] = &[
    "account", "accounts", "admin", "api", "assets", "auth", "blog", "cdn", "chat", "cloud", "dashboard", "dl",
    "download", "files", "forum", "ftp", "get", "git", "hooks", "id", "imap", "img", "login", "m", "mail", "mx", "ns1",
    "ns2", "pay", "portal", "raw", "s3", "secure", "shop", "smtp", "sso", "static", "status", "support", "upload",
    "vpn", "webhook", "wiki", "ws",
];

fn listed(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether code reads fields from what is called so.
pub(super) fn receiver(label: &str) -> bool {
    listed(RECEIVERS, label)
}

/// Whether package names start so.
pub(super) fn package_root(label: &str) -> bool {
    listed(PACKAGE_ROOTS, label)
}

/// Whether this is what a product is called.
pub(super) fn product(host: &str) -> bool {
    listed(PRODUCTS, host)
}

/// Whether hosts are called so, and files are not.
pub(super) fn service(label: &str) -> bool {
    listed(SERVICES, label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [RECEIVERS, PACKAGE_ROOTS, PRODUCTS, SERVICES] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
