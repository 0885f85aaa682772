export interface Call {
  url: string;
  headers: Record<string, string>;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly call: Call,
  ) {
    super(`the service answered ${status}`);
  }
}

export async function get(path: "/projects" | "/teams"): Promise<unknown> {
  const apiKey = process.env.PROJECTS_API_KEY ?? "";
  const call: Call = { url: `https://api.example.com${path}`, headers: { authorization: `Bearer ${apiKey}` } };
  const reply = await fetch(call.url, { headers: call.headers });
  if (!reply.ok) throw new ApiError(reply.status, call);
  return reply.json();
}
