/** The console for people who see, point or read differently: by rules of WCAG, by keyboard alone, at every width. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import type { Browser } from "./open-browser.ts";
import { serveConsole, user } from "./serve-console.ts";
import type { ServedConsole } from "./serve-console.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describeUnless(noBrowser)("the console", { timeout: 60_000 }, () => {
  let served: ServedConsole;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [served, browser] = await Promise.all([serveConsole(), openBrowser()]);
  }, 60_000);
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function open(hash: string): Promise<void> {
    page = await browser.openPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${served.url}/${hash}`);
  }
  const go = (hash: string): Promise<unknown> => page.goto(`${served.url}/${hash}`);

  /** Words of letters alone that stand in two lines, as far as they are short enough for one. */
  const brokenWords = (): Promise<string[]> =>
    page.evaluate(() => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode as Text;
        if (parentElement?.closest(".unseen")) continue;
        for (const { 0: word, index } of data.matchAll(/[A-Za-z]{2,25}/g)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
      return broken;
    });

  /** Rules that a view breaks, with the elements, as far as they are serious. */
  async function offenses(view: string): Promise<string[]> {
    expect(browser.takeComplaints()).toEqual([]);
    const { violations } = await page.evaluate(() => {
      const { axe: run } = globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
      // Only media that play by themselves would have to be fetched, and there are none.
      return run.run({ resultTypes: ["violations"], preload: false });
    });
    // Its own means may be against the policy.
    browser.takeComplaints();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${view}: ${id} ${html.slice(0, 160)}`));
  }

  test.each([
    ["wide", 1280],
    ["narrow", 390],
  ])(
    "%s breaks no serious rule of WCAG in light or dark colors, and fits",
    async (_name, width) => {
      await open("");
      await page.evaluate(axe);
      await page.setViewportSize({ width, height: 800 });
      const found: string[] = [];
      const look = async (view: string): Promise<void> => {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const seen = `${view}, ${colorScheme}`;
          found.push(...(await offenses(seen)));
          if (width < 640) found.push(...(await brokenWords()).map((word) => `${seen}: ${word} is broken`));
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wider > 0) found.push(`${seen}: ${wider} pixels wider than the page`);
        }
      };
      await page.getByLabel("Username").fill(user.username);
      await page.getByLabel("Password").fill("wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await look("sign in");
      await page.getByLabel("Password").fill(user.password);
      await page.keyboard.press("Enter");
      await page.getByRole("region", { name: "Tables of shop with their rows" }).waitFor();
      await look("tables");
      await go("#/tables/videos/users");
      await page.locator("table.grid").waitFor();
      await look("rows");
      await page.locator('td[data-column="home"]').click();
      await page.getByText("Columns", { exact: true }).click();
      await page.getByRole("region", { name: "Value of home" }).waitFor();
      await look("value and columns");
      await page.keyboard.press("Escape");
      await page.getByLabel("Select row 1").check();
      await look("selection");
      await page.getByRole("button", { name: "Delete 1 row…" }).click();
      await page.getByRole("dialog", { name: "Delete row?" }).waitFor();
      await look("deleting");
      await page.keyboard.press("Escape");
      await page.getByLabel("Find", { exact: true }).selectOption("Key");
      await page.getByRole("button", { name: "Find rows" }).click();
      await page.getByText("Must be a UUID").waitFor();
      await look("look-up");
      await page.getByRole("button", { name: "Edit row 1" }).click();
      await page.getByLabel("home", { exact: true }).fill("{");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await look("row");
      await page.keyboard.press("Escape");
      await go("#/tables/videos/users/definition");
      await page.getByRole("region", { name: "Generated module" }).waitFor();
      await look("definition");
      await go("#/graphql/shop");
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByText('"data"').waitFor();
      await look("graphql");
      await go("#/cql/shop");
      // Until then the page of before is shown, which has a button of that name too, or there is no statement yet.
      await page.getByRole("textbox", { name: "CQL statements" }).waitFor();
      await page.getByRole("button", { name: "Run" }).click();
      await page.locator("table.grid td").first().click();
      await page.getByRole("region", { name: /^Value of/ }).waitFor();
      await look("cql");
      await page.getByRole("textbox", { name: "CQL statements" }).click();
      await page.keyboard.type("SELEC ");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("alert").waitFor();
      await look("refused cql");
      await go("#/requests");
      await page.getByLabel("With those of the console").check();
      await page.getByRole("region", { name: "Latest requests" }).waitFor();
      await look("requests");
      await go("#/health");
      await page.locator(".cards").waitFor();
      await look("health");
      expect(found).toEqual([]);
    },
    120_000,
  );

  describe("by keyboard alone", () => {
    /** The name of what has the focus, also within the editor. */
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        const own = active?.getAttribute("aria-label") ?? (active as HTMLInputElement | null)?.labels?.[0]?.innerText;
        return own ?? (active as HTMLElement | null)?.innerText ?? "";
      });
    /** Whether what has the focus looks so: an outline, of itself or of the editor around it. */
    const isMarked = (): Promise<boolean> =>
      page.evaluate(() => {
        const host = document.activeElement;
        const active = host?.shadowRoot ? host.shadowRoot.querySelector(".cm-editor") : host;
        return active !== null && getComputedStyle(active).outlineStyle !== "none";
      });

    /** Presses Tab until something of that name has the focus, which must be seen all the way. */
    async function tabTo(name: RegExp): Promise<void> {
      for (let count = 0; count < 80; count++) {
        await page.keyboard.press("Tab");
        const current = await focused();
        // The editor marks itself a moment later.
        await expect.poll(isMarked, { message: current }).toBe(true);
        if (name.test(current)) return;
      }
      throw new Error(`Tab leads to nothing like ${name}`);
    }

    async function signIn(hash: string): Promise<void> {
      await open(hash);
      await page.getByLabel("Username").waitFor();
      expect(await focused()).toContain("Username");
      await page.keyboard.type(user.username);
      await page.keyboard.press("Tab");
      await page.keyboard.type(user.password);
      await page.keyboard.press("Enter");
      await page.locator("header.bar").waitFor();
    }

    it("begins with a link to the content", async () => {
      await signIn("#/tables/shop/products");
      await page.locator("table.grid").waitFor();
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Skip to content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await tabTo(/^Rows$/);
    });

    it("shows a table, inserts a row, and closes the dialog with Escape", async () => {
      await signIn("");
      await page.locator("ul.tables").waitFor();
      await tabTo(/^sensor_readings$/);
      await page.keyboard.press("Enter");
      await page.locator("table.grid").waitFor();
      await tabTo(/^Insert row$/);
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("room");
      await page.keyboard.press("Escape");
      // The button has the focus before the dialog has left the page, which takes a press until then with it.
      await page.locator("dialog").waitFor({ state: "detached" });
      await expect.poll(focused).toBe("Insert row");
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("room");
      await page.keyboard.type("attic");
      await tabTo(/^day$/);
      await page.keyboard.type("2026-11-22");
      await tabTo(/^at$/);
      await page.keyboard.type("07:00:00");
      await page.keyboard.press("Enter");
      await page.getByText("Row inserted.").waitFor();
    });

    it("writes and runs GraphQL, and leaves the editor", async () => {
      await signIn("#/graphql/shop");
      await page.getByRole("textbox", { name: "GraphQL document" }).waitFor();
      await tabTo(/^GraphQL document$/);
      await page.keyboard.press("Control+Enter");
      await page.getByText('"data"').waitFor();
      await tabTo(/^Variables$/);
    });
  });
});
