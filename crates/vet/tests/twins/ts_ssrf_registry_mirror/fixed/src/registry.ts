export const REGISTRIES = {
  npm: "https://registry.npmjs.org",
  yarn: "https://registry.yarnpkg.com",
  mirror: "https://registry.npmmirror.com",
} as const;

export type RegistryName = keyof typeof REGISTRIES;

export interface PackageInfo {
  name: string;
  description?: string;
  "dist-tags": Record<string, string>;
}

export async function fetchPackage(name: string, registry: RegistryName): Promise<PackageInfo> {
  const address = `${REGISTRIES[registry]}/${encodeURIComponent(name)}`;
  const response = await fetch(address, { headers: { accept: "application/vnd.npm.install-v1+json" } });
  if (response.status === 404) {
    throw new Error(`package ${name} not found`);
  }
  return (await response.json()) as PackageInfo;
}
