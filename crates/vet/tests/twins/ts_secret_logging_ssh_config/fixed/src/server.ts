import { Client, type ConnectConfig } from "ssh2";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const sessions = new Map<string, Client>();
const server = new McpServer({ name: "ssh-sessions", version: "0.5.0" });

function open(config: ConnectConfig): Promise<Client> {
  const { host, port, username } = config;
  console.error(`[ssh] connecting ${JSON.stringify({ host, port, username })}`);
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.once("ready", () => resolve(client));
    client.once("error", reject);
    client.connect(config);
  });
}

server.registerTool(
  "ssh_connect",
  {
    title: "Connect",
    description: "Open an SSH session and keep it under a name.",
    inputSchema: {
      session: z.string(),
      host: z.string(),
      port: z.number().int().min(1).max(65535).default(22),
      username: z.string(),
      password: z.string().optional(),
      privateKey: z.string().optional(),
      passphrase: z.string().optional(),
    },
  },
  async ({ session, host, port, username, password, privateKey, passphrase }) => {
    const config: ConnectConfig = { host, port, username, password, privateKey, passphrase, readyTimeout: 15_000 };
    try {
      sessions.set(session, await open(config));
    } catch (error) {
      console.error(`[ssh] ${host}: ${(error as Error).message}`);
      return { content: [{ type: "text", text: "connection failed" }], isError: true };
    }
    return { content: [{ type: "text", text: `connected as ${username}` }] };
  },
);

server.registerTool(
  "ssh_close",
  { title: "Close", description: "Close a session.", inputSchema: { session: z.string() } },
  async ({ session }) => {
    console.error(`[ssh] closing ${session}`);
    sessions.get(session)?.end();
    sessions.delete(session);
    return { content: [{ type: "text", text: "closed" }] };
  },
);

await server.connect(new StdioServerTransport());
