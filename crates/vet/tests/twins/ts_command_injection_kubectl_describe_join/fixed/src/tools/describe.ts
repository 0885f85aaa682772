import { execFileSync } from "node:child_process";

export const describeSchema = {
  name: "kubectl_describe",
  description: "Describe a Kubernetes resource by type and name",
  inputSchema: {
    type: "object" as const,
    properties: {
      resourceType: { type: "string", description: "Type of the resource, e.g. pods" },
      name: { type: "string", description: "Name of the resource" },
      namespace: { type: "string", default: "default" },
      allNamespaces: { type: "boolean", default: false },
    },
    required: ["resourceType", "name"],
  },
} as const;

export interface DescribeInput {
  resourceType: string;
  name: string;
  namespace?: string;
  allNamespaces?: boolean;
}

export async function kubectlDescribe(input: DescribeInput) {
  const resourceType = input.resourceType.toLowerCase();
  const namespace = input.namespace ?? "default";

  const args = ["describe"];
  if (input.allNamespaces) {
    args.push("--all-namespaces");
  } else {
    args.push(`--namespace=${namespace}`);
  }
  args.push("--", resourceType, input.name);

  try {
    const result = execFileSync("kubectl", args, { encoding: "utf8", env: { ...process.env, KUBECONFIG: process.env.KUBECONFIG } });
    return { content: [{ type: "text" as const, text: result }] };
  } catch (error) {
    const status = (error as { status?: number }).status;
    return {
      content: [{ type: "text" as const, text: JSON.stringify({ error: "kubectl describe failed", status }) }],
      isError: true,
    };
  }
}
