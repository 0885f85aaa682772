import path from "node:path";

export const ASSETS = path.resolve(process.env.ASSETS_DIR ?? "./public/assets");

export function isInsideAssets(candidate: string): boolean {
  const relative = path.relative(ASSETS, candidate);
  return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
}
