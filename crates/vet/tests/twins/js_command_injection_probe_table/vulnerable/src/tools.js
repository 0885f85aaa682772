import { codecs, durationOf, ffmpegVersion } from "./media.js";

const empty = { type: "object", properties: {} };

export const tools = {
  media_duration: {
    description: "Duration of a media file in seconds.",
    inputSchema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
    run: ({ file }) => durationOf(file),
  },
  list_codecs: { description: "Codecs that are available.", inputSchema: empty, run: () => codecs() },
  ffmpeg_version: { description: "Version of ffmpeg.", inputSchema: empty, run: ffmpegVersion },
};
