/** The console in a browser, as a user sees it. Needs the build. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { noBrowser, openBrowser } from "./open-browser.ts";
import type { Browser } from "./open-browser.ts";
import { serveConsole, user } from "./serve-console.ts";
import type { ServedConsole } from "./serve-console.ts";
import { productCount } from "./shop-rows.ts";

describe.skipIf(noBrowser !== undefined)(
  `the console${noBrowser === undefined ? "" : ` (skipped: ${noBrowser})`}`,
  () => {
    let served: ServedConsole;
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      served = await serveConsole();
      browser = await openBrowser();
    }, 60_000);
    afterEach(async () => {
      await page.close();
      expect(browser.complaints).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await served?.close();
    });

    async function signIn(hash = "", password = user.password): Promise<void> {
      page = await browser.openPage();
      await page.goto(`${served.url}/${hash}`);
      await page.getByLabel("Username").fill(user.username);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
    }
    /** The text of each row, below the heading. */
    const rows = (): Promise<string[]> => page.locator("table.grid tbody tr").allInnerTexts();

    it("refuses a wrong password with the reason, and keeps what was typed", async () => {
      await signIn("", "wrong");
      await expect.poll(() => page.getByRole("alert").innerText()).toContain("refuses the credentials");
      expect(await page.getByLabel("Username").inputValue()).toBe(user.username);
    });

    it("signs in and shows the tables of a keyspace, and of another one", async () => {
      await signIn();
      const tables = page.locator("ul.tables a");
      await expect.poll(() => tables.allInnerTexts()).toEqual(["orders_by_customer", "products", "sensor_readings"]);
      await page.getByLabel("Keyspace").selectOption("videos");
      await expect.poll(() => tables.count()).toBe(5);
    });

    it("keeps the token out of every store of the browser", async () => {
      await signIn();
      await page.getByRole("link", { name: "products" }).click();
      await expect.poll(rows).toHaveLength(50);
      const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
      expect(kept).toEqual(["", 0, 0]);
    });

    it("shows rows with their columns and types, page by page, forward and back", async () => {
      await signIn("#/tables/shop/products");
      await expect.poll(rows).toHaveLength(50);
      const first = await rows();
      await expect.poll(() => page.locator("thead th").first().innerText()).toMatch(/id\s*PK\s*uuid/);
      await page.getByRole("button", { name: "Next page" }).click();
      await expect.poll(async () => (await rows())[0]).not.toBe(first[0]);
      await page.getByRole("button", { name: "Next page" }).click();
      await expect.poll(rows).toHaveLength(productCount - 100);
      expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Previous page" }).click();
      await page.getByRole("button", { name: "Previous page" }).click();
      await expect.poll(rows).toEqual(first);
      await page.getByLabel("Rows per page").selectOption("500");
      await expect.poll(rows).toHaveLength(productCount);
    });

    it("shows every kind of value", async () => {
      await signIn("#/tables/videos/videos");
      await expect.poll(rows).toHaveLength(1);
      const [row] = await rows();
      for (const text of [
        '["craft","looms"]',
        '{"de":["Die Kette","Das Schiffchen"]}',
        "[1920,1080]",
        "12m30s",
        "[]",
      ]) {
        expect(row).toContain(text);
      }
    });
  },
);
