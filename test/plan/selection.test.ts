import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { ColonnadeError } from "../../src/errors.ts";
import type { Keyspace, Table } from "../../src/model/index.ts";
import { planKeyspace, selectTables } from "../../src/plan/index.ts";
import type { Plan, PlanSettings, SelectionRules } from "../../src/plan/index.ts";
import { tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const names = ["orders_by_day", "orders_old", "products", "users"];

const selected = (rules: SelectionRules, of: readonly string[] = names): readonly string[] => [
  ...selectTables("shop", of, rules).tables,
];

function failure(work: () => unknown): ColonnadeError {
  try {
    work();
  } catch (error) {
    return error as ColonnadeError;
  }
  return expect.unreachable();
}

describe("the selected tables", () => {
  test.each<[SelectionRules, readonly string[]]>([
    [{}, names],
    [{ include: ["products"] }, ["products"]],
    [{ include: ["orders_*"] }, ["orders_by_day", "orders_old"]],
    [{ include: ["orders_*", "users"], exclude: ["*_old"] }, ["orders_by_day", "users"]],
    [{ include: ["users", "products"], exclude: [] }, ["products", "users"]],
    [{ include: ["*"], exclude: ["*s"] }, ["orders_by_day", "orders_old"]],
    [{ exclude: ["*r*s", "products"] }, ["orders_by_day", "orders_old"]],
    [{ include: ["o*d*"], exclude: ["users", "p*"] }, ["orders_by_day", "orders_old"]],
  ])("%j", (rules, expected) => {
    expect(selectTables("shop", names, rules)).toEqual({ tables: new Set(expected), warnings: [] });
  });

  it("are told apart by capitals, and by nothing but * in a pattern", () => {
    const odd = ["Users", "a.b", "users", "usersX"];
    expect(selected({ include: ["users"] }, odd)).toEqual(["users"]);
    expect(selected({ include: ["a.b", "U*"] }, odd)).toEqual(["Users", "a.b"]);
    for (const text of ["user.", "[Uu]sers", "users?", "users|Users", "^users$", "a?b"]) {
      expect(failure(() => selectTables("shop", odd, { include: [text] })).code).toBe("nothing-selected");
    }
  });

  it("are those that some include fits and no exclude, for any patterns", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "_"), minLength: 1, maxLength: 4 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "_", "*"), minLength: 1, maxLength: 4 });
    const patterns = fc.option(fc.array(pattern, { maxLength: 3 }), { nil: undefined });
    // Another way to match, by what may follow at each star.
    const fits = (text: string, name: string): boolean => {
      const [head, ...rest] = text;
      if (head === undefined) return name === "";
      const tail = rest.join("");
      if (head === "*")
        return Array.from({ length: name.length + 1 }, (_, at) => at).some((at) => fits(tail, name.slice(at)));
      return name.startsWith(head) && fits(tail, name.slice(1));
    };
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 6 }),
        patterns,
        patterns,
        (tables, include, exclude) => {
          const expected = tables.filter(
            (name) =>
              (include?.some((text) => fits(text, name)) ?? true) &&
              !(exclude?.some((text) => fits(text, name)) ?? false),
          );
          if (expected.length === 0) {
            expect(failure(() => selectTables("k", tables, { include, exclude })).code).toBe("nothing-selected");
            return;
          }
          const { tables: found, warnings } = selectTables("k", tables, { include, exclude });
          expect([...found]).toEqual(expected);
          const given = [...new Set(include), ...new Set(exclude)];
          expect(warnings.length).toBe(given.filter((text) => !tables.some((name) => fits(text, name))).length);
        },
      ),
      runs(300, 10_000),
    );
  });
});

describe("a pattern that matches no table", () => {
  it("is a warning, with what was probably meant", () => {
    const { tables, warnings } = selectTables("shop", names, { include: ["users", "prodcts"], exclude: ["x*", "x*"] });
    expect([...tables]).toEqual(["users"]);
    expect(warnings).toEqual([
      {
        code: "unmatched-pattern",
        message: 'the pattern include: "prodcts" matches no table of the keyspace shop',
        next: "did you mean products?",
      },
      { code: "unmatched-pattern", message: 'the pattern exclude: "x*" matches no table of the keyspace shop' },
    ]);
  });

  it("is none when the table is left out by another", () => {
    expect(selectTables("shop", names, { include: ["users"], exclude: ["products"] }).warnings).toEqual([]);
  });
});

