/** Headless Chromium of the system, without anything that it would fetch by itself. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { BrowserContext, Page } from "playwright-core";

const path = process.env["CHROME_PATH"] ?? "/usr/bin/chromium";

/** Why tests in a browser are skipped, or undefined. */
export const noBrowser = existsSync(path) ? undefined : `no Chromium at ${path}: install it, or set CHROME_PATH`;

export interface Browser {
  readonly context: BrowserContext;
  /** A page that records what the browser complains about. */
  readonly openPage: () => Promise<Page>;
  /** Violations of the content security policy and errors of programs since the last call, of all pages. */
  readonly takeComplaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-browser-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: path,
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  const complaints: string[] = [];
  await context.exposeBinding("recordViolation", (_source, text: string) => void complaints.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      const { recordViolation } = globalThis as unknown as { recordViolation: (text: string) => void };
      recordViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return {
    context,
    takeComplaints: () => complaints.splice(0),
    openPage: async () => {
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        // A refused request is logged by the browser itself, and is what a test asked for.
        if (message.type() === "error" && !/Failed to load resource/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      return page;
    },
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
