// Held calls: one is let through, one is denied, and one is remembered as a rule.

import assert from "node:assert/strict";
import { accessible, ask, call, client, play, until, visit } from "./browser.mjs";

const DELETE = "notes__delete_note";

await play(async ({ page, wrong }) => {
  const agent = await client();
  // Let through from the first page, with one click.
  const first = call(agent, DELETE, { name: "plan" });
  await page.getByRole("button", { name: "Allow once: notes › delete_note" }).click();
  assert.equal(await first, "done: delete_note");
  await page.getByText("No decisions are pending.").waitFor();

  // Denied on the page of holds, with a reason that the agent hears.
  await visit(page, "#/holds");
  await page.getByText("No held calls.").waitFor();
  const second = call(agent, DELETE, { name: "diary of jo.miller@acme.io" }, "read");
  await page.getByRole("heading", { name: "What would be sent" }).waitFor();
  const main = page.getByRole("main");
  await page.getByRole("heading", { name: "Signals that disagree" }).waitFor();
  const disputed = (await page.locator(".disputed").allTextContents()).join(" ");
  assert.match(disputed, /Agent’s intent.*read/);
  assert.match(disputed, /Tool name.*destructive/);
  assert.match(await main.textContent(), /\[EMAIL\]/);
  assert.ok(!(await main.textContent()).includes("miller"), "what is sensitive is masked");
  await page.getByLabel("Reason for the denial").fill("not the diary");
  await page.getByRole("button", { name: /^Deny/ }).click();
  assert.match(await second, /refused: .*a person denied it: not the diary/);

  await page.getByText("No held calls.").waitFor();

  // The third is allowed and remembered; a fourth like it is not held any more.
  const third = call(agent, DELETE, { name: "plan" });
  await page.getByRole("button", { name: /remember as a rule/ }).click();
  const rule = page.getByLabel("The rule", { exact: true });
  assert.match(await rule.inputValue(), /tool\.name == "delete_note" && session\.principal == "anonymous"/);
  await page.getByText("This call would be: allow by rule.1").waitFor();
  await page.getByText(/This would have allowed \d+ of \d+ calls/).waitFor();
  await accessible(page, "the dialog of the rule");
  await page.getByRole("button", { name: "Save the rule and allow this call" }).click();
  assert.equal(await third, "done: delete_note");
  assert.equal(await call(agent, DELETE, { name: "plan" }), "done: delete_note");
  await page.getByText("No held calls.").waitFor();

  // The rule is in the policy; a dry run says what would become without it, and taking it away holds calls again.
  await visit(page, "#/policy");
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText(/This would have held \d+ of \d+ calls/).waitFor();
  await page.getByRole("button", { name: "Save the added rules" }).click();
  await page.getByText("Rules saved").waitFor();
  const fifth = call(agent, DELETE, { name: "plan" });
  await until("it is held again", async () => (await (await ask("/api/v1/holds")).json()).holds.length === 1);
  await visit(page, "#/holds");
  await page.getByRole("heading", { name: "What would be sent" }).waitFor();
  await page.locator(".detail:not(.settling)").waitFor();
  await page.keyboard.press("b");
  assert.match(await fifth, /a person denied it/);
  // Two presses in a row decide about one call: nobody meant the one that has taken its place.
  const both = ["one", "two"].map((name) => call(agent, DELETE, { name }));
  await until("both wait", async () => (await page.locator(".list li").count()) === 2);
  await page.locator(".detail:not(.settling)").waitFor();
  await page.evaluate(() => {
    for (let press = 0; press < 2; press += 1) dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
  });
  assert.match(await Promise.race(both), /a person denied it/);
  await until("the other is shown", async () => (await page.locator(".list li").count()) === 1);
  assert.equal((await (await ask("/api/v1/holds")).json()).holds.length, 1);
  await page.locator(".detail:not(.settling)").waitFor();
  await page.keyboard.press("b");
  await Promise.all(both);
  const { records } = await (await ask("/api/v1/activity?kind=decision&method=save_rules")).json();
  assert.equal(records.length, 2);
  assert.equal(records[0].principal, "api:console");
  await agent.close();
  assert.deepEqual(wrong, []);
});
