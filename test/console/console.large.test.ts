/** The console in a browser, as a user sees it. Needs the build. */
import { canonicalTime } from "@colonnade/runtime/protocol";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeUnless } from "../support/describe-unless.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import type { Browser } from "./open-browser.ts";
import { serveConsole, user } from "./serve-console.ts";
import type { ServedConsole } from "./serve-console.ts";
import { shareConsole, signIn } from "./share-console.ts";
import { productCount } from "./shop-rows.ts";

/** The text of each row, below the heading. */
const rowsOf = (page: Page): Promise<string[]> => page.locator("table.grid tbody tr").allInnerTexts();

describeUnless(noBrowser)("in the console", { timeout: 60_000 }, () => {
  const shared = shareConsole();
  const { open } = shared;
  let served: ServedConsole;
  let page: Page;
  beforeEach(() => void ({ page, served } = shared));
  const rows = (): Promise<string[]> => rowsOf(page);

  it("shows rows with their columns and types, page by page, forward and back", async () => {
    await open("#/tables/shop/products");
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

  it("shows the tables of a keyspace with their keys and rows", async () => {
    await open("#/tables");
    const overview = page.getByRole("region", { name: "Tables of shop with their rows" });
    await expect
      .poll(() => overview.getByRole("row").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Table\s+Rows\s+Size\s+Primary key/),
        expect.stringMatching(/^orders_by_customer\s+3\s+[\d.]+ k?B\s+customer_id, ordered_at, order_id\s+6\s+0$/),
        expect.stringMatching(/^products\s+more than 100\s+[\d.]+ k?B\s+id\s+5\s+0$/),
        expect.stringMatching(/^sensor_readings\s+3\s+[\d.]+ k?B\s+\(room, day\), at\s+5\s+0$/),
      ]);
    await page.getByRole("navigation", { name: "Keyspaces" }).getByRole("link", { name: "videos" }).click();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("videos");
  });

  it("shows an empty table with its columns, and inserts its first row", async () => {
    await open("#/tables/videos/watch_later");
    await page.getByText("The table is empty.").waitFor();
    expect(await page.locator("table.grid thead .name").count()).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Insert the first row" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
  });

  it("shows every kind of value", async () => {
    await open("#/tables/videos/videos");
    await expect.poll(rows).toHaveLength(1);
    const [row] = await rows();
    for (const text of ['["craft","looms"]', '{"de":["Die Kette","Das Schiffchen"]}', "[1920,1080]", "12m30s", "[]"]) {
      expect(row).toContain(text);
    }
  });

  describe("a row", () => {
    const dialog = () => page.getByRole("dialog");
    const field = (name: string) => dialog().getByLabel(name, { exact: true });
    const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
    const rowWith = (text: string) => page.locator("table.grid tbody tr", { hasText: text });

    it("is inserted, changed, and deleted after a question", async () => {
      await open("#/tables/shop/sensor_readings");
      await press("Insert row");
      await field("room").fill("attic");
      await field("day").fill("2026-11-22");
      await field("at").fill("07:00:00");
      await field("celsius").fill("4.5");
      await dialog().getByRole("button", { name: "Insert row" }).click();
      await expect.poll(() => page.getByText("Row inserted.").isVisible()).toBe(true);
      await expect.poll(() => rowWith("attic").innerText()).toMatch(/4\.5\s+null/);

      await rowWith("attic").getByRole("button").click();
      expect(await field("room").isEditable()).toBe(false);
      await field("alarms").fill("9007199254740993");
      await field("celsius is null").check();
      await press("Save changes");
      await expect.poll(() => rowWith("attic").innerText()).toMatch(/null\s+9007199254740993/);

      await rowWith("attic").getByRole("button").click();
      await press("Delete row…");
      await press("Keep it");
      await press("Delete row…");
      await press("Delete row");
      await expect.poll(() => page.getByText("Row deleted.").isVisible()).toBe(true);
      await expect.poll(() => rowWith("attic").count()).toBe(0);
    });

    it("is refused with the rule at the field, which gets the focus; nothing is sent", async () => {
      await open("#/tables/shop/products");
      await press("Insert row");
      await field("id").fill("not a UUID");
      await field("price").fill("cheap");
      await dialog().getByRole("button", { name: "Insert row" }).click();
      await expect.poll(() => field("id").getAttribute("aria-invalid")).toBe("true");
      const noteOf = (name: string): Promise<string> =>
        field(name).evaluate(
          (input) => document.getElementById(input.getAttribute("aria-describedby") ?? "")!.innerText,
        );
      expect(await noteOf("id")).toBe("Must be a UUID");
      expect(await noteOf("price")).toBe('Must be a decimal number, such as "9.99"');
      expect(await field("id").evaluate((input) => input === document.activeElement)).toBe(true);
      await field("id").fill("5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10");
      expect(await field("id").getAttribute("aria-invalid")).toBe("false");
      await page.keyboard.press("Escape");
      await press("Keep editing");
      expect(await field("price").inputValue()).toBe("cheap");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      expect(await field("price").inputValue()).toBe("cheap");
      await page.keyboard.press("Escape");
      await press("Discard changes");
      await page.locator("dialog").waitFor({ state: "detached" });
      await press("Insert row");
      await dialog().waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    });

    it("keeps the line breaks of text, and those of lines that are not changed", async () => {
      const id = "5f3a1d52-6e59-4b8e-9c43-000000d5a1c2";
      const key = new Map([["id", id]]);
      const at = { keyspace: "shop", table: "products" };
      const before = "one\r\ntwo\nthree";
      await served.store.update({ ...at, values: new Map([...key, ["description", before]]) });
      const description = async (): Promise<unknown> => {
        const filters = [{ column: "id", operator: "eq", value: id } as const];
        return (await served.store.select({ ...at, filters, pageSize: 1 })).rows[0]?.get("description");
      };
      await open("#/tables/shop/products");
      const edit = () => rowWith(id).getByRole("button").click();
      await edit();
      await field("name").fill("Renamed");
      await press("Save changes");
      await expect.poll(() => rowWith("Renamed").count()).toBe(1);
      expect(await description()).toBe(before);
      await edit();
      expect(await field("description").inputValue()).toBe("one\ntwo\nthree");
      await field("description").press("ControlOrMeta+End");
      await page.keyboard.type(" and\nfour");
      await press("Save changes");
      await expect.poll(description).toBe(`${before} and\nfour`);
    });

    it("does not overwrite another one unasked, nor come back once it is gone", async () => {
      await open("#/tables/shop/sensor_readings");
      await rowWith("08:10").getByRole("button").click();
      await field("alarms").fill("7");
      await served.store.delete({
        keyspace: "shop",
        table: "sensor_readings",
        key: new Map([
          ["room", "cellar"],
          ["day", "2026-11-21"],
          ["at", canonicalTime("08:10:00") ?? ""],
        ]),
      });
      await press("Save changes");
      await expect.poll(() => dialog().getByRole("alert").innerText()).toBe("The row no longer exists");
      await press("Cancel");
      await press("Insert row");
      await field("room").fill("cellar");
      await field("day").fill("2026-11-21");
      await field("at").fill("08:00:00");
      await dialog().getByRole("button", { name: "Insert row" }).click();
      await expect.poll(() => dialog().getByRole("alert").innerText()).toBe("A row with this key exists already");
      await dialog().getByLabel("Overwrite").check();
      await dialog().getByRole("button", { name: "Insert row" }).click();
      await expect.poll(() => page.getByText("Row inserted.").isVisible()).toBe(true);
    });

    it("has collections, user types and static columns, and counters that are added to", async () => {
      await open("#/tables/videos/users");
      await rowWith("ada@example.com").getByRole("button").click();
      await field("interests").fill('["looms", "tea"]');
      await field("settings").fill('{"theme": "light"}');
      const home = JSON.parse(await field("home").inputValue()) as object;
      expect(home).toEqual({ street: "Mill Lane 7", postal_code: "1020", city: "Vienna", position: [48.2, 16.4] });
      await field("home").fill(JSON.stringify({ ...home, town: "Graz" }));
      await press("Save changes");
      expect(await field("home").getAttribute("aria-invalid")).toBe("true");
      await field("home").fill(JSON.stringify({ ...home, city: "Graz" }));
      await press("Save changes");
      for (const text of ['["looms","tea"]', '{"theme":"light"}', "Graz"]) {
        await expect.poll(() => rowWith("ada@example.com").innerText()).toContain(text);
      }
      await open("#/tables/videos/video_plays");
      await rowWith("2026-11-21").getByRole("button").click();
      await field("started").fill("2");
      await press("Add");
      await expect.poll(() => rowWith("2026-11-21").innerText()).toMatch(/5\s+1$/);
      await open("#/tables/shop/orders_by_customer");
      await rowWith("12.50").getByRole("button").click();
      await field("customer_name").fill("Ada L.");
      await press("Save changes");
      await expect.poll(() => rowWith("Ada L.").count()).toBe(3);
    });
  });

  describe("rows are found", () => {
    const find = (title: string) => page.getByLabel("Find", { exact: true }).selectOption(title);
    const fill = (name: string, text: string) =>
      page.getByRole("form", { name: "Find rows" }).getByLabel(name, { exact: true }).fill(text);
    const press = () => page.getByRole("button", { name: "Find rows" }).click();

    it("by a whole key, and by a part of it", async () => {
      await open("#/tables/shop/orders_by_customer");
      await find("Key");
      await fill("customer_id", "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34");
      await press();
      await expect.poll(rows).toHaveLength(3);
      await fill("ordered_at", "2026-11-08T10:15:00Z");
      await press();
      await expect.poll(rows).toHaveLength(1);
      await fill("customer_id", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10");
      await press();
      await expect.poll(() => page.getByText("No row fits what you look for.").isVisible()).toBe(true);
    });

    it("by a range, with the CQL that it means", async () => {
      await open("#/tables/shop/orders_by_customer");
      await find("Key");
      await fill("customer_id", "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34");
      await fill("ordered_at", "2026-11-08T10:15:00Z");
      await page.getByLabel("Comparison of ordered_at").selectOption(">=");
      await expect
        .poll(() => page.locator(".cql code").innerText())
        .toBe(
          "SELECT * FROM shop.orders_by_customer WHERE customer_id = 0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34 AND ordered_at >= '2026-11-08T10:15:00.000Z'",
        );
      await press();
      await expect.poll(rows).toHaveLength(2);
    });

    it("by each kind of index", async () => {
      await open("#/tables/videos/users");
      await find("Index on email");
      await fill("email", "ada@example.com");
      await press();
      await expect.poll(rows).toHaveLength(1);
      await find("Index on values of interests");
      await fill("interests", "shopping");
      await press();
      await expect.poll(() => page.getByText("No rows").isVisible()).toBe(true);
      await find("Index on entries of settings");
      await fill("settings key", "theme");
      await fill("settings value", "dark");
      await press();
      await expect.poll(rows).toHaveLength(1);
    });

    it("not with a value that the column cannot have, nor with a gap in the key", async () => {
      await open("#/tables/shop/orders_by_customer");
      await find("Key");
      await fill("customer_id", "Ada");
      await fill("order_id", "8f7e2c40-c6b1-11f0-8de9-0242ac120002");
      await press();
      await expect.poll(() => page.getByText("Must be a UUID").isVisible()).toBe(true);
      expect(await page.getByText("Must be a time, such as").isVisible()).toBe(true);
    });
  });

  it("shows the definition as columns, CQL and the generated module", async () => {
    await open("#/tables/videos/users/definition");
    await expect
      .poll(() => page.getByRole("region", { name: "CQL" }).innerText())
      .toContain("CREATE TABLE IF NOT EXISTS videos.users (");
    expect(await page.getByRole("region", { name: "CQL" }).innerText()).toContain(
      "CREATE TYPE IF NOT EXISTS videos.address (",
    );
    expect(await page.getByRole("region", { name: "Generated module" }).innerText()).toContain(
      "export interface UsersRow {",
    );
    expect(await page.getByRole("row", { name: /^email text/ }).innerText()).toContain(
      "Where the monthly letter goes.",
    );
  });

  describe("the editor", () => {
    const document = () => page.getByRole("textbox", { name: "GraphQL document" });
    const response = () => page.getByRole("region", { name: "Response" }).innerText();
    const write = async (text: string): Promise<void> => {
      await document().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(text);
    };

    it("begins with a query of the keyspace, which runs", async () => {
      await shared.restart("#/graphql/shop");
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(response).toContain('"customerName": "Ada"');
    });

    it("completes what the schema has, with its documentation", async () => {
      await open("#/graphql/videos");
      await write("query { us");
      await page.keyboard.press("Control+Space");
      const choices = page.getByRole("listbox", { name: "Completions" });
      await expect.poll(() => choices.innerText()).toContain("users");
      // The editor takes no choice at once: it could be one that nobody has seen.
      await page.waitForTimeout(150);
      await page.keyboard.press("Enter");
      await expect.poll(() => document().innerText()).toContain("query { users");
    });

    it("marks what the schema does not have, and shows the errors of the service", async () => {
      await open("#/graphql/shop");
      await write("query { nothing }");
      await expect.poll(() => page.locator(".cm-lintRange-error").count()).toBe(1);
      await page.keyboard.press("Control+Enter");
      await expect.poll(response).toMatch(/nothing/);
    });

    it("sends variables, and refuses those that are not JSON", async () => {
      await open("#/graphql/shop");
      await write(
        "query ($room: String!, $day: Date!) { sensorReadings(value: { room: $room, day: $day }) { values { celsius } } }",
      );
      await page.getByLabel("Variables").fill('{ "room": "cellar"');
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(response).toBe("The variables are not JSON");
      await page.getByLabel("Variables").fill('{ "room": "cellar", "day": "2026-11-21" }');
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(response).toContain('"celsius": 11.75');
    });

    it("documents each operation and the types behind it", async () => {
      await open("#/graphql/videos");
      const docs = page.getByRole("region", { name: "Documentation" });
      await docs.getByRole("button", { name: "UsersInput!" }).first().click();
      await expect.poll(() => docs.getByRole("heading").innerText()).toBe("UsersInput");
      expect(await docs.innerText()).toContain("email: String");
      await docs.getByRole("button", { name: "All operations" }).click();
      await expect.poll(() => docs.innerText()).toContain("Queries");
    });

    it("goes on with a new token once the old one has expired, like every other view", async () => {
      await shared.restart("#/graphql/shop");
      await expect.poll(() => page.getByRole("button", { name: "Run" }).isEnabled()).toBe(true);
      served.clock.advance(31 * 60_000);
      await page.getByRole("button", { name: "Run" }).click();
      await expect.poll(response).toContain('"customerName": "Ada"');
      served.clock.advance(31 * 60_000);
      await open("#/tables/shop/products");
      await expect.poll(rows).toHaveLength(50);
    });
  });
});

describeUnless(noBrowser)("the console", { timeout: 60_000 }, () => {
  let served: ServedConsole;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  beforeEach(async () => {
    served = await serveConsole();
    page = await browser.openPage();
  });
  afterEach(async () => {
    await page.close();
    await served.close();
    expect(browser.takeComplaints()).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const signInAt = (hash = "", password = user.password): Promise<void> =>
    signIn(page, `${served.url}/${hash}`, password);
  const rows = (): Promise<string[]> => rowsOf(page);

  it("refuses a wrong password with the reason, and keeps what was typed", async () => {
    await signInAt("", "wrong");
    await expect.poll(() => page.getByRole("alert").innerText()).toBe("Wrong username or password.");
    expect(await page.getByLabel("Username").inputValue()).toBe(user.username);
  });

  it("signs in and shows the tables of a keyspace, and of another one", async () => {
    await signInAt();
    const tables = page.locator("ul.tables a");
    await expect.poll(() => tables.allInnerTexts()).toEqual(["orders_by_customer", "products", "sensor_readings"]);
    await page.getByRole("combobox", { name: "Keyspace" }).selectOption("videos");
    await expect.poll(() => tables.count()).toBe(5);
  });

  it("keeps the token out of every store of the browser", async () => {
    await signInAt();
    await page.locator("ul.tables").getByRole("link", { name: "products" }).click();
    await expect.poll(rows).toHaveLength(50);
    const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect(kept).toEqual(["", 0, 0]);
  });

  describe("the requests", () => {
    const list = () => page.getByRole("region", { name: "Latest requests" });
    // The view reads them again every two seconds.
    beforeEach(() => page.clock.install());
    const pass = (): Promise<void> => page.clock.runFor(2_500);

    it("appear as they are answered, by route, and only the failed ones on request", async () => {
      await signInAt("#/requests");
      await page.getByText("Those of the console are hidden.").waitFor();
      await page.getByLabel("With those of the console").check();
      await expect.poll(() => list().innerText()).toContain("createToken");
      await page.getByLabel("With those of the console").uncheck();
      await fetch(`${served.url}/api/rest/v1/keyspaces/secret-name/tables`);
      await pass();
      const row = list().getByRole("row", { name: /\b401\b/ });
      await expect.poll(() => row.count()).toBe(1);
      expect(await row.innerText()).toContain("/api/rest/v1/keyspaces/{keyspace}/tables");
      expect(await page.locator("body").innerText()).not.toContain("secret-name");
      expect(await row.innerText()).toContain("listTables");
      await fetch(`${served.url}/api/rest/v1/keyspaces/secret-name/tables`, { method: "OPTIONS" });
      await pass();
      await expect.poll(() => list().getByRole("row").count()).toBe(3);
      await page.getByLabel("Only errors").check();
      await expect.poll(() => list().getByRole("row").count()).toBe(2);
    });

    it("stay as they are when they are not live", async () => {
      await signInAt("#/requests");
      await page.getByLabel("With those of the console").check();
      await expect.poll(() => list().count()).toBe(1);
      await page.getByLabel("Live").uncheck();
      const before = await list().getByRole("row").count();
      await fetch(`${served.url}/api/rest/v1/keyspaces`);
      await pass();
      // What the view had read by then would be shown.
      await page.evaluate(() => fetch("/__local/live").then((response) => response.text()));
      expect(await list().getByRole("row").count()).toBe(before);
    });
  });

  it("shows the health of the service and what it stores", async () => {
    await signInAt("#/health");
    const card = (title: string) => page.locator(".cards > div", { hasText: title }).innerText();
    await expect.poll(() => card("Status")).toContain("Ready");
    expect(
      await page
        .getByRole("row", { name: /^Writes that wait for the batch before colonnade_store_waiting_writes 0$/ })
        .count(),
    ).toBe(1);
    expect(await card("Accepts writes")).toContain("yes");
    expect(await page.getByRole("row", { name: "Accepts writes colonnade_store_writable yes" }).count()).toBe(1);
    expect(await card("Tokens")).toContain("1");
    expect(await page.getByRole("row", { name: /^videos 5 2$/ }).count()).toBe(1);
    expect(await page.getByRole("row", { name: /^POST \/api\/rest\/v1\/auth 1 0/ }).count()).toBe(1);
  });

  it("says why a view cannot be shown, and goes on once the service answers again", async () => {
    await signInAt();
    // The rows of all tables are counted by then.
    await expect.poll(() => page.getByRole("row", { name: /^sensor_readings 3/ }).count()).toBe(1);
    served.faults.set([{ method: "POST", status: 403, count: 1 }]);
    await page.locator("ul.tables").getByRole("link", { name: "products" }).click();
    await expect.poll(() => page.getByRole("alert").innerText()).toContain("403");
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect.poll(rows).toHaveLength(50);
  });
});
