import { readdir, rm } from "node:fs/promises";
import type { z } from "zod";
import type { inputs, ToolName } from "./schemas.js";

const BASE = "/var/lib/snapshots";

type Actions = { [K in ToolName]: (input: z.infer<(typeof inputs)[K]>) => Promise<string> };

export const actions: Actions = {
  delete_snapshot: async ({ id }) => {
    await rm(`${BASE}/${id}`, { recursive: true, force: true });
    return `deleted ${id}`;
  },
  list_snapshots: async () => (await readdir(BASE)).join("\n"),
};
