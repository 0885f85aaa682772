// Who is let in: nobody without the token, no page of another origin, nobody with one half of a pass alone.

import assert from "node:assert/strict";
import http from "node:http";
import { accessible, ask, play, signIn, until, visit, world } from "./browser.mjs";

/** Asks by hand, with exactly these headers. */
function raw(method, path, headers) {
  const { hostname, port } = new URL(world.origin);
  return new Promise((done, failed) => {
    const request = http.request({ hostname, port, path, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    request.on("error", failed);
    request.end();
  });
}

await play(
  async ({ browser, page }) => {
    // The page is there for everybody, and has nothing in it; what it shows is not.
    const front = await raw("GET", "/", {});
    assert.equal(front.status, 200);
    const policy = front.headers["content-security-policy"];
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      assert.ok(policy.includes(part), policy);
    assert.ok(!/unsafe|https?:|\*/.test(policy), policy);
    for (const path of ["/api/v1/status", "/api/v1/holds", "/api/v1/policy", "/api/v1/settings", "/metrics"])
      assert.equal((await raw("GET", path, {})).status, 401, path);
    assert.equal((await raw("POST", "/api/v1/console/session", {})).status, 401);
    assert.equal((await raw("GET", "/", { Host: "evil.example" })).status, 403, "a name that is not ours");
    assert.equal(
      (await raw("GET", "/api/v1/status", { Authorization: `Bearer ${world.token}`, Origin: "https://evil.example" }))
        .status,
      403,
      "another origin",
    );

    // A wrong token is told so, and the right one opens.
    await page.goto(world.origin);
    await page.getByLabel("Admin token").fill("0".repeat(64));
    await page.getByRole("button", { name: "Sign in" }).click();
    await accessible(page, "signing in");
    await page.getByRole("alert").getByText("the admin token is missing or wrong").waitFor();
    await signIn(page);
    const [cookie] = await browser.cookies();
    assert.equal(cookie.httpOnly, true);
    assert.equal(cookie.sameSite, "Strict");
    assert.equal(await page.evaluate(() => document.cookie), "", "no script sees it");
    assert.ok(
      !(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(world.token),
      "the token is kept nowhere",
    );

    // Half a pass opens nothing, nor does a whole one from elsewhere.
    const word = await page.evaluate(() => localStorage.getItem("vetgate.word"));
    const shown = { Cookie: `${cookie.name}=${cookie.value}` };
    const whole = { ...shown, "X-Vetgate-Console": word };
    assert.equal((await raw("GET", "/api/v1/status", whole)).status, 200);
    assert.equal((await raw("GET", "/api/v1/status", shown)).status, 403, "without the word");
    assert.equal((await raw("GET", "/api/v1/status", { "X-Vetgate-Console": word })).status, 401, "without the cookie");
    assert.equal(
      (await raw("POST", "/api/v1/audit/verify", { ...whole, "X-Vetgate-Console": "guess" })).status,
      403,
      "a wrong word",
    );
    assert.equal(
      (await raw("POST", "/api/v1/audit/verify", { ...whole, Origin: "http://127.0.0.1:1" })).status,
      403,
      "another port",
    );
    assert.equal(
      (await raw("POST", "/api/v1/audit/verify", { ...whole, "Sec-Fetch-Site": "cross-site" })).status,
      403,
      "another site",
    );
    assert.equal((await raw("POST", "/api/v1/console/session", whole)).status, 401, "a pass makes no pass");
    assert.equal((await raw("POST", "/mcp", whole)).status >= 400, true, "it is nobody under /mcp");

    // A page of another origin on this very machine can neither read nor decide.
    const stranger = http.createServer((_, answer) =>
      answer.writeHead(200, { "content-type": "text/html" }).end("<title>stranger</title>"),
    );
    await new Promise((done) => stranger.listen(0, "127.0.0.1", done));
    const other = await browser.newPage();
    await other.goto(`http://127.0.0.1:${stranger.address().port}/`);
    const tried = await other.evaluate(
      async ([origin, word]) => {
        const one = await fetch(`${origin}/api/v1/audit/verify`, {
          method: "POST",
          credentials: "include",
          headers: { "X-Vetgate-Console": word },
        }).then(
          (answer) => answer.status,
          () => "refused",
        );
        const two = await fetch(`${origin}/api/v1/console/session`, {
          method: "POST",
          mode: "no-cors",
          credentials: "include",
        }).then(
          (answer) => answer.type,
          () => "refused",
        );
        return [one, two];
      },
      [world.origin, word],
    );
    assert.deepEqual(tried, ["refused", "opaque"]);
    const framed = await other.evaluate(async (origin) => {
      const frame = document.createElement("iframe");
      frame.src = origin;
      document.body.append(frame);
      await new Promise((done) => {
        frame.onload = done;
      });
      try {
        return frame.contentDocument?.title ?? "closed";
      } catch {
        return "closed";
      }
    }, world.origin);
    assert.equal(framed, "closed", "it is in no frame");
    stranger.close();
    await other.close();

    // Signing out ends it here and there.
    await visit(page, "#/settings");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Admin token").waitFor();
    await until("the pass is over", async () => (await raw("GET", "/api/v1/status", whole)).status === 401);
    assert.equal((await ask("/api/v1/status")).status, 200, "the token still opens");
  },
  { signedIn: false },
);
