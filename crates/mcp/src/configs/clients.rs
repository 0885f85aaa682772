//! The table of clients: which files each keeps its servers in.
//!
//! To add a client, add its rows. A path is relative to its base; `*` stands for any name, or the start of one,
//! within one folder. `keys` says where in the file the servers are; `*` stands for any member.

use super::Scope::{self, Project, User};
use super::System::{self, Linux, MacOs, Windows};

/// What a row's path is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The user's home.
    Home,
    /// The folder for application settings.
    Config,
    /// `~/.config` whatever the system.
    DotConfig,
    /// The project.
    Project,
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, in which comments and trailing commas may stand.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

impl Format {
    /// The format that the extension of `path` says; JSON where it says nothing.
    pub fn of(path: &std::path::Path) -> Self {
        match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("toml") => Self::Toml,
            Some("yaml" | "yml") => Self::Yaml,
            _ => Self::Json,
        }
    }
}

/// One place where a client keeps servers.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) client: &'static str,
    pub(super) scope: Scope,
    pub(super) systems: &'static [System],
    pub(super) base: Base,
    pub(super) path: &'static str,
    pub(super) format: Format,
    pub(super) keys: &'static [&'static str],
}

const EVERYWHERE: &[System] = &[Linux, MacOs, Windows];
const UNIX: &[System] = &[Linux, MacOs];
const ON_WINDOWS: &[System] = &[Windows];

const SERVERS: &[&str] = &["mcpServers"];
const CLAUDE_CODE: &[&str] = &["mcpServers", "projects/*/mcpServers"];
const VSCODE: &[&str] = &["servers"];
const VSCODE_SETTINGS: &[&str] = &["mcp/servers", "mcp.servers"];
const ZED: &[&str] = &["context_servers"];
const CODEX: &[&str] = &["mcp_servers"];
const OPENCODE: &[&str] = &["mcp"];
const CONTINUE: &[&str] = &["mcpServers", "experimental/modelContextProtocolServers"];

/// Where servers stand in a file of which nothing else is known, the most telling first.
pub(super) const ANY_KEYS: &[&str] = &[
    "mcpServers",
    "projects/*/mcpServers",
    "context_servers",
    "mcp_servers",
    "mcp/servers",
    "mcp.servers",
    "experimental/modelContextProtocolServers",
    "servers",
    "mcp",
];

const fn json(
    client: &'static str,
    scope: Scope,
    base: Base,
    path: &'static str,
    keys: &'static [&'static str],
) -> Row {
    Row { client, scope, systems: EVERYWHERE, base, path, format: Format::Json, keys }
}

const fn on(systems: &'static [System], row: Row) -> Row {
    Row { systems, ..row }
}

const fn written_in(format: Format, row: Row) -> Row {
    Row { format, ..row }
}

