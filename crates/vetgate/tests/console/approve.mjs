// A quarantined tool is approved in the console, and a client that was refused before calls it.

import assert from "node:assert/strict";
import { call, client, play, until, visit } from "./browser.mjs";

await play(async ({ page, wrong }) => {
  const agent = await client();
  assert.deepEqual((await agent.listTools()).tools, []);
  assert.match(await call(agent, "notes__get_note", { name: "a" }), /^refused: /);

  await page.getByRole("heading", { name: "Needs a decision" }).waitFor();
  await page.getByRole("link", { name: "Review get_note" }).click();
  await page.getByText("It is not yet approved or blocked").waitFor();
  await page.getByRole("main").getByText("Returns a note.").waitFor();
  await page.locator(".detail:not(.settling)").waitFor();
  await page.keyboard.press("a");
  await page.getByText("Approved: notes › get_note").waitFor();
  await until("the tool is there", async () =>
    (await agent.listTools()).tools.some((tool) => tool.name === "notes__get_note"),
  );
  assert.equal(await call(agent, "notes__get_note", { name: "a" }), "Buy bread.");

  // It has gone on to what waits next; that one is blocked from the list of tools.
  await page.getByText("Deletes a note for good.").waitFor();
  await visit(page, "#/tools");
  await page.getByRole("button", { name: "Block delete_note" }).click();
  await page.getByText("Blocked: notes › delete_note").waitFor();
  await until("the row says so", async () =>
    (await page.getByRole("row", { name: /delete_note/ }).textContent()).includes("blocked"),
  );
  assert.match(await call(agent, "notes__delete_note", { name: "a" }), /^refused: /);
  await page.getByLabel("Search tools").fill("look something up in my notes");
  await until("the search finds it", async () =>
    (await page.locator(".heat tbody tr").first().textContent())?.includes("get_note"),
  );
  assert.match(page.url(), /query=look/);
  await agent.close();
  assert.deepEqual(wrong, []);
});
