#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import installCalling from "./call.js";
import { installListing } from "./list.js";

const server = new Server({ name: "colors", version: "0.4.0" }, { capabilities: { tools: {} } });
installListing(server);
installCalling(server);

await server.connect(new StdioServerTransport());