describe("patterns that leave no table", () => {
  it.each([
    [8, "its tables are t0, t1, t2, t3, t4, t5, t6, t7"],
    [9, "its tables are t0, t1, t2, t3, t4, t5, t6, t7, …"],
  ])("of %i tables are told the first eight", (count, next) => {
    const many = Array.from({ length: count }, (_, at) => `t${at}`);
    expect(failure(() => selectTables("shop", many, { include: [] }))).toMatchObject({ next });
  });

  test.each<[SelectionRules, string]>([
    [{ include: [] }, "its tables are orders_by_day, orders_old, products, users"],
    [{ include: ["*"], exclude: ["*"] }, "its tables are orders_by_day, orders_old, products, users"],
    [{ include: ["nowhere", "user"] }, "did you mean users?"],
  ])("%j are an error", (rules, next) => {
    const message = "include and exclude leave no table of the keyspace shop";
    expect(failure(() => selectTables("shop", names, rules))).toMatchObject({
      code: "nothing-selected",
      kind: "input",
      message,
      next,
    });
  });

  it("are an error that does not name hundreds of tables", () => {
    const many = Array.from({ length: 300 }, (_, index) => `table_${index}`);
    const { next } = failure(() => selectTables("shop", many, { include: ["x"] }));
    expect(next).toMatch(/^its tables are table_0, (?:table_\d, ){7}…$/);
  });

  it("are none where no pattern is given: a keyspace may be empty", () => {
    expect(selected({}, [])).toEqual([]);
  });
});

const plain = (name: string, columns: Readonly<Record<string, string>> = {}): Table =>
  tableOf({
    name,
    columnDefinitions: Object.entries({ id: "uuid", ...columns }).map(([column, typeDefinition]) => ({
      name: column,
      typeDefinition,
    })),
    primaryKey: { partitionKey: ["id"] },
  });

const shop = (...tables: Table[]): Keyspace => ({ name: "shop", tables, userTypes: [] });
const tableNames = (plan: Plan): readonly string[] => plan.tables.map(({ table }) => table.name);

describe("a plan with a selection", () => {
  it("has the selected tables alone, each as it is among all", () => {
    const keyspace = shop(plain("orders"), plain("products"), plain("users"));
    const whole = planKeyspace(keyspace);
    const part = planKeyspace(keyspace, { exclude: ["users"] });
    expect(tableNames(part)).toEqual(["orders", "products"]);
    expect(part).toEqual({ ...whole, tables: whole.tables.slice(0, 2) });
  });

  it("keeps the names that the API gives, which depend on all tables", () => {
    const keyspace = shop(plain("order_items"), plain("OrderItems"));
    const [whole] = planKeyspace(keyspace).tables.filter(({ table }) => table.name === "order_items");
    const part = planKeyspace(keyspace, { include: ["order_items"] });
    expect(part.tables).toEqual([whole]);
    expect(part.tables[0]?.apiName).toMatch(/^OrderItems_/);
  });

  it("has no names that meet with those of a table that is left out", () => {
    const keyspace = shop(plain("get_products"), plain("products_table"));
    expect(failure(() => planKeyspace(keyspace)).code).toBe("names-meet");
    expect(tableNames(planKeyspace(keyspace, { exclude: ["get_*"] }))).toEqual(["products_table"]);
  });

  it("tells of patterns beside rules that match nothing, and not of rules for what is left out", () => {
    const settings: PlanSettings = {
      include: ["products", "oders"],
      types: { decimal: { codec: "money", type: "Money", from: "./money.js" }, text: "unknown" },
      columns: { "orders.total": { name: "sum" }, "*.nowhere": { name: "x" } },
      tables: { orders: { name: "Order" }, order: { name: "Order" } },
    };
    const keyspace = shop(plain("products"), plain("orders", { total: "decimal" }));
    expect(planKeyspace(keyspace, settings).warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'unmatched-pattern the pattern include: "oders" matches no table of the keyspace shop',
      'unmatched-rule the rule types: "text" of the keyspace shop matches nothing',
      'unmatched-rule the rule columns: "*.nowhere" of the keyspace shop matches nothing',
      'unmatched-rule the rule tables: "order" of the keyspace shop matches nothing',
    ]);
  });
});

describe("ids in a plan with a selection", () => {
  const keyspace = shop(
    plain("orders", { product: "uuid", customer: "uuid", note: "text" }),
    plain("products"),
    plain("users"),
  );
  const idsOf = (settings: PlanSettings): readonly string[] =>
    planKeyspace(keyspace, { brandedIds: true, ...settings }).ids.map(({ type }) => type);

  it("are those of its tables, and those that a column of them holds", () => {
    const columns = { "orders.product": { idOf: "products" } };
    expect(idsOf({ columns })).toEqual(["OrdersId", "ProductsId", "UsersId"]);
    expect(idsOf({ columns, include: ["orders"] })).toEqual(["OrdersId", "ProductsId"]);
    expect(idsOf({ columns, exclude: ["orders"] })).toEqual(["ProductsId", "UsersId"]);
  });

  it("that cannot be held are no mistake in a table that is left out", () => {
    const columns = { "orders.note": { idOf: "products" }, "orders.customer": { idOf: "nowhere" } };
    expect(failure(() => idsOf({ columns })).problems).toHaveLength(2);
    expect(idsOf({ columns, exclude: ["orders"] })).toEqual(["ProductsId", "UsersId"]);
  });
});
