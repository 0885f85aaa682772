"use strict";

const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const { DEFAULTS, render } = require("./chart.js");

const server = new Server({ name: "charts", version: "0.7.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "render_chart",
      description: "Draw an ECharts chart as PNG.",
      inputSchema: {
        type: "object",
        properties: {
          options: { type: "string", description: "ECharts options" },
          width: { type: "integer" },
          height: { type: "integer" },
        },
        required: ["options"],
      },
    },
    { name: "chart_defaults", description: "Options that always hold.", inputSchema: { type: "object" } },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name === "chart_defaults") {
    return { content: [{ type: "text", text: JSON.stringify(DEFAULTS) }] };
  }
  if (params.name !== "render_chart") {
    throw new Error(`Unknown tool: ${params.name}`);
  }
  const { options, width = 800, height = 600 } = params.arguments;
  try {
    const png = render(options, Math.min(width, 4000), Math.min(height, 4000));
    return { content: [{ type: "image", data: png.toString("base64"), mimeType: "image/png" }] };
  } catch (error) {
    return { content: [{ type: "text", text: `Cannot render: ${error.message}` }], isError: true };
  }
});

server.connect(new StdioServerTransport());
