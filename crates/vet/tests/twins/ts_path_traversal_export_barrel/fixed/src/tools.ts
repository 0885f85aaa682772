import { z } from "zod";
import { storeFile } from "./storage/index.js";

export const exportChart = {
  name: "export_chart",
  config: {
    title: "Export a chart",
    description: "Write a chart as SVG to the export folder.",
    inputSchema: { fileName: z.string().min(1), values: z.array(z.number()) },
  },
  async run({ fileName, values }: { fileName: string; values: number[] }) {
    const bars = values.map((value, i) => `<rect x="${i * 10}" width="8" height="${value}"/>`).join("");
    const where = storeFile(fileName, `<svg xmlns="http://www.w3.org/2000/svg">${bars}</svg>`);
    return { content: [{ type: "text" as const, text: where }] };
  },
};
