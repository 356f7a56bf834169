/** A page of a service that the tests of a group share: signed in once. Each test begins with the rows and looks of a new one. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { openBrowser } from "./open-browser.ts";
import type { Browser } from "./open-browser.ts";
import { serveConsole, user } from "./serve-console.ts";
import type { ServedConsole } from "./serve-console.ts";

export interface SharedConsole {
  readonly page: Page;
  readonly served: ServedConsole;
  /** Shows a place, whose view begins anew. */
  readonly open: (hash: string) => Promise<void>;
  /** Loads the page again, signs in, and shows a place. What the browser keeps stays. @param url of another service */
  readonly restart: (hash: string, url?: string) => Promise<void>;
}

export async function signIn(page: Page, url: string, password = user.password): Promise<void> {
  page.setDefaultTimeout(20_000);
  await page.goto(url);
  await page.getByLabel("Username").fill(user.username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Leaves every view that a test may open. */
const elsewhere = "#/health";

/** Call it in a `describe`: page and service end with its tests. */
export function shareConsole(): SharedConsole {
  let browser: Browser;
  let served: ServedConsole;
  let page: Page;
  beforeAll(async () => {
    [browser, served] = await Promise.all([openBrowser(), serveConsole()]);
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await browser.openPage();
    await signIn(page, `${served.url}/${elsewhere}`);
    await page.getByRole("heading", { name: "Health" }).waitFor();
  }, 60_000);
  beforeEach(() => served.reset());
  const open = (hash: string): Promise<void> => page.evaluate((next) => void (location.hash = next), hash);
  const restart = async (hash: string, url = served.url): Promise<void> => {
    await page.goto("about:blank");
    await signIn(page, `${url}/${hash}`);
  };
  afterEach(async () => {
    await page.evaluate(() => localStorage.clear());
    await (page.url().startsWith(served.url) ? open : restart)(elsewhere);
    await page.getByRole("heading", { name: "Health" }).waitFor();
    expect(browser.takeComplaints()).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  return {
    get page() {
      return page;
    },
    get served() {
      return served;
    },
    open,
    restart,
  };
}
