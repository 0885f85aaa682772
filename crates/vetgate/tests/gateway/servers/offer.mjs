// What the official conformance suite asks a server to offer, as plain data and small functions, for both generations of
// the SDK. The names and most texts are the suite's own: it looks for them.

// A red pixel, and a tenth of a millisecond of silence.
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

export const text = (said) => ({ type: "text", text: said });
export const says = (...lines) => ({ content: lines.map(text) });
const embedded = (uri, mimeType, said) => ({ type: "resource", resource: { uri, mimeType, text: said } });
const image = { type: "image", data: pixel, mimeType: "image/png" };

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A tool without arguments, unless a schema is given.
export const tool = (name, description, inputSchema = { type: "object", properties: {} }) => ({
  name,
  description,
  inputSchema,
});
const takes = (name, description) => ({
  type: "object",
  properties: { [name]: { type: "string", description } },
  required: [name],
});

export const simpleTools = [
  tool("test_simple_text", "Answers with text."),
  tool("test_image_content", "Answers with an image."),
  tool("test_audio_content", "Answers with a sound."),
  tool("test_embedded_resource", "Answers with a resource."),
  tool("test_multiple_content_types", "Answers with text, an image and a resource."),
  tool("test_error_handling", "Always fails."),
  tool("test_tool_with_progress", "Reports how far it is, three times."),
  tool("json_schema_2020_12_tool", "Has a schema with the newer keywords.", {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
];

export const samplingTool = tool("test_sampling", "Asks the client's model.", takes("prompt", "What to ask."));
export const elicitationTool = tool("test_elicitation", "Asks the user.", takes("message", "What to ask."));

// The answers that need nothing but the call; undefined for a tool that is none of these.
export function simpleAnswer(name) {
  switch (name) {
    case "test_simple_text":
      return says("This is a simple text response for testing.");
    case "test_image_content":
      return { content: [image] };
    case "test_audio_content":
      return { content: [{ type: "audio", data: silence, mimeType: "audio/wav" }] };
    case "test_embedded_resource":
      return {
        content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
      };
    case "test_multiple_content_types":
      return {
        content: [
          text("Multiple content types test:"),
          image,
          embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
        ],
      };
    case "test_error_handling":
      return { ...says("This tool intentionally returns an error for testing"), isError: true };
    case "json_schema_2020_12_tool":
      return says("Whatever the arguments.");
    default:
      return undefined;
  }
}

// Tells 0, 50 and 100 of 100 to whoever asked for progress.
export async function progress(token, notify) {
  for (const done of [0, 50, 100]) {
    if (token !== undefined) {
      await notify({
        method: "notifications/progress",
        params: { progressToken: token, progress: done, total: 100, message: `Completed step ${done} of 100` },
      });
    }
    await pause(50);
  }
  return says("Done.");
}

export const resources = [
  { uri: "test://static-text", name: "Static Text Resource", description: "Text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "Static Binary Resource", description: "An image.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "Watched Resource", description: "May change.", mimeType: "text/plain" },
];

export const resourceTemplates = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "Resource Template",
    description: "Data by its number.",
    mimeType: "application/json",
  },
];

// The contents at an address; undefined where there is nothing.
export function contentsAt(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: "application/json", text: data }] };
  }
  switch (uri) {
    case "test://static-text":
      return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
    case "test://static-binary":
      return { contents: [{ uri, mimeType: "image/png", blob: pixel }] };
    case "test://watched-resource":
      return { contents: [{ uri, mimeType: "text/plain", text: "Watched resource content" }] };
    default:
      return undefined;
  }
}

const argument = (name, description) => ({ name, description, required: true });

export const prompts = [
  { name: "test_simple_prompt", description: "Asks plainly." },
  {
    name: "test_prompt_with_arguments",
    description: "Asks with two words put in.",
    arguments: [argument("arg1", "The first."), argument("arg2", "The second.")],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "Asks about a resource.",
    arguments: [argument("resourceUri", "Its address.")],
  },
  { name: "test_prompt_with_image", description: "Asks about an image." },
];

const user = (content) => ({ role: "user", content });

// The messages of a prompt; undefined for a prompt that is none of these.
export function promptAnswer(name, given = {}) {
  switch (name) {
    case "test_simple_prompt":
      return { messages: [user(text("This is a simple prompt for testing."))] };
    case "test_prompt_with_arguments":
      return {
        messages: [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))],
      };
    case "test_prompt_with_embedded_resource":
      return {
        messages: [
          user(embedded(given.resourceUri, "text/plain", "Embedded resource content for testing.")),
          user(text("Please process the embedded resource above.")),
        ],
      };
    case "test_prompt_with_image":
      return { messages: [user(image), user(text("Please analyze the image above."))] };
    default:
      return undefined;
  }
}

const cities = ["paris", "park", "party", "test", "testing"];

export function completion(value) {
  const values = cities.filter((city) => city.startsWith(value));
  return { completion: { values, total: values.length, hasMore: false } };
}
