import type { PromptMessage } from "@modelcontextprotocol/sdk/types.js";

export class PromptBuilder {
  private readonly messages: PromptMessage[] = [];

  user(text: string): this {
    this.messages.push({ role: "user", content: { type: "text", text } });
    return this;
  }

  build(description: string): { description: string; messages: PromptMessage[] } {
    return { description, messages: [...this.messages] };
  }
}
