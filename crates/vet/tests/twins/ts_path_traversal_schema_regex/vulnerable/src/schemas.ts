import { z } from "zod";

export const SnapshotId = z.string().regex(/[a-z0-9_-]{1,40}/, "not a snapshot id");

export const inputs = {
  delete_snapshot: z.object({ id: SnapshotId, reason: z.string().optional() }),
  list_snapshots: z.object({}),
} as const;

export type ToolName = keyof typeof inputs;
