//! What the two sides say about themselves.

use crate::rpc::{Malformed, Message};
use crate::transport::excerpt::Mask;
use crate::{ConnectError, Phase};

/// Where the stateless revision has the server's name and version.
const INFO: &str = "io.modelcontextprotocol/serverInfo";

/// What the gateway says about the client it speaks for.
#[derive(Debug, Clone)]
pub struct Hello {
    /// Name and version of the client; JSON, as `clientInfo` has it.
    pub info: String,
    /// What the client can do; JSON, as `capabilities` of `initialize` has it.
    pub capabilities: String,
    /// The revision that the client asked for in its own handshake, which is then offered first.
    pub revision: Option<String>,
    /// The parameters of the client's `initialize`; JSON, sent as they are to servers with a handshake.
    pub params: Option<String>,
}

/// What a server said about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    /// The whole result of `initialize` or `server/discover`, as written.
    pub result: String,
    /// Its `capabilities`, as written; `{}` if there are none.
    pub capabilities: String,
    /// Its `serverInfo`, as written; `{}` if there is none.
    pub info: String,
    /// Its `instructions`, a JSON string as written.
    pub instructions: Option<String>,
}

impl Greeting {
    /// Reads the answer to `initialize` or `server/discover`.
    pub(super) fn read(answer: &str, mask: &Mask) -> Result<Self, ConnectError> {
        let bad = |error: Malformed| {
            let found = format!("`{}` ({error})", mask.show(answer, 200));
            ConnectError::NotAMessage { phase: Phase::Handshake, found }
        };
        let answer = Message::read(answer.to_owned()).map_err(bad)?;
        let object = || "{}".to_owned();
        Ok(Self {
            result: answer.body().map_or_else(object, str::to_owned),
            capabilities: answer.get("capabilities").map_or_else(object, str::to_owned),
            info: answer.get("serverInfo").map(str::to_owned).or_else(|| answer.meta(INFO)).unwrap_or_else(object),
            instructions: answer.get("instructions").filter(|raw| raw.starts_with('"')).map(str::to_owned),
        })
    }
}
