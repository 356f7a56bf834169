import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isColonnadeError } from "../../src/errors.ts";
import type { ColonnadeError, Problem } from "../../src/errors.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { askNames, planKeyspace, withNames } from "../../src/plan/index.ts";
import type { NameHook, OutputSettings, PlanSettings } from "../../src/plan/index.ts";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const shop = keyspaceOf(
  "shop",
  [
    {
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "uuid" },
        { name: "created_at", typeDefinition: "timestamp" },
        { name: "tags", typeDefinition: "set<text>" },
        { name: "maker", typeDefinition: "address" },
      ],
      primaryKey: { partitionKey: ["id"] },
      indexes: [{ column: "tags" }],
    },
  ],
  [{ name: "address", fields: [{ name: "zip_code", typeDefinition: "text" }] }],
);

/** Singular names for rows, plural names for several. */
const singular: NameHook = (kind, { name, camel }) => {
  if (kind === "table") return name.replace(/s$/, "");
  if (kind === "row") return name.replace(/Row$/, "");
  return kind === "plural" ? camel : undefined;
};

const rulesOf = (settings: OutputSettings, keyspace = shop): PlanSettings =>
  withNames(settings, askNames(keyspace, settings));

function failure(work: () => unknown): ColonnadeError {
  try {
    work();
  } catch (error) {
    if (isColonnadeError(error)) return error;
    throw error;
  }
  throw new Error("it should have been refused");
}

const problemsOf = (hook: unknown, settings: OutputSettings = {}): readonly Problem[] => {
  const { code, problems } = failure(() => askNames(shop, { ...settings, name: hook as NameHook }));
  expect(new Set([code, ...problems.map((problem) => problem.code)])).toEqual(new Set(["name-hook"]));
  return problems;
};

describe("a name hook", () => {
  it("is asked once for each name, with the usual one", () => {
    const asked: unknown[] = [];
    askNames(shop, { name: (kind, names) => void asked.push([kind, names]) });
    const products = { keyspace: "shop", table: "products" };
    const address = { keyspace: "shop", table: "address" };
    const member = (name: string, column = name) => ({ name, camel: name, column });
    expect(asked).toEqual([
      ["table", { name: "Products", camel: "Products", ...products }],
      ["row", { name: "ProductsRow", camel: "Products", ...products }],
      ["plural", { name: "Products", camel: "Products", ...products }],
      ["userType", { name: "Address", camel: "Address", ...address }],
      ["column", { ...member("id"), ...products }],
      ["column", { ...member("createdAt", "created_at"), ...products }],
      ["column", { ...member("tags"), ...products }],
      ["column", { ...member("maker"), ...products }],
      ["field", { ...member("zipCode", "zip_code"), ...address }],
    ]);
  });

  it("is asked for the row and the plural with the table's new name", () => {
    const asked: unknown[] = [];
    askNames(shop, {
      naming: "verbatim",
      tables: { products: { name: "Goods" } },
      userTypes: {},
      name: (kind, { name, camel }) => void asked.push([kind, name, camel]),
    });
    expect(asked.slice(0, 2)).toEqual([
      ["row", "GoodsRow", "Products"],
      ["plural", "Goods", "Products"],
    ]);
    expect(asked).toContainEqual(["column", "created_at", "createdAt"]);
  });

  it("gives rules, which are plain data without it", () => {
    const name: NameHook = (kind, asked) => {
      if (kind === "column" || kind === "field") return asked.column;
      return kind === "userType" ? `${asked.name}Type` : singular(kind, asked);
    };
    expect(rulesOf({ name, validators: false })).toEqual({
      validators: false,
      tables: { products: { name: "Product", row: "Product", plural: "Products" } },
      columns: { "products.created_at": { name: "created_at" }, "address.zip_code": { name: "zip_code" } },
      userTypes: { address: { name: "AddressType" } },
    });
  });

  it("that keeps every name gives no rules, not even for names that a rule must not give", () => {
    const table = {
      columnDefinitions: [{ name: "1st", typeDefinition: "text" }],
      primaryKey: { partitionKey: ["1st"] },
    };
    const conflicting = keyspaceOf(
      "shop",
      ["order_items", "OrderItems"].map((name) => ({ name, ...table })),
    );
    for (const name of [() => undefined, (_: unknown, { name }: { name: string }) => name]) {
      for (const keyspace of [shop, conflicting]) {
        expect(JSON.stringify(rulesOf({ name, naming: "verbatim" }, keyspace))).toBe('{"naming":"verbatim"}');
      }
    }
  });

  it("is not asked for what a rule of the config decides, a pattern among them", () => {
    const asked: string[] = [];
    const settings: OutputSettings = {
      naming: "verbatim",
      tables: { products: { name: "Goods", contended: true } },
      columns: { "*.created_*": { name: "made" }, "products.tags": { value: "unknown" } },
      userTypes: { address: { name: "Place" } },
      name: (kind, { name }) => {
        asked.push(`${kind} ${name}`);
        return name === "tags" ? "labels" : undefined;
      },
    };
    expect(rulesOf(settings)).toMatchObject({
      tables: { products: { name: "Goods", contended: true } },
      columns: { "*.created_*": { name: "made" }, "products.tags": { value: "unknown", name: "labels" } },
    });
    expect(asked).toEqual([
      ...["row GoodsRow", "plural Goods"],
      ...["column id", "column tags", "column maker", "field zip_code"],
    ]);
    const kinds: string[] = [];
    const tables = { products: { row: "Item", plural: "Items" } };
    askNames(shop, { tables, name: (kind) => void kinds.push(kind) });
    expect(kinds.slice(0, 2)).toEqual(["table", "userType"]);
  });

  it("is asked once where a rule is for the column of a table and the field of a user type with its name", () => {
    const asked: string[] = [];
    const address = { name: "address", columnDefinitions: [{ name: "street", typeDefinition: "text" }] };
    const both = keyspaceOf(
      "shop",
      [{ ...address, primaryKey: { partitionKey: ["street"] } }],
      [{ name: "address", fields: [...address.columnDefinitions, { name: "zip", typeDefinition: "text" }] }],
    );
    const name: NameHook = (kind, { column }) => {
      if (column !== undefined) asked.push(`${kind} ${column}`);
      return kind === "column" ? "road" : undefined;
    };
    expect(rulesOf({ name }, both).columns).toEqual({ "address.street": { name: "road" } });
    expect(asked).toEqual(["column street", "field zip"]);
  });

  it("is not asked for a column that no rule names alone, since it has a * in its name", () => {
    const columnDefinitions = ["id", "a*", "ab"].map((column) => ({ name: column, typeDefinition: "text" }));
    const odd = keyspaceOf("shop", [{ name: "odd", columnDefinitions, primaryKey: { partitionKey: ["id"] } }]);
    const name: NameHook = (_, { column }) => column && `the${column}`;
    expect(rulesOf({ name }, odd).columns).toEqual({ "odd.ab": { name: "theab" }, "odd.id": { name: "theid" } });
  });

  it("gives the same rules whatever the order of the definitions", () => {
    fc.assert(
      fc.property(anyKeyspace, (keyspace) => {
        const name: NameHook = (_, { name }) => `${name.replace("_", "X")}X`;
        const reversed = { ...keyspace, tables: [...keyspace.tables].reverse() };
        expect(JSON.stringify(rulesOf({ name }, reversed))).toBe(JSON.stringify(rulesOf({ name }, keyspace)));
      }),
      runs(30, 300),
    );
  });
});

