const fs = require("node:fs/promises");
const path = require("node:path");

const FILE = path.join(__dirname, "..", "CHANGELOG.md");

module.exports = {
  description: "The first lines of the change log.",
  input: {
    lines: ({ z }) => z.number().int().min(1).max(200).default(20),
  },
  async handler({ lines }) {
    const text = await fs.readFile(FILE, "utf8");
    return text.split("\n").slice(0, lines).join("\n");
  },
};
