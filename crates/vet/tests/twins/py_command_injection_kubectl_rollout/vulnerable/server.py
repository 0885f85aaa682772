from typing import Literal

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from kube import KubectlError, kubectl

mcp = FastMCP(name="k8s-rollouts")

Kind = Literal["deployment", "statefulset", "daemonset"]


@mcp.tool()
async def rollout_restart(kind: Kind, name: str, namespace: str = "default") -> str:
    """Restart the pods of a workload."""
    try:
        return await kubectl(f"rollout restart {kind}/{name} -n {namespace}")
    except KubectlError as error:
        raise ToolError(f"kubectl exited with {error.code}: {error}") from error


@mcp.tool()
async def list_namespaces() -> list[str]:
    """Names of the namespaces of the cluster."""
    out = await kubectl("get namespaces -o name")
    return [line.removeprefix("namespace/") for line in out.splitlines()]


if __name__ == "__main__":
    mcp.run()
