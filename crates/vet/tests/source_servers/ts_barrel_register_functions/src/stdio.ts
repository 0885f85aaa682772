import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.js";

const { server, cleanup } = createServer();

process.on("SIGINT", async () => {
  await cleanup();
  process.exit(0);
});

await server.connect(new StdioServerTransport());
