/** The page for CQL in a browser. Needs the build. */
import type { Page } from "playwright-core";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { noBrowser } from "./open-browser.ts";
import { serveConsole } from "./serve-console.ts";
import { shareConsole } from "./share-console.ts";
import { productCount } from "./shop-rows.ts";

describeUnless(noBrowser)("the page for CQL", { timeout: 60_000 }, () => {
  const shared = shareConsole();
  let page: Page;
  beforeEach(() => void (page = shared.page));

  const open = (): Promise<void> => shared.open("#/cql/shop");
  const editor = () => page.getByRole("textbox", { name: "CQL statements" });
  /** Types in place of the whole text, without brackets and quotes that close by themselves. */
  async function write(text: string): Promise<void> {
    await editor().click();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
  }
  async function run(text: string): Promise<void> {
    await write(text);
    await page.keyboard.press("Control+Enter");
  }
  const state = (): Promise<string> => page.getByRole("status").first().innerText();
  const rows = (): Promise<string[]> => page.locator("table.grid tbody tr").allInnerTexts();
  /** A choice is taken only once it has been seen for a moment. */
  async function accept(): Promise<void> {
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
  }
  const completions = (): Promise<string[]> => page.locator(".cm-completionLabel").allInnerTexts();

  it("begins with a statement of the first table, and runs it", async () => {
    await shared.restart("#/cql/shop");
    await expect.poll(() => editor().innerText()).toMatch(/^SELECT \* FROM orders_by_customer LIMIT 10;/);
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(state).toMatch(/^\d+ rows?, \d+ ms$/);
  });

  it("completes keywords, tables and columns as they are typed, and names on request", async () => {
    await open();
    await write("");
    await page.keyboard.type("sel");
    await expect.poll(completions).toContain("SELECT");
    await accept();
    await page.keyboard.type(" * fr");
    await expect.poll(completions).toEqual(["FROM"]);
    await accept();
    await page.keyboard.type(" prod");
    await expect.poll(completions).toEqual(["products"]);
    await accept();
    await page.keyboard.type(" WHERE ");
    await page.keyboard.press("Control+Space");
    await expect.poll(completions).toEqual(expect.arrayContaining(["id", "name", "TOKEN"]));
    await page.keyboard.press("Escape");
    await write("SELECT * FROM videos.");
    await page.keyboard.press("Control+Space");
    await expect.poll(completions).toContain("users");
  });

  it("runs the statement at the cursor, and shows its rows with their types", async () => {
    await open();
    await run("USE shop; -- first\nSELECT count(*) FROM products;");
    await expect.poll(rows).toEqual([String(productCount)]);
    expect(await page.locator("thead th").innerText()).toMatch(/count\s*bigint/);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+Enter");
    await expect.poll(state).toMatch(/^Keyspace shop, /);
  });

  it("reads more rows, and exports them", async () => {
    await open();
    await run("SELECT id, name FROM products;");
    await expect.poll(state).toMatch(/^First 100 rows, /);
    expect(await rows()).toHaveLength(100);
    await page.getByRole("button", { name: "More rows" }).click();
    await expect.poll(state).toMatch(new RegExp(`^${productCount} rows, `));
    await expect.poll(() => page.getByRole("button", { name: "More rows" }).count()).toBe(0);
    await page.getByText("Export", { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("result.csv");
  });

  it("shows a whole value, by pointer and by keyboard", async () => {
    await open();
    await run("SELECT keyspace_name, replication FROM system_schema.keyspaces WHERE keyspace_name = 'shop';");
    await page.locator("td[data-column='1']").click();
    const panel = page.getByRole("region", { name: "Value of replication" });
    expect(await panel.locator("pre").innerText()).toContain("'class':");
    await panel.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Value of keyspace_name" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("shop");
  });

  it("marks an error at its place, and leads there", async () => {
    await open();
    await run("SELECT id FROM products;\n\nSELECT id\nFORM products;");
    await expect.poll(() => page.getByRole("alert").innerText()).toMatch(/^line 2:0 mismatched input|no viable/);
    await expect.poll(() => page.locator(".cm-lintRange-error").allInnerTexts()).toEqual(["FORM"]);
    await page.getByRole("button", { name: "Show line 4" }).click();
    await page.keyboard.insertText("FROM products; --");
    await page.keyboard.press("Control+Enter");
    await expect.poll(state).toMatch(/^First 100 rows/);
  });

  it("shows refusals and warnings in the database's words", async () => {
    await open();
    await run("SELECT nothing FROM products;");
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toBe("Undefined column name nothing in table shop.products");
    await run("SELECT sum(price) FROM products;");
    await expect.poll(() => page.locator(".notice.warning").innerText()).toContain("without partition key");
  });

  it("completes what a statement has created, and follows USE", async () => {
    const served = await serveConsole();
    onTestFinished(served.close);
    await shared.restart("#/cql/shop", served.url);
    await run("CREATE TABLE shop.novelties (id int PRIMARY KEY);");
    await expect.poll(state).toMatch(/^Created table shop\.novelties, /);
    await write("SELECT * FROM nov");
    await page.keyboard.press("Control+Space");
    await expect.poll(completions).toEqual(["novelties"]);
    await page.keyboard.press("Escape");
    await run("CREATE KEYSPACE more WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
    const choice = page.getByRole("combobox", { name: "Keyspace" });
    await expect.poll(() => choice.innerText()).toContain("more");
    await run("USE more;");
    await expect.poll(() => choice.inputValue()).toBe("more");
  });

  it("keeps what was run, and brings it back", async () => {
    await open();
    await run("SELECT name FROM products LIMIT 1;");
    await expect.poll(rows).toHaveLength(1);
    await shared.restart("#/cql/shop");
    await page.getByText("History", { exact: true }).click();
    await page.getByRole("button", { name: "SELECT name FROM products LIMIT 1" }).click();
    await page.keyboard.press("Control+Enter");
    await expect.poll(rows).toHaveLength(1);
    await page.getByText("History", { exact: true }).click();
    await page.getByRole("button", { name: "Clear history" }).click();
    await expect.poll(() => page.getByText("History", { exact: true }).count()).toBe(0);
  });

  it("works by keyboard alone, and Tab leaves the editor", async () => {
    await open();
    await run("SELECT name FROM products LIMIT 2;");
    await expect.poll(rows).toHaveLength(2);
    const active = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    for (let count = 0; count < 5 && (await active()) !== "Rows of the result"; count++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Value of name" }).waitFor();
  });

  it("is not there with a cluster", async () => {
    const served = await serveConsole({ cql: undefined });
    onTestFinished(served.close);
    await shared.restart("#/cql/shop", served.url);
    await page.getByText("No CQL here").waitFor();
    await expect.poll(() => page.getByRole("navigation").getByText("CQL").count()).toBe(0);
  });
});
