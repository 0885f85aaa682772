const { exec } = require("node:child_process");
const { Tool } = require("./tool");

class GrepJournal extends Tool {
  execute({ pattern, unit }) {
    const source = unit === "kernel" ? "journalctl -k" : "journalctl --user";
    const command = `${source} --no-pager -n 5000 | grep -F -e '${pattern}' | tail -n ${this.config.lines}`;
    const env = { ...process.env, LC_ALL: "C" };
    return new Promise((resolve, reject) => {
      exec(command, { env }, (error, stdout) => {
        if (error && error.code !== 1) reject(error);
        else resolve(stdout);
      });
    });
  }
}

Tool.register(
  "grep_journal",
  "Find lines of the journal.",
  {
    type: "object",
    properties: { pattern: { type: "string" }, unit: { type: "string", enum: ["kernel", "user"] } },
    required: ["pattern"],
  },
  GrepJournal,
);
