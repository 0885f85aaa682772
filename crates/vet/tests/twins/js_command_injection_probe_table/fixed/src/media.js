import { execFileSync, execSync } from "node:child_process";

const OPTIONS = { encoding: "utf8", timeout: 15_000, maxBuffer: 1 << 20 };

export const durationOf = (file) =>
  execFileSync(
    "ffprobe",
    ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "-i", file],
    OPTIONS,
  ).trim();

export const codecs = () => execSync("ffmpeg -hide_banner -codecs | tail -n +11", OPTIONS);

export const ffmpegVersion = () => execFileSync("ffmpeg", ["-version"], OPTIONS).split("\n")[0];
