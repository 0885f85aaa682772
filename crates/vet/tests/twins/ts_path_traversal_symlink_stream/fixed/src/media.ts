import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import Share from "./share.js";

class MediaServer extends McpServer {
  constructor(private readonly share: Share) {
    super({ name: "media", version: "4.0.0" });
    this.registerTool(
      "stream_media",
      { description: "Return the first bytes of a media file.", inputSchema: z.object({ at: z.string(), bytes: z.number().int() }) },
      (input) => this.#first(input.at, input.bytes),
    );
    this.registerTool("media_root", { description: "Where the media lie." }, async () => ({
      content: [{ type: "text" as const, text: this.share.root }],
    }));
  }

  async #first(at: string, bytes: number) {
    const parts: Buffer[] = [];
    for await (const part of this.share.chunks(at)) {
      parts.push(part);
      if (parts.reduce((sum, buffer) => sum + buffer.length, 0) >= bytes) break;
    }
    const data = Buffer.concat(parts).subarray(0, bytes).toString("base64");
    return { content: [{ type: "text" as const, text: data }] };
  }
}

const media = new MediaServer(new Share(process.argv[2] ?? "."));
await media.connect(new StdioServerTransport());
