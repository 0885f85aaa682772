import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const UPLOADS = "/var/lib/pictures";
const EXTENSIONS = [".png", ".jpg"];

const server = new Server({ name: "pictures", version: "1.0.0" }, { capabilities: { tools: {} } });

async function save(name: string, data: string): Promise<string> {
  const extension = EXTENSIONS.find((known) => known === extname(name));
  if (extension === undefined) throw new Error("not a picture");
  const target = `${UPLOADS}/${randomUUID()}${extension}`;
  await writeFile(target, Buffer.from(data, "base64"), { flag: "wx" });
  return target;
}

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "save_picture",
      description: "Save a picture.",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string" }, data: { type: "string", contentEncoding: "base64" } },
        required: ["name", "data"],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== "save_picture") throw new Error("unknown tool");
  const { name, data } = request.params.arguments as { name: string; data: string };
  return { content: [{ type: "text", text: await save(name, data) }] };
});

await server.connect(new StdioServerTransport());
