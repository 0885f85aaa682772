export interface Message {
  text: string;
  urgent: boolean;
}

const TARGETS = new Map([
  ["ops", "https://hooks.example.com/services/ops"],
  ["sales", "https://hooks.example.com/services/sales"],
]);

export async function deliver(target: string, message: Message): Promise<number> {
  const url = TARGETS.get(target);
  if (url === undefined) {
    throw new TypeError(`no webhook is called ${target}`);
  }
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  return reply.status;
}
