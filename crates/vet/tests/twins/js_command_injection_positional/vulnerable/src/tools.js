import sh from "./shell.js";

export const tools = {
  occurrences: {
    description: "How often a word stands in the dictionary.",
    inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
    async call({ word }) {
      const blocked = ["rm", "curl", "wget", "sudo"];
      if (blocked.some((command) => word.startsWith(command))) throw new Error("blocked");
      return sh(`grep -c -F -e '${word}' /usr/share/dict/words || true`);
    },
  },
  size: {
    description: "How many words the dictionary has.",
    inputSchema: { type: "object" },
    call: () => sh("wc -l < /usr/share/dict/words"),
  },
};
