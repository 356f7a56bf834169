/** The Chromium of this machine, for the checks that need a page. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const program = places.find((path) => path !== undefined && existsSync(path));

export const withoutChromium = "skipped: no Chromium; install chromium, or name it in the variable CHROMIUM";

/** @returns what `use` gives, or undefined without Chromium */
export async function withBrowser(use) {
  if (program === undefined) return undefined;
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
