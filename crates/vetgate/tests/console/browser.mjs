// What every script starts with: a browser that is signed in, a real MCP client, and ways to wait.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export const world = JSON.parse(process.argv[2]);
const require = createRequire(path.join(world.peers, "console/package.json"));
const { chromium } = require("playwright-core");
export const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** A folder with the files of the console as they are now, for whoever changes them and does not want to build each time. */
const ASSETS = process.env.VETGATE_CONSOLE_FILES;
/** Longer than anything here takes on any machine. */
const LONG = 60000;

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs a script with a browser of its own; whatever happens, the browser is closed. */
export async function play(act, { signedIn = true, ...options } = {}) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "vetgate-console-"));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    headless: true,
    args: FLAGS,
    viewport: { width: 1360, height: 900 },
    timezoneId: "Europe/Lisbon",
    locale: "en-GB",
    ...options,
  });
  browser.setDefaultTimeout(LONG);
  const page = browser.pages()[0] ?? (await browser.newPage());
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  if (ASSETS) await fromDisk(page);
  try {
    if (signedIn) await signIn(page);
    await act({ browser, page, wrong });
    console.log("ok");
  } catch (error) {
    const seen = await page.evaluate(() => document.body.innerText).catch(() => "");
    console.log(`at ${page.url()}:\n${seen.slice(0, 3000)}\n${wrong.join("\n")}`);
    throw error;
  } finally {
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

/** Answers with those files in place of the ones that are built in. */
async function fromDisk(page) {
  await page.route(
    (url) => url.pathname === "/" || url.pathname.startsWith("/console/"),
    async (route) => {
      const name = new URL(route.request().url()).pathname.replace("/console/", "").replace(/^\/$/, "index.html");
      const type = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml" }[
        path.extname(name)
      ];
      const answer = await route.fetch().catch(() => null);
      const headers = { ...answer?.headers(), "content-type": type };
      delete headers["content-length"];
      await route.fulfill({ status: 200, headers, body: fs.readFileSync(path.join(ASSETS, name)) });
    },
  );
}

export async function signIn(page) {
  await page.goto(world.origin);
  await page.getByLabel("Admin token").fill(world.token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
}

/** Goes to a page of the console. */
export async function visit(page, hash) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
}

/** Waits until something holds. */
export async function until(what, check) {
  const end = Date.now() + LONG;
  for (;;) {
    const found = await check();
    if (found) return found;
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A client of the official SDK. */
export async function client(name = "agent") {
  const load = (file) =>
    import(
      pathToFileURL(path.join(world.peers, "npm/node_modules/@modelcontextprotocol/sdk/dist/esm/client", file)).href
    );
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    load("index.js"),
    load("streamableHttp.js"),
  ]);
  const client = new Client({ name, version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(world.mcp)));
  return client;
}

/** What a call gives: its text, or what was said against it. `means` is what the agent says that it does. */
export async function call(client, name, args, means) {
  const _meta = means ? { "dev.vetgate/intent": { operation_type: means } } : undefined;
  try {
    const result = await client.callTool({ name, arguments: args, _meta }, undefined, { timeout: LONG });
    return result.content[0].text;
  } catch (error) {
    return `refused: ${error.message}`;
  }
}

/** Changes the part of a server that plays one. */
export function change(server, edit) {
  const file = path.join(world.folder, `${server}.json`);
  const part = JSON.parse(fs.readFileSync(file, "utf8"));
  edit(part);
  fs.writeFileSync(`${file}.new`, JSON.stringify(part));
  fs.renameSync(`${file}.new`, file);
}

/** What a path of the gateway answers to a request that is made by hand. */
export async function ask(route, options = {}) {
  return fetch(world.origin + route, {
    ...options,
    headers: { Authorization: `Bearer ${world.token}`, ...options.headers },
  });
}

/** Holds the page to what axe-core finds: nothing serious. */
export async function accessible(page, where) {
  const found = await page.evaluate(async (source) => {
    if (!window.axe) {
      // The page's own policy lets no script in; the browser's tools are not bound by it.
      (0, eval)(source);
    }
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter((one) => ["serious", "critical"].includes(one.impact))
      .map(
        (one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join(" | ")}`,
      );
  }, AXE);
  assert.deepEqual(found, [], where);
}
