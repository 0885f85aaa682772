// A server of the revision without sessions (2026-07-28), on the official SDK, with all that the conformance suite asks
// for: `stateless.mjs` listens on a free port of 127.0.0.1, writes it on a line and serves /mcp.

import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import * as offer from "./offer.mjs";

const require = createRequire(new URL("../../../../../.peers/npm/package.json", import.meta.url));
const sdk = require("@modelcontextprotocol/server");
const { serve } = require("@hono/node-server");

const states = sdk.createRequestStateCodec({ key: randomBytes(32) });
const invalid = (message, data) => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message, data);

const form = (message, name, type = "string") =>
  sdk.inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] },
  });
const sample = (question, maxTokens) =>
  sdk.inputRequired.createMessage({ messages: [{ role: "user", content: offer.text(question) }], maxTokens });

const inputTool = (rest, description) => offer.tool(`test_input_required_result_${rest}`, description);

const regional = {
  type: "object",
  properties: { region: { type: "string", description: "Where.", "x-mcp-header": "Region" } },
  required: ["region"],
};

const tools = [
  ...offer.simpleTools,
  inputTool("elicitation", "Asks the user for a name."),
  inputTool("sampling", "Asks the client's model."),
  inputTool("list_roots", "Asks for the client's folders."),
  inputTool("request_state", "Asks, and remembers by what the client sends back."),
  inputTool("multiple_inputs", "Asks for three things at once."),
  inputTool("multi_round", "Asks twice."),
  inputTool("tampered_state", "Refuses what it did not say."),
  inputTool("capabilities", "Asks for what the client can do."),
  offer.tool("test_missing_capability", "Needs a client with a model."),
  offer.tool("test_streaming_elicitation", "Reports, then asks."),
  offer.tool("test_logging_tool", "Logs for those who want it."),
  offer.tool("test_trigger_tool_change", "Changes the tools."),
  offer.tool("test_trigger_prompt_change", "Changes the prompts."),
  offer.tool("test_custom_headers", "Has an argument that is told in a header, too.", regional),
];

// The content that the user accepted to a question, if it has the text or the flag that was asked for.
const accepted = (given, key, name, type = "string") => {
  const said = given[key];
  return said?.action === "accept" && typeof said.content?.[name] === type ? said.content[name] : undefined;
};

async function askingTool(name, context) {
  const { mcpReq } = context;
  const given = mcpReq.inputResponses ?? {};
  switch (name.replace("test_input_required_result_", "")) {
    case "elicitation": {
      const told = accepted(given, "user_name", "name");
      if (told !== undefined) return offer.says(`Hello, ${told}!`);
      return sdk.inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } });
    }
    case "sampling": {
      const told = given.capital_question?.content?.text;
      if (told !== undefined) return offer.says(`The model says: ${told}`);
      return sdk.inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } });
    }
    case "list_roots": {
      const roots = given.client_roots?.roots;
      if (roots) return offer.says(`Roots: ${roots.map((root) => root.uri).join(", ")}`);
      return sdk.inputRequired({ inputRequests: { client_roots: sdk.inputRequired.listRoots() } });
    }
    case "request_state":
    case "tampered_state": {
      const told = accepted(given, "confirm", "ok", "boolean");
      if (told !== undefined && mcpReq.requestState()?.asked) return offer.says("state-ok");
      const requestState = await states.mint({ asked: true });
      return sdk.inputRequired({ inputRequests: { confirm: form("Please confirm", "ok", "boolean") }, requestState });
    }
    case "multiple_inputs": {
      if (given.user_name && given.greeting && given.client_roots && mcpReq.requestState()?.asked) {
        return offer.says("All three are here.");
      }
      const inputRequests = {
        user_name: form("What is your name?", "name"),
        greeting: sample("Generate a greeting", 50),
        client_roots: sdk.inputRequired.listRoots(),
      };
      return sdk.inputRequired({ inputRequests, requestState: await states.mint({ asked: true }) });
    }
    case "multi_round": {
      const known = mcpReq.requestState() ?? {};
      const color = accepted(given, "step2", "color");
      if (known.name !== undefined && color !== undefined) return offer.says(`${known.name} likes ${color}.`);
      const told = accepted(given, "step1", "name");
      if (told !== undefined) {
        const inputRequests = { step2: form("Step 2: What is your favorite color?", "color") };
        return sdk.inputRequired({ inputRequests, requestState: await states.mint({ name: told }) });
      }
      const inputRequests = { step1: form("Step 1: What is your name?", "name") };
      return sdk.inputRequired({ inputRequests, requestState: await states.mint({ step: 1 }) });
    }
    case "capabilities": {
      const can = mcpReq.envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] ?? {};
      const inputRequests = {};
      if (can.sampling) inputRequests.question = sample("What is the capital of France?", 100);
      if (can.elicitation) inputRequests.user_name = form("What is your name?", "name");
      return sdk.inputRequired({ inputRequests });
    }
    default:
      throw invalid(`There is no tool ${name}`);
  }
}

