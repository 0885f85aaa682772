import sh from "./shell.js";

export const tools = {
  occurrences: {
    description: "How often a word stands in the dictionary.",
    inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
    async call({ word }) {
      if (word.length > 100) throw new Error("too long");
      return sh(`grep -c -F -e "$1" /usr/share/dict/words || true`, word);
    },
  },
  size: {
    description: "How many words the dictionary has.",
    inputSchema: { type: "object" },
    call: () => sh("wc -l < /usr/share/dict/words"),
  },
};