/** The files of a keyspace, or the code of the error. */
function emit(keyspace: Keyspace, settings: PlanSettings): unknown {
  try {
    const plan = planKeyspace(keyspace, settings);
    return { files: emitKeyspace(plan), warnings: plan.warnings };
  } catch (error) {
    if (isColonnadeError(error)) return error.problems.map(({ message }) => message);
    throw error;
  }
}

describe("the bindings with a name hook", () => {
  it("are those of a config with its names as rules", () => {
    const ofType = fc.constantFrom("Goods", "Item", undefined);
    const endings = fc.record({ table: ofType, row: ofType, plural: ofType, member: fc.constantFrom("_", "Of") });
    fc.assert(
      fc.property(anyKeyspace, endings, fc.boolean(), (keyspace, ending, brandedIds) => {
        const hook: NameHook = (kind, { name, table }) => {
          if (kind === "column" || kind === "field") return `${name}${ending.member}`;
          // Of conflicting tables, the API names have an underscore, which rules must not have.
          const given = kind === "userType" ? "Udt" : ending[kind];
          return given && `T${[...table].map((letter) => letter.charCodeAt(0)).join("x")}${given}`;
        };
        const names = askNames(keyspace, { name: hook });
        // As somebody would write them down by hand.
        const written = JSON.parse(JSON.stringify(names)) as PlanSettings;
        expect(emit(keyspace, withNames({ brandedIds, name: hook }, names))).toEqual(
          emit(keyspace, { brandedIds, ...written }),
        );
      }),
      runs(30, 500),
    );
  });

  it("have singular rows and functions for several of them, when told so", () => {
    const files = emitKeyspace(planKeyspace(shop, rulesOf({ name: singular, documents: true })));
    const text = files.map(({ text }) => text).join("");
    const exported = [...text.matchAll(/^export (?:interface|type|const|function) (\w+)/gm)].map(([, name]) => name);
    expect(exported).toEqual(
      expect.arrayContaining([
        ...["Product", "ProductKey", "ProductInsert", "ProductWithTags", "productTable", "productSchema"],
        ...["getProduct", "findProducts", "findProductsWithTags", "scanProducts", "insertProduct", "deleteProduct"],
      ]),
    );
    expect(exported).toEqual(expect.arrayContaining(["findProductsDocument", "getProductDocument"]));
    expect(exported.filter((name) => /^ProductRow|productRow|(?:[Ff]ind|scan)Product(?!s)/.test(name ?? ""))).toEqual(
      [],
    );
    // In the API, nothing changes.
    expect(text).toContain("insertProducts(value: $value,");
  });
});

