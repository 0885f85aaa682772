import { execSync } from "node:child_process";

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

  let command = "kubectl describe ";
  command += resourceType;
  command += ` ${input.name}`;
  if (input.allNamespaces) {
    command += " --all-namespaces";
  } else {
    command += ` -n ${namespace}`;
  }

  try {
    const result = execSync(command, { encoding: "utf8", env: { ...process.env, KUBECONFIG: process.env.KUBECONFIG } });
    return { content: [{ type: "text" as const, text: result }] };
  } catch (error) {
    const status = (error as { status?: number }).status;
    return {
      content: [{ type: "text" as const, text: JSON.stringify({ error: "kubectl describe failed", status }) }],
      isError: true,
    };
  }
}
