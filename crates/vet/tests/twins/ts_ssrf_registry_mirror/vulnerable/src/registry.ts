export const DEFAULT_REGISTRY = "https://registry.npmjs.org";

export interface PackageInfo {
  name: string;
  description?: string;
  "dist-tags": Record<string, string>;
}

export async function fetchPackage(name: string, registry: string): Promise<PackageInfo> {
  const address = `${registry.replace(/\/+$/, "")}/${encodeURIComponent(name)}`;
  const response = await fetch(address, { headers: { accept: "application/vnd.npm.install-v1+json" } });
  if (response.status === 404) {
    throw new Error(`package ${name} not found`);
  }
  return (await response.json()) as PackageInfo;
}
