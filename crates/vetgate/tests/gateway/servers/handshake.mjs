// A server of the revisions that begin with a handshake (up to 2025-11-25), on the official SDK, with all that the
// conformance suite asks for: `handshake.mjs` listens on a free port of 127.0.0.1, writes it on a line and serves /mcp.

import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import * as offer from "./offer.mjs";

const require = createRequire(new URL("../../../../../.peers/npm/package.json", import.meta.url));
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StreamableHTTPServerTransport } = require("@modelcontextprotocol/sdk/server/streamableHttp.js");
const { createMcpExpressApp } = require("@modelcontextprotocol/sdk/server/express.js");
const schema = require("@modelcontextprotocol/sdk/types.js");

const tools = [
  ...offer.simpleTools,
  offer.samplingTool,
  offer.elicitationTool,
  offer.tool("test_tool_with_logging", "Says what it does, three times."),
  offer.tool("test_elicitation_sep1034_defaults", "Asks the user, with defaults."),
  offer.tool("test_elicitation_sep1330_enums", "Asks the user to choose."),
  offer.tool("test_reconnection", "Closes the stream before it answers."),
];

const choices = (...labels) => labels.map((title, index) => ({ const: `value${index + 1}`, title }));
const options = ["option1", "option2", "option3"];

const questions = {
  test_elicitation_sep1034_defaults: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: choices("First Option", "Second Option", "Third Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: options } },
    titledMulti: { type: "array", items: { anyOf: choices("First Choice", "Second Choice", "Third Choice") } },
  },
};

async function log(notify) {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await notify({ method: "notifications/message", params: { level: "info", logger: "conforming", data } });
    await offer.pause(50);
  }
  return offer.says("Done.");
}

async function ask(extra, message, properties, required) {
  const params = { message, requestedSchema: { type: "object", properties, required } };
  return extra.sendRequest({ method: "elicitation/create", params }, schema.ElicitResultSchema);
}

async function call({ params }, extra) {
  const simple = offer.simpleAnswer(params.name);
  if (simple) return simple;
  switch (params.name) {
    case "test_tool_with_progress":
      return offer.progress(params._meta?.progressToken, extra.sendNotification);
    case "test_tool_with_logging":
      return log(extra.sendNotification);
    case "test_sampling": {
      const messages = [{ role: "user", content: offer.text(params.arguments.prompt) }];
      const request = { method: "sampling/createMessage", params: { messages, maxTokens: 100 } };
      const { content } = await extra.sendRequest(request, schema.CreateMessageResultSchema);
      return offer.says(`LLM response: ${content.text}`);
    }
    case "test_elicitation": {
      const properties = {
        username: { type: "string", description: "The name." },
        email: { type: "string", description: "The address." },
      };
      const said = await ask(extra, params.arguments.message, properties, ["username", "email"]);
      return offer.says(`User response: action=${said.action}, content=${JSON.stringify(said.content)}`);
    }
    case "test_elicitation_sep1034_defaults":
    case "test_elicitation_sep1330_enums": {
      const said = await ask(extra, "Please fill in.", questions[params.name], []);
      return offer.says(`Elicitation completed: action=${said.action}, content=${JSON.stringify(said.content)}`);
    }
    case "test_reconnection":
      await offer.pause(50);
      extra.closeSSEStream?.();
      await offer.pause(200);
      return offer.says("Answered after the stream was closed.");
    default:
      throw new schema.McpError(schema.ErrorCode.InvalidParams, `There is no tool ${params.name}`);
  }
}

function server() {
  const capabilities = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  };
  const made = new Server({ name: "conforming", version: "1.0.0" }, { capabilities });
  made.setRequestHandler(schema.ListToolsRequestSchema, () => ({ tools }));
  made.setRequestHandler(schema.CallToolRequestSchema, call);
  made.setRequestHandler(schema.ListResourcesRequestSchema, () => ({ resources: offer.resources }));
  made.setRequestHandler(schema.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: offer.resourceTemplates,
  }));
  made.setRequestHandler(schema.ReadResourceRequestSchema, ({ params }) => {
    const found = offer.contentsAt(params.uri);
    if (found) return found;
    throw new schema.McpError(-32002, "There is no such resource", { uri: params.uri });
  });
  made.setRequestHandler(schema.SubscribeRequestSchema, () => ({}));
  made.setRequestHandler(schema.UnsubscribeRequestSchema, () => ({}));
  made.setRequestHandler(schema.ListPromptsRequestSchema, () => ({ prompts: offer.prompts }));
  made.setRequestHandler(schema.GetPromptRequestSchema, ({ params }) => {
    const found = offer.promptAnswer(params.name, params.arguments);
    if (found) return found;
    throw new schema.McpError(schema.ErrorCode.InvalidParams, `There is no prompt ${params.name}`);
  });
  made.setRequestHandler(schema.CompleteRequestSchema, ({ params }) => offer.completion(params.argument.value));
  return made;
}

// Keeps the events of streams, so that a client may come back for those it missed.
class Events {
  #kept = [];

  async storeEvent(stream, message) {
    this.#kept.push({ stream, message });
    return String(this.#kept.length - 1);
  }

  async getStreamIdForEventId(id) {
    return this.#kept[Number(id)]?.stream;
  }

  async replayEventsAfter(id, { send }) {
    const stream = this.#kept[Number(id)]?.stream;
    for (const [index, event] of this.#kept.entries()) {
      // An event without content only gave the stream its first number.
      const told = Object.keys(event.message ?? {}).length > 0;
      if (index > Number(id) && event.stream === stream && told) await send(String(index), event.message);
    }
    return stream;
  }
}

const sessions = new Map();
const app = createMcpExpressApp({ host: "127.0.0.1" });

app.all("/mcp", async (request, response) => {
  const id = request.headers["mcp-session-id"];
  let transport = sessions.get(id);
  if (!transport && request.method === "POST" && schema.isInitializeRequest(request.body)) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new Events(),
      retryInterval: 100,
      onsessioninitialized: (session) => sessions.set(session, transport),
      onsessionclosed: (session) => sessions.delete(session),
    });
    await server().connect(transport);
  }
  if (!transport) {
    const error = { code: -32001, message: "There is no such session" };
    response.status(id ? 404 : 400).json({ jsonrpc: "2.0", id: null, error });
    return;
  }
  await transport.handleRequest(request, response, request.body);
});

const listening = app.listen(0, "127.0.0.1", () => console.log(listening.address().port));
