/** The grid of rows: what it keeps, what keys do in it, and what stays in sight. Needs the build. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { noBrowser } from "./open-browser.ts";
import { shareConsole } from "./share-console.ts";

describeUnless(noBrowser)("the grid", { timeout: 60_000 }, () => {
  const shared = shareConsole();
  let page: Page;
  beforeEach(() => void (page = shared.page));

  async function open(hash: string): Promise<void> {
    await shared.open(hash);
    await page.locator("table.grid td[data-column]").first().waitFor();
  }
  const headings = (): Promise<string[]> => page.locator("table.grid thead .name").allInnerTexts();
  const head = (name: string) => page.getByRole("columnheader", { name: new RegExp(`^${name}`) });
  const widthOf = async (name: string): Promise<number> => (await head(name).boundingBox())?.width ?? 0;
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { cellIndex, parentElement } = document.activeElement?.closest("td, th") as HTMLTableCellElement;
      return `${(parentElement as HTMLTableRowElement).rowIndex} ${cellIndex}`;
    });

  it("keeps hidden columns, widths and sorting for the table, and nothing of its rows", async () => {
    await open("#/tables/shop/products");
    await page.getByText("Columns", { exact: true }).click();
    await page.getByLabel("Show description").uncheck();
    await page.keyboard.press("Escape");
    await head("name").getByRole("button").click();
    await head("name").getByRole("button").click();
    const before = await widthOf("price");
    const edge = await head("price").locator(".edge").boundingBox();
    await page.mouse.move((edge?.x ?? 0) + 2, (edge?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((edge?.x ?? 0) + 82, (edge?.y ?? 0) + 10);
    await page.mouse.up();
    await expect.poll(() => widthOf("price")).toBeGreaterThan(before + 60);
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).not.toMatch(/5f3a1d52|blanket/);

    await shared.restart("#/tables/shop/products");
    await page.locator("table.grid td[data-column]").first().waitFor();
    expect((await headings()).map((text) => text.split(" ")[0])).toEqual(["id", "name", "price", "created"]);
    expect(await head("name").getAttribute("aria-sort")).toBe("descending");
    expect(await widthOf("price")).toBeGreaterThan(before + 60);
    await page.getByText("Columns (1 hidden)").click();
    await page.getByRole("button", { name: "Reset columns" }).click();
    await expect.poll(headings).toHaveLength(5);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  describe("by keyboard", () => {
    it("leads from cell to cell, opens one, copies it, and comes back", async () => {
      await open("#/tables/shop/products");
      await page.getByRole("region", { name: "Rows of products" }).focus();
      await page.keyboard.press("ArrowDown");
      const first = await focused();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await expect.poll(focused).not.toBe(first);
      const cell = await focused();
      const text = await page.evaluate(() => (document.activeElement as HTMLElement).innerText);
      await page.keyboard.press("ControlOrMeta+C");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await page.keyboard.press("Enter");
      const panel = page.getByRole("region", { name: "Value of name" });
      await expect.poll(() => panel.locator("pre").innerText()).toBe(text);
      await page.keyboard.press("Escape");
      await expect.poll(() => panel.count()).toBe(0);
      await expect.poll(focused).toBe(cell);
      // Quicker than the next frame.
      await page.evaluate(async () => {
        const press = (key: string): unknown =>
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        press("Enter");
        await Promise.resolve();
        await Promise.resolve();
        press("Escape");
      });
      await expect.poll(() => panel.count()).toBe(0);
      await page.keyboard.press("F2");
      await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("name");
      await page.keyboard.press("Escape");
    });

    it("selects rows, deletes them after a question, and says why that cannot be undone", async () => {
      await open("#/tables/shop/sensor_readings");
      await page.locator("table.grid td[data-column]").first().focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await page.keyboard.press("Delete");
      const dialog = page.getByRole("dialog", { name: "Delete 2 rows?" });
      await expect.poll(() => dialog.innerText()).toContain("This cannot be undone: values of this table expire");
      await page.keyboard.press("Escape");
      // A dialog that has closed is hidden at once, and leaves the page when its event came: no hand is as quick as this test.
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Delete");
      await dialog.waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("2 rows deleted. It cannot be undone").waitFor();
      await expect.poll(() => page.locator("table.grid tbody tr").count()).toBe(1);
      expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    });

    it("leads to the filter with a slash, but not from a field", async () => {
      await open("#/tables/shop/products");
      await page.locator("table.grid td[data-column]").first().focus();
      await page.keyboard.press("/");
      const field = page.getByRole("form", { name: "Find rows" }).getByLabel("id", { exact: true });
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.press("/");
      expect(await field.inputValue()).toBe("/");
    });

    it("sorts, and changes the width of a column", async () => {
      await open("#/tables/shop/products");
      await head("name").getByRole("button").focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => head("name").getAttribute("aria-sort")).toBe("ascending");
      const before = await widthOf("name");
      for (let count = 0; count < 5; count++) await page.keyboard.press("Shift+ArrowRight");
      await expect.poll(() => widthOf("name")).toBeGreaterThan(before + 40);
    });
  });

  it.each([1280, 390])(
    "keeps the key in sight when it is scrolled sideways at %d pixels, without a step",
    async (width) => {
      await open("#/tables/videos/videos");
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("region", { name: "Rows of videos" }).evaluate((scroller) => (scroller.scrollLeft = 333));
      const boxes = await page.locator("table.grid tbody tr td").evaluateAll((cells) =>
        cells.map((cell) => {
          const { left, top, height } = cell.getBoundingClientRect();
          return { left, top, height };
        }),
      );
      const scroller = await page.getByRole("region", { name: "Rows of videos" }).boundingBox();
      const key = await page.locator('table.grid td[data-column="id"]').boundingBox();
      expect(key?.x).toBeGreaterThanOrEqual(scroller?.x ?? 0);
      expect((key?.x ?? 0) + (key?.width ?? 0)).toBeLessThan((scroller?.x ?? 0) + width * 0.7);
      expect(new Set(boxes.map(({ top, height }) => `${top} ${height}`)).size).toBe(1);
      for (const { height } of boxes) expect(height % 1).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});
