// The planted theft is in the flow graph: what moved, from where to where, and the three legs of the trifecta.

import assert from "node:assert/strict";
import { client, play, until, visit, world } from "./browser.mjs";
import { lure, send } from "./theft.mjs";

await play(async ({ page, wrong }) => {
  const agent = await client();
  const secret = await lure(agent, world.folder);
  assert.match(secret, /revenue 48,213,907/);
  const sending = send(agent, secret);
  await visit(page, "#/holds");
  await page.getByRole("heading", { name: "What would be sent" }).waitFor();
  assert.match(await page.getByRole("main").textContent(), /to an external destination|untrusted content chose/);
  await page.locator(".detail:not(.settling)").waitFor();
  await page.keyboard.press("b");
  assert.match(await sending, /refused: /);

  await visit(page, "#/sessions");
  await page
    .getByRole("row", { name: /critical/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("heading", { name: "Flow graph" }).waitFor();
  await page.getByText("then tried to send data to an external destination. The call was not sent.").waitFor();
  assert.equal(await page.locator(".closing .leg.lit").count(), 3, "all three legs are lit");
  const picture = page.locator(".graph img");
  await until("the picture is shown", () => picture.evaluate((image) => image.complete && image.naturalWidth > 100));
  const drawing = await picture.evaluate(async (image) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const paper = canvas.getContext("2d");
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).join())).size;
  });
  assert.ok(drawing > 20, `the picture has its own style: ${drawing} colours`);
  const grave = page.locator(".edges .edge-row").first();
  await grave.focus();
  await page.keyboard.press("Enter");
  const detail = page.locator(".edge-detail");
  await until(
    "the detail says from where to where",
    async () =>
      /files › read_text_file/.test(await detail.textContent()) && /mail › send_email/.test(await detail.textContent()),
  );
  assert.match(await detail.textContent(), /\/body/);
  assert.match(await detail.textContent(), /base64/);
  assert.ok(!(await page.getByRole("main").textContent()).includes("48,213,907"), "the data itself is nowhere");
  assert.match(await page.locator(".timeline li").last().textContent(), /deny/);
  await agent.close();
  assert.deepEqual(wrong, []);
});
