import { report } from "./report.js";

export const measure = (value: number): Promise<void> => report({ value, context: { ...process.env } });
