/** Thirteen tasks of daily work, each with the most clicks that it may take: `docs/console.md` lists them. Needs the build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { repository } from "../support/repository.ts";
import { Clicks } from "./clicks.ts";
import { noBrowser } from "./open-browser.ts";
import type { ServedConsole } from "./serve-console.ts";
import { shareConsole } from "./share-console.ts";
import { product, productCount } from "./shop-rows.ts";

/** Task → clicks, from the place where its rows are shown. */
const tasks: Readonly<Record<string, number>> = {
  "Find a row by its key": 2,
  "Find rows by an index": 2,
  "Read a long value": 1,
  "Copy a value": 1,
  "Change a value": 3,
  "Undo a change": 1,
  "Delete three rows": 4,
  "Insert a row with collections": 2,
  "Add an item to a collection": 2,
  "Sort the rows of a page": 1,
  "Hide a column": 2,
  "Export a result": 2,
  "Run GraphQL from history": 3,
};

it("are listed with their clicks in docs/console.md", () => {
  const page = readFileSync(join(repository, "docs/console.md"), "utf8");
  const [, table = ""] = page.split("| task | clicks at most |");
  const listed = [...table.matchAll(/^\| ([A-Z].+) \| (\d+) \|$/gm)].map(([, task, count]) => [task, Number(count)]);
  expect(Object.fromEntries(listed)).toEqual(tasks);
});

