import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const label = z.string().min(1).max(40);
const reply = (text: string) => ({ content: [{ type: "text" as const, text }] });

export class TimerServer {
  private readonly server = new McpServer({ name: "timer", version: "1.0.0" });
  private readonly running = new Map<string, number>();
  private readonly totals = new Map<string, number>();

  constructor() {
    this.server.tool("start_timer", "Start a timer.", { label }, this.start.bind(this));
    this.server.tool("stop_timer", "Stop a timer.", { label }, async (args) => this.stop(args.label));
    this.registerReport();
  }

  private registerReport(): void {
    this.server.registerTool(
      "timer_report",
      { description: "How long each timer ran.", annotations: { readOnlyHint: true } },
      () => this.report(),
    );
  }

  private async start(args: { label: string }) {
    this.running.set(args.label, Date.now());
    return reply(`started ${args.label}`);
  }

  private stop(name: string) {
    const since = this.running.get(name);
    if (since === undefined) return reply(`${name} does not run`);
    this.running.delete(name);
    this.totals.set(name, (this.totals.get(name) ?? 0) + Date.now() - since);
    return reply(`stopped ${name}`);
  }

  private report() {
    return reply([...this.totals].map(([name, ms]) => `${name}: ${ms} ms`).join("\n") || "nothing was timed");
  }

  async run(): Promise<void> {
    await this.server.connect(new StdioServerTransport());
  }
}

new TimerServer().run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "failed");
  process.exit(1);
});
