import puppeteer, { type Browser, type Page } from "puppeteer-core";

let browser: Browser | undefined;

export async function openPage(): Promise<Page> {
  browser ??= await puppeteer.launch({ executablePath: process.env.CHROME_PATH, headless: true });
  const pages = await browser.pages();
  return pages[0] ?? (await browser.newPage());
}