async function call({ params }, context) {
  const simple = offer.simpleAnswer(params.name);
  if (simple) return simple;
  const { mcpReq } = context;
  switch (params.name) {
    case "test_tool_with_progress":
      return offer.progress(mcpReq._meta?.progressToken, mcpReq.notify);
    case "test_missing_capability":
      if (!mcpReq.envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY]?.sampling) {
        throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      }
      return offer.says("The client has a model.");
    case "test_streaming_elicitation":
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: mcpReq._meta?.progressToken ?? mcpReq.id, progress: 1 },
      });
      return sdk.inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } });
    case "test_logging_tool":
      await mcpReq.log("info", "Here I am", "conforming");
      return offer.says("Logged for those who want it.");
    case "test_trigger_tool_change":
      now.tools = now.tools.length === tools.length ? [...tools, offer.tool("test_more", "Comes and goes.")] : tools;
      handler.notify.toolsChanged();
      return offer.says("Changed.");
    case "test_trigger_prompt_change":
      now.prompts = now.prompts.length === prompts.length ? [...prompts, comingPrompt] : prompts;
      handler.notify.promptsChanged();
      return offer.says("Changed.");
    case "test_custom_headers":
      return offer.says(`In ${params.arguments.region}.`);
    default:
      return askingTool(params.name, context);
  }
}

const askingPrompt = { name: "test_input_required_result_prompt", description: "Asks the user for context first." };
const comingPrompt = { name: "test_more_prompt", description: "Comes and goes." };
const prompts = [...offer.prompts, askingPrompt];

// What is offered at the moment.
const now = { tools, prompts };

function prompt({ params }, context) {
  const found = offer.promptAnswer(params.name, params.arguments);
  if (found) return found;
  if (params.name !== askingPrompt.name) throw invalid(`There is no prompt ${params.name}`);
  const told = accepted(context.mcpReq.inputResponses ?? {}, "user_context", "context");
  if (told === undefined) {
    return sdk.inputRequired({
      inputRequests: { user_context: form("What context should the prompt use?", "context") },
    });
  }
  return { messages: [{ role: "user", content: offer.text(`In the context of ${told}.`) }] };
}

function server() {
  const capabilities = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  };
  const registering = new sdk.McpServer(
    { name: "conforming", version: "1.0.0" },
    { capabilities, requestState: { verify: states.verify } },
  );
  // The SDK compares headers with arguments for the tools that it knows of.
  registering.registerTool("test_custom_headers", { inputSchema: sdk.fromJsonSchema(regional) }, () => ({}));
  const made = registering.server;
  made.setRequestHandler("tools/list", () => ({ tools: now.tools }));
  made.setRequestHandler("tools/call", call);
  made.setRequestHandler("resources/list", () => ({ resources: offer.resources }));
  made.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: offer.resourceTemplates }));
  made.setRequestHandler("resources/read", ({ params }) => {
    const found = offer.contentsAt(params.uri);
    if (found) return found;
    throw invalid("There is no such resource", { uri: params.uri });
  });
  made.setRequestHandler("prompts/list", () => ({ prompts: now.prompts }));
  made.setRequestHandler("prompts/get", prompt);
  made.setRequestHandler("completion/complete", ({ params }) => offer.completion(params.argument.value));
  return registering;
}

const handler = sdk.createMcpHandler(server, { legacy: "reject" });
const local = ["localhost", "127.0.0.1", "[::1]"];

async function fetch(request) {
  if (new URL(request.url).pathname !== "/mcp") return new Response("Nothing here", { status: 404 });
  return (
    sdk.hostHeaderValidationResponse(request, local) ??
    sdk.originValidationResponse(request, local) ??
    handler.fetch(request)
  );
}

serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => console.log(port));
