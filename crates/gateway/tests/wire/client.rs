//! A client of the gateway, of either generation.

use crate::upstream::Speaks;
use crate::waiting::LONG;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vetgate_gateway::{Aside, Caller, Gateway, Principal, Reply, Scope, Session, Trace};
use vetgate_mcp::rpc::Message;

/// Everything that a server can ask of a client.
pub(crate) const ABLE: &str = r#"{"sampling":{},"elicitation":{"form":{}},"roots":{}}"#;

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) caller: Caller,
    pub(crate) capabilities: &'static str,
}

impl Client {
    /// A client that can answer everything.
    pub(crate) async fn new(gateway: &Arc<Gateway>, speaks: Speaks, scope: Scope) -> Self {
        Self::able(gateway, speaks, scope, ABLE).await
    }

    pub(crate) async fn able(gateway: &Arc<Gateway>, speaks: Speaks, scope: Scope, capabilities: &'static str) -> Self {
        Self::of(gateway, speaks, scope, capabilities, Principal::unrestricted("somebody")).await
    }

    pub(crate) async fn of(
        gateway: &Arc<Gateway>,
        speaks: Speaks,
        scope: Scope,
        capabilities: &'static str,
        principal: Principal,
    ) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let principal = Arc::new(principal);
        let session = (speaks == Speaks::Handshake).then(|| {
            let id = format!("{:06}-session", COUNT.fetch_add(1, Ordering::Relaxed));
            gateway.sessions().open(id, principal.clone(), scope.clone())
        });
        let caller = Caller { principal, scope, session, connection: None, mirrored: None, trace: Trace::default() };
        let client = Self { gateway: gateway.clone(), caller, capabilities };
        if client.caller.session.is_some() {
            let params = format!(
                r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{{"name":"tester","version":"1"}}}}"#
            );
            client.ask("initialize", &params).await;
            client.notify("notifications/initialized", "{}").await;
        }
        client
    }

    pub(crate) fn session(&self) -> Arc<Session> {
        self.caller.session.clone().unwrap()
    }

    /// The parameters with what a stateless client says of itself.
    fn dressed(&self, params: &str) -> String {
        if self.caller.session.is_some() {
            return params.to_owned();
        }
        let introduction = format!(
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"tester","version":"1"}},"io.modelcontextprotocol/clientCapabilities":{}"#,
            self.capabilities
        );
        if params.contains(r#""_meta":{}"#) {
            return params.replacen(r#""_meta":{}"#, &format!(r#""_meta":{{{introduction}}}"#), 1);
        }
        if params.contains(r#""_meta":{"#) {
            return params.replacen(r#""_meta":{"#, &format!(r#""_meta":{{{introduction},"#), 1);
        }
        let comma = if params == "{}" { "" } else { "," };
        format!(r#"{}{comma}"_meta":{{{introduction}}}}}"#, params.strip_suffix('}').unwrap())
    }

    /// Sends a request whose parameters are JSON, and takes part in what follows.
    pub(crate) fn begin(&self, method: &str, params: &str) -> Talk {
        self.begin_as(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{}}}"#, self.dressed(params)))
    }

    /// Sends a request as it is.
    pub(crate) fn begin_as(&self, text: &str) -> Talk {
        let request = Message::read(text.to_owned()).unwrap();
        let (aside, asides) = Aside::channel();
        let (gateway, caller) = (self.gateway.clone(), self.caller.clone());
        let reply = tokio::spawn(async move { gateway.request(&caller, request, &aside).await });
        Talk { asides, reply }
    }

    /// Sends a request and returns the answer, whatever comes before it.
    pub(crate) async fn ask(&self, method: &str, params: &str) -> Value {
        self.begin(method, params).answer().await
    }

    /// Calls a tool whose server does `steps`.
    pub(crate) fn call(&self, tool: &str, steps: Value) -> Talk {
        let params = json!({"name": tool, "arguments": {"steps": steps}});
        self.begin("tools/call", &params.to_string())
    }

    /// Calls a tool, answers what its server asks with what `answer` says, and returns the questions and the result.
    pub(crate) async fn converse(
        &self,
        tool: &str,
        steps: Value,
        answer: impl Fn(&Value) -> Value,
    ) -> (Vec<Value>, Value) {
        let mut questions = Vec::new();
        if self.caller.session.is_some() {
            let mut talk = self.call(tool, steps);
            loop {
                tokio::select! {
                    biased;
                    Some(text) = talk.asides.recv() => {
                        let question = read(&text);
                        self.answer(&question, answer(&question)).await;
                        questions.push(question);
                    }
                    reply = &mut talk.reply => return (questions, read(&reply.unwrap().text)),
                    () = tokio::time::sleep(LONG) => panic!("neither question nor answer"),
                }
            }
        }
        let mut params = json!({"name": tool, "arguments": {"steps": steps}});
        loop {
            let reply = self.ask("tools/call", &params.to_string()).await;
            let Some(asked) = reply["result"]["inputRequests"].as_object() else { return (questions, reply) };
            assert_eq!(reply["result"]["resultType"], "input_required");
            let responses: serde_json::Map<String, Value> =
                asked.iter().map(|(key, question)| (key.clone(), answer(question))).collect();
            questions.extend(asked.values().cloned());
            params["inputResponses"] = responses.into();
            params["requestState"] = reply["result"]["requestState"].clone();
        }
    }

    pub(crate) async fn notify(&self, method: &str, params: &str) {
        self.gateway.notify(&self.caller, Message::notification(method, params)).await;
    }

    /// Answers a question of a server.
    pub(crate) async fn answer(&self, question: &Value, result: Value) {
        assert!(!question["id"].is_null(), "{question}");
        let text = json!({"jsonrpc": "2.0", "id": question["id"], "result": result}).to_string();
        self.gateway.answer(&self.caller, Message::read(text).unwrap()).await;
    }

    /// Refuses to answer.
    pub(crate) async fn decline(&self, question: &Value) {
        let error = json!({"code": -1, "message": "no"});
        let text = json!({"jsonrpc": "2.0", "id": question["id"], "error": error}).to_string();
        self.gateway.answer(&self.caller, Message::read(text).unwrap()).await;
    }

    /// The names in a list.
    pub(crate) async fn names(&self, method: &str, member: &str, key: &str) -> Vec<String> {
        let answer = self.ask(method, "{}").await;
        let entries = answer["result"][member].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        entries.iter().map(|entry| entry[key].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) async fn tools(&self) -> Vec<String> {
        self.names("tools/list", "tools", "name").await
    }
}

/// A request under way.
pub(crate) struct Talk {
    asides: mpsc::Receiver<String>,
    reply: JoinHandle<Reply>,
}

impl Talk {
    /// What comes next before the answer.
    pub(crate) async fn aside(&mut self) -> Value {
        serde_json::from_str(&self.raw_aside().await).unwrap()
    }

    pub(crate) async fn raw_aside(&mut self) -> String {
        let next = timeout(LONG, self.asides.recv()).await.expect("nothing comes before the answer");
        next.expect("the answer comes at once")
    }

    pub(crate) async fn reply(self) -> Reply {
        let Self { mut asides, mut reply } = self;
        let answered = async {
            loop {
                tokio::select! {
                    reply = &mut reply => return reply.unwrap(),
                    Some(_) = asides.recv() => {}
                }
            }
        };
        timeout(LONG, answered).await.expect("there is no answer")
    }

    pub(crate) async fn answer(self) -> Value {
        read(&self.reply().await.text)
    }

    /// All that comes before the answer, and the answer.
    pub(crate) async fn whole(self) -> (Vec<Value>, Value) {
        let Self { mut asides, reply } = self;
        let reply = timeout(LONG, reply).await.expect("there is no answer").unwrap();
        let mut heard = Vec::new();
        while let Ok(text) = asides.try_recv() {
            heard.push(serde_json::from_str(&text).unwrap());
        }
        (heard, read(&reply.text))
    }

    /// Gives it up.
    pub(crate) fn cancel(self) {
        self.reply.abort();
    }

    /// Whether it is still under way and nothing waits to be read.
    pub(crate) fn is_quiet(&self) -> bool {
        self.asides.is_empty() && !self.reply.is_finished()
    }

    pub(crate) fn is_answered(&self) -> bool {
        self.reply.is_finished()
    }
}

/// Reads JSON in which a number may be larger than a program can hold.
pub(crate) fn read(text: &str) -> Value {
    serde_json::from_str(&text.replace("1e400", "1e300")).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The first text of a tool's result.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// The message of an error.
pub(crate) fn error(answer: &Value) -> &str {
    answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"))
}