/// Every known place, in the order in which files are reported.
pub(super) const ROWS: &[Row] = &[
    json("Claude Desktop", User, Base::Config, "Claude/claude_desktop_config.json", SERVERS),
    // Packaged for Windows, it sees a folder of its own in place of the usual one.
    on(
        ON_WINDOWS,
        json(
            "Claude Desktop",
            User,
            Base::Home,
            "AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json",
            SERVERS,
        ),
    ),
    json("Claude Code", User, Base::Home, ".claude.json", CLAUDE_CODE),
    json("Claude Code", Project, Base::Project, ".mcp.json", SERVERS),
    json("Cursor", User, Base::Home, ".cursor/mcp.json", SERVERS),
    json("Cursor", Project, Base::Project, ".cursor/mcp.json", SERVERS),
    json("VS Code", User, Base::Config, "Code/User/mcp.json", VSCODE),
    json("VS Code", User, Base::Config, "Code/User/profiles/*/mcp.json", VSCODE),
    json("VS Code", User, Base::Config, "Code/User/settings.json", VSCODE_SETTINGS),
    json("VS Code Insiders", User, Base::Config, "Code - Insiders/User/mcp.json", VSCODE),
    json("VS Code Insiders", User, Base::Config, "Code - Insiders/User/profiles/*/mcp.json", VSCODE),
    json("VS Code Insiders", User, Base::Config, "Code - Insiders/User/settings.json", VSCODE_SETTINGS),
    json("VS Code", Project, Base::Project, ".vscode/mcp.json", VSCODE),
    json("VS Code", Project, Base::Project, ".vscode/settings.json", VSCODE_SETTINGS),
    json("Windsurf", User, Base::Home, ".codeium/windsurf/mcp_config.json", SERVERS),
    json("Windsurf", User, Base::Home, ".codeium/mcp_config.json", SERVERS),
    json("Gemini CLI", User, Base::Home, ".gemini/settings.json", SERVERS),
    json("Gemini CLI", Project, Base::Project, ".gemini/settings.json", SERVERS),
    written_in(Format::Toml, json("Codex", User, Base::Home, ".codex/config.toml", CODEX)),
    written_in(Format::Toml, json("Codex", Project, Base::Project, ".codex/config.toml", CODEX)),
    on(UNIX, json("Zed", User, Base::DotConfig, "zed/settings.json", ZED)),
    on(ON_WINDOWS, json("Zed", User, Base::Config, "Zed/settings.json", ZED)),
    json("Zed", Project, Base::Project, ".zed/settings.json", ZED),
    json(
        "Cline",
        User,
        Base::Config,
        "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        SERVERS,
    ),
    json(
        "Cline",
        User,
        Base::Config,
        "Code - Insiders/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        SERVERS,
    ),
    json(
        "Cline",
        User,
        Base::Config,
        "Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        SERVERS,
    ),
    json("Cline", User, Base::Home, ".cline/data/settings/cline_mcp_settings.json", SERVERS),
    json(
        "Roo",
        User,
        Base::Config,
        "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        SERVERS,
    ),
    json(
        "Roo",
        User,
        Base::Config,
        "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json",
        SERVERS,
    ),
    json(
        "Roo",
        User,
        Base::Config,
        "Code - Insiders/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        SERVERS,
    ),
    json(
        "Roo",
        User,
        Base::Config,
        "Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        SERVERS,
    ),
    json("Roo", Project, Base::Project, ".roo/mcp.json", SERVERS),
    json("OpenCode", User, Base::DotConfig, "opencode/opencode.json", OPENCODE),
    json("OpenCode", User, Base::DotConfig, "opencode/opencode.jsonc", OPENCODE),
    json("OpenCode", User, Base::DotConfig, "opencode/config.json", OPENCODE),
    json("OpenCode", Project, Base::Project, "opencode.json", OPENCODE),
    json("OpenCode", Project, Base::Project, "opencode.jsonc", OPENCODE),
    json("OpenCode", Project, Base::Project, ".opencode/opencode.json", OPENCODE),
    json("OpenCode", Project, Base::Project, ".opencode/opencode.jsonc", OPENCODE),
    json("Kiro", User, Base::Home, ".kiro/settings/mcp.json", SERVERS),
    json("Kiro", User, Base::Home, ".kiro/agents/*.json", SERVERS),
    json("Kiro", Project, Base::Project, ".kiro/settings/mcp.json", SERVERS),
    json("Kiro", Project, Base::Project, ".kiro/agents/*.json", SERVERS),
    json("Amazon Q", User, Base::Home, ".aws/amazonq/mcp.json", SERVERS),
    json("Amazon Q", User, Base::Home, ".aws/amazonq/default.json", SERVERS),
    json("Amazon Q", User, Base::Home, ".aws/amazonq/agents/*.json", SERVERS),
    json("Amazon Q", User, Base::Home, ".aws/amazonq/cli-agents/*.json", SERVERS),
    json("Amazon Q", Project, Base::Project, ".amazonq/mcp.json", SERVERS),
    json("Amazon Q", Project, Base::Project, ".amazonq/default.json", SERVERS),
    json("Amazon Q", Project, Base::Project, ".amazonq/cli-agents/*.json", SERVERS),
    written_in(Format::Yaml, json("Continue", User, Base::Home, ".continue/config.yaml", CONTINUE)),
    json("Continue", User, Base::Home, ".continue/config.json", CONTINUE),
    written_in(Format::Yaml, json("Continue", User, Base::Home, ".continue/mcpServers/*.yaml", CONTINUE)),
    written_in(Format::Yaml, json("Continue", User, Base::Home, ".continue/mcpServers/*.yml", CONTINUE)),
    json("Continue", User, Base::Home, ".continue/mcpServers/*.json", CONTINUE),
    written_in(Format::Yaml, json("Continue", Project, Base::Project, ".continue/config.yaml", CONTINUE)),
    written_in(Format::Yaml, json("Continue", Project, Base::Project, ".continue/mcpServers/*.yaml", CONTINUE)),
    written_in(Format::Yaml, json("Continue", Project, Base::Project, ".continue/mcpServers/*.yml", CONTINUE)),
    json("Continue", Project, Base::Project, ".continue/mcpServers/*.json", CONTINUE),
    json("LM Studio", User, Base::Home, ".lmstudio/mcp.json", SERVERS),
    json("LM Studio", User, Base::Home, ".cache/lm-studio/mcp.json", SERVERS),
];