describe("a name hook that gives no name", () => {
  test.each<[unknown, string, string, string]>([
    [
      "table",
      "my products",
      'returned "my products" for the table shop.products, not a name in mixed case',
      "Products",
    ],
    ["row", "", 'returned "" for the row of shop.products, not a name in mixed case', "ProductsRow"],
    ["plural", "goods", 'returned "goods" for the plural of shop.products, not a name in mixed case', "Products"],
    ["userType", "A_b", 'returned "A_b" for the user type shop.address, not a name in mixed case', "Address"],
    ["field", "zip-code", 'returned "zip-code" for the field shop.address.zip_code, not an identifier', "zipCode"],
  ])("of a %s is an error that says for what: %j", (asked, result, message, name) => {
    const problems = problemsOf((kind: string) => (kind === asked ? result : undefined));
    expect(problems).toEqual([
      {
        code: "name-hook",
        message: expect.stringContaining(`the name hook ${message}`) as string,
        next: `return another name, or return undefined to keep ${JSON.stringify(name)}`,
      },
    ]);
  });

  test.each<[string, () => unknown]>([
    ["a number", () => 7],
    ["null", () => null],
    ["an object", () => ["createdAt"]],
    ["a boolean", () => true],
    ["a promise", () => Promise.resolve("createdAt")],
    ["a promise", () => Promise.reject(new Error("no"))],
    ['"__proto__"', () => "__proto__"],
    ['"1st"', () => "1st"],
    ['"created at"', () => "created at"],
  ])("but %s is refused", (shown, result) => {
    const [problem, ...others] = problemsOf((_: string, { column }: { column?: string }) =>
      column === "created_at" ? result() : undefined,
    );
    expect(problem?.message).toBe(
      `the name hook returned ${shown} for the column shop.products.created_at, not an identifier, such as createdAt`,
    );
    expect(others).toEqual([]);
  });

  it("since it throws is one that says why, without a stack", () => {
    const [problem] = problemsOf((kind: string) => {
      if (kind === "plural") throw new TypeError("plural is not a function");
    });
    expect(problem).toEqual({
      code: "name-hook",
      message: "the name hook failed for the plural of shop.products: plural is not a function",
      next: 'correct the function "name" of the config, or return undefined to keep "Products"',
    });
    const thrown = failure(() =>
      askNames(shop, {
        name: () => {
          throw "no luck";
        },
      }),
    );
    expect(thrown.summary).toBe("the name hook of the keyspace shop failed for 9 names");
    expect(thrown.problems[0]?.message).toBe("the name hook failed for the table shop.products: no luck");
    expect(thrown.cause).toBeUndefined();
  });
});

describe("names that meet by a name hook", () => {
  const meet = (settings: OutputSettings): readonly Problem[] => {
    const names = askNames(shop, settings);
    return failure(() => planKeyspace(shop, withNames(settings, names), undefined, names)).problems;
  };

  it("of two columns are an error that says so", () => {
    expect(meet({ name: (kind) => (kind === "column" ? "it" : undefined) })[0]).toMatchObject({
      code: "names-meet",
      message:
        "id and created_at of shop.products would both be the member it; " +
        "the name hook decides the name of products.id and products.created_at",
      next: expect.stringMatching(/^return different names from the hook, or give one of them another name/) as string,
    });
  });

  it("of a table and a user type are an error that says which it named", () => {
    expect(meet({ name: (kind) => (kind === "row" ? "Address" : undefined) })).toMatchObject([
      {
        message:
          "shop.address and shop.products both need the name Address and 1 more; " +
          "the name hook decides the name of products",
      },
    ]);
  });

  it("of rules are not said to be the hook's", () => {
    const columns = { "products.id": { name: "tags" } };
    expect(meet({ columns, name: (kind) => (kind === "row" ? "Item" : undefined) })[0]).toMatchObject({
      message: "id and tags of shop.products would both be the member tags",
      next: expect.stringMatching(/^give one of them/) as string,
    });
  });
});
