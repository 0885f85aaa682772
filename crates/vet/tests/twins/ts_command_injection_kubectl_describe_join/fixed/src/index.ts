#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { contextSchema, currentContext, describeSchema, kubectlDescribe, type DescribeInput } from "./tools/index.js";

const server = new Server({ name: "kubernetes", version: "0.1.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [contextSchema, describeSchema] as any }));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: input = {} } = request.params;
  switch (name) {
    case "kubectl_describe":
      return await kubectlDescribe(input as unknown as DescribeInput);
    case "current_context":
      return await currentContext();
    default:
      throw new McpError(ErrorCode.MethodNotFound, `Tool ${name} not found`);
  }
});

await server.connect(new StdioServerTransport());