describeUnless(noBrowser)("in the console, clicks to", { timeout: 60_000 }, () => {
  const shared = shareConsole();
  let served: ServedConsole;
  let page: Page;
  let clicks: Clicks;
  beforeEach(() => {
    ({ page, served } = shared);
    clicks = new Clicks();
  });

  async function open(hash: string): Promise<void> {
    await shared.open(hash);
    await page.locator("table.grid td[data-column]").first().waitFor();
  }
  /** The row that contains a text. */
  const rowWith = (text: string): Locator => page.locator("table.grid tbody tr", { hasText: text });
  const cell = (text: string, column: string): Locator => rowWith(text).locator(`td[data-column="${column}"]`);
  const column = (name: string): Promise<string[]> =>
    page.locator(`table.grid td[data-column="${name}"]`).allInnerTexts();
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const panel = (name: string): Locator => page.getByRole("region", { name: `Value of ${name}` });
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  /** Waits until a field has the focus, as people do before they type. */
  const focus = (name: string): Promise<void> =>
    expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(name);

  /** Does a task, and compares its clicks with the most that it may take. */
  function task(name: string, work: () => Promise<void>): void {
    it(name, async () => {
      await work();
      expect(clicks.count).toBeLessThanOrEqual(tasks[name] ?? 0);
    });
  }

  task("Find a row by its key", async () => {
    await open("#/tables/shop/products");
    await clicks.choose(page.getByLabel("Find", { exact: true }), "Key");
    await focus("id");
    await page.keyboard.type(product);
    await page.keyboard.press("Enter");
    await expect.poll(() => column("id")).toEqual([product]);
  });

  task("Find rows by an index", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    await served.store.insert({
      keyspace: "videos",
      table: "users",
      values: new Map(Object.entries({ id, name: "Bob" })),
    });
    await open("#/tables/videos/users");
    await expect.poll(() => column("name")).toHaveLength(2);
    await clicks.choose(page.getByLabel("Find", { exact: true }), "Index on values of interests");
    await focus("interests");
    await page.keyboard.type("looms");
    await page.keyboard.press("Enter");
    await expect.poll(() => column("name")).toEqual(["Ada"]);
  });

  task("Read a long value", async () => {
    const note = `${"A long story. ".repeat(40)}\nThe end.`;
    const values = new Map([
      ["id", product],
      ["description", note],
    ]);
    await served.store.update({ keyspace: "shop", table: "products", values });
    await open("#/tables/shop/products");
    await clicks.click(cell(product, "description"));
    await expect.poll(() => panel("description").locator("pre").innerText()).toBe(note);
  });

  task("Copy a value", async () => {
    await open("#/tables/videos/users");
    await clicks.click(cell("ada@example.com", "home"));
    await page.keyboard.press("ControlOrMeta+C");
    await expect.poll(copied).toContain('"street":"Mill Lane 7"');
    expect(await panel("home").locator("pre").innerText()).toContain('{\n  "street": "Mill Lane 7",');
  });

  task("Change a value", async () => {
    await open("#/tables/shop/products");
    await page.getByLabel("Rows per page").selectOption("500");
    await expect.poll(() => column("id")).toHaveLength(120);
    await clicks.click(cell(product, "price"));
    await clicks.click(button("Edit value"));
    await focus("price");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7.25");
    await clicks.click(button("Save changes"));
    await expect.poll(() => cell(product, "price").innerText()).toBe("7.25");
  });

  task("Undo a change", async () => {
    await open("#/tables/videos/users");
    await cell("ada@example.com", "name").click();
    await page.getByRole("button", { name: "Edit value" }).click();
    await focus("name");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Ada L.");
    await button("Save changes").click();
    await expect.poll(() => column("name")).toEqual(["Ada L."]);
    await clicks.click(button("Undo"));
    await expect.poll(() => column("name")).toEqual(["Ada"]);
    expect(await page.getByText("Undone.").isVisible()).toBe(true);
  });

  task("Delete three rows", async () => {
    await open("#/tables/shop/orders_by_customer");
    await expect.poll(() => column("total")).toHaveLength(3);
    await clicks.click(page.getByLabel("Select row 1"));
    await clicks.click(page.getByLabel("Select row 3"), { modifiers: ["Shift"] });
    await clicks.click(button("Delete 3 rows…"));
    await expect.poll(() => page.getByRole("dialog").innerText()).toContain("2026-11-15T10:15:00.000Z");
    await clicks.click(button("Delete 3 rows"));
    await page.getByText("3 rows deleted.").waitFor();
    await expect.poll(() => page.getByText("No rows").count()).toBe(1);
    await button("Undo").click();
    await expect.poll(() => column("total")).toHaveLength(3);
  });

  task("Insert a row with collections", async () => {
    await open("#/tables/videos/users");
    await clicks.click(button("Insert row"));
    const field = (name: string): Locator => page.getByRole("dialog").getByLabel(name, { exact: true });
    await field("id").fill("00000000-0000-4000-8000-000000000000");
    await field("interests").fill('["looms", "tea"]');
    await field("settings").fill('{"theme": "light"}');
    await clicks.click(page.getByRole("dialog").getByRole("button", { name: "Insert row" }));
    await expect.poll(() => column("interests")).toContain('["looms","tea"]');
    expect(await column("settings")).toContain('{"theme":"light"}');
  });

  task("Add an item to a collection", async () => {
    await open("#/tables/videos/users");
    await expect.poll(() => column("interests")).toEqual(['["engines","looms"]']);
    const id = (await column("id"))[0] ?? "";
    // Someone else adds one after the page was loaded: it stays.
    await served.store.update({
      ...{ keyspace: "videos", table: "users", values: new Map([["id", id]]) },
      changes: [{ kind: "add", column: "interests", value: ["tea"] }],
    });
    await clicks.click(cell("ada@example.com", "interests"));
    await clicks.click(panel("interests").getByLabel("New item of interests"));
    await page.keyboard.type("weaving");
    await page.keyboard.press("Enter");
    await expect.poll(() => column("interests")).toEqual(['["engines","looms","tea","weaving"]']);
    expect(await page.getByText("Added to interests.").isVisible()).toBe(true);
    await page.keyboard.type("weft");
    await page.keyboard.press("Enter");
    await expect.poll(() => panel("interests").locator("pre").innerText()).toContain("weft");
  });

  it("Put an entry into a map", async () => {
    await open("#/tables/videos/users");
    await cell("ada@example.com", "settings").click();
    await panel("settings").getByLabel("New key of settings").fill("font");
    await panel("settings").getByLabel("New value of settings").fill("large");
    await button("Put entry").click();
    await expect
      .poll(async () => JSON.parse((await column("settings"))[0] ?? "{}") as unknown)
      .toMatchObject({
        font: "large",
        theme: "dark",
      });
    // A user type has no items, and a key cannot change.
    await cell("ada@example.com", "home").click();
    expect(await panel("home").locator("form").count()).toBe(0);
  });

  it("Append to a list only what its type takes", async () => {
    await open("#/tables/videos/videos");
    await page.locator('td[data-column="chapters"]').first().click();
    await panel("chapters").getByLabel("New item of chapters").fill("nonsense");
    await button("Append item").click();
    await expect.poll(() => panel("chapters").getByRole("alert").innerText()).toContain("Must be");
    const chapter = '{"title": "The cloth", "starts_after": "9m", "filmed_at": null}';
    await panel("chapters").getByLabel("New item of chapters").fill(chapter);
    await button("Append item").click();
    await expect.poll(() => panel("chapters").locator("pre").innerText()).toContain("The cloth");
  });

  task("Sort the rows of a page", async () => {
    await open("#/tables/shop/products");
    await clicks.click(page.getByRole("columnheader", { name: /^price/ }).getByRole("button"));
    const prices = (await column("price")).map(Number);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(prices).toHaveLength(50);
  });

  task("Hide a column", async () => {
    await open("#/tables/shop/products");
    await clicks.click(page.getByText("Columns", { exact: true }));
    await clicks.click(page.getByLabel("Show description"));
    await expect.poll(() => column("description")).toEqual([]);
  });

  task("Export a result", async () => {
    await open("#/tables/shop/products");
    await clicks.click(page.getByText("Export", { exact: true }));
    const coming = page.waitForEvent("download");
    await clicks.click(button("All pages as JSON"));
    const file = await coming;
    expect(file.suggestedFilename()).toBe("shop.products.json");
    const saved = JSON.parse(readFileSync(await file.path(), "utf8")) as object[];
    expect(saved).toHaveLength(productCount);
    expect(saved).toContainEqual(expect.objectContaining({ id: product, price: "0.00" }));
  });

  task("Run GraphQL from history", async () => {
    await shared.open("#/graphql/shop");
    const editor = page.getByRole("textbox", { name: "GraphQL document" });
    const response = (): Promise<string> => page.getByRole("region", { name: "Response" }).innerText();
    const write = async (text: string): Promise<void> => {
      await editor.click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(text);
    };
    await write("query Orders { ordersByCustomer { values { total } } }");
    await page.getByRole("button", { name: /^Run / }).click();
    await expect.poll(response).toContain('"total": "12.50"');
    await write("query Rooms { sensorReadings { values { room } } }");
    await page.getByRole("button", { name: /^Run / }).click();
    await expect.poll(response).toContain('"room": "cellar"');
    await shared.restart("#/graphql/shop");
    await clicks.click(page.getByText("History", { exact: true }));
    await clicks.click(page.getByRole("button", { name: /^query Orders/ }));
    await expect.poll(() => editor.innerText()).toContain("query Orders");
    await clicks.click(page.getByRole("button", { name: /^Run / }));
    await expect.poll(response).toContain('"total": "12.50"');
  });
});
