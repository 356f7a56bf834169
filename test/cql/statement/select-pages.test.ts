/** Pages of every size hold the rows of the whole answer, and groups are those that a test makes of the rows itself. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { runs } from "../../support/long.ts";
import { openCqlSession, printError } from "./cql-session.ts";
import type { CqlSession } from "./cql-session.ts";

let session: CqlSession;
const partitions = [1, 2, 3, 4, 5];

beforeAll(async () => {
  session = await openCqlSession("s", [
    "CREATE TABLE t (p int, c int, d int, v int, s int static, PRIMARY KEY (p, c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)",
  ]);
  for (const p of partitions) {
    await session.run(`INSERT INTO t (p, s) VALUES (${p}, ${p * 100})`);
    for (let row = 0; row < (p - 1) * 4; row++) {
      await session.run(`INSERT INTO t (p, c, d, v) VALUES (${p}, ${row % 3}, ${row}, ${(row * 7) % 11})`);
    }
  }
});

/** Rows as texts. */
type Printed = readonly string[];

async function wholeOf(cql: string): Promise<Printed> {
  return (await session.rows(cql)).rows.map(printRow);
}

async function pagesOf(cql: string, pageSize: number): Promise<readonly Printed[]> {
  const pages: Printed[] = [];
  let pageState: Buffer | undefined;
  do {
    const page = await session.rows(cql, { pageSize, pageState });
    pages.push(page.rows.map(printRow));
    pageState = page.pageState;
  } while (pageState);
  return pages;
}

function printRow(row: readonly (Uint8Array | null)[]): string {
  return row.map((bytes) => (bytes ? Number(`0x${Buffer.from(bytes).toString("hex")}`) : "null")).join(" ");
}

const selectedColumns = fc.constantFrom(
  "SELECT * FROM t",
  "SELECT p, c, count(*), sum(v), max(d) FROM t GROUP BY p, c",
  "SELECT p, c, d, v FROM t GROUP BY p, c, d",
  "SELECT p, s, count(v) FROM t GROUP BY p",
);
const where = fc.constantFrom("", "WHERE p = 4", "WHERE p IN (2, 5, 4)", "WHERE token(p) > 0", "WHERE p = 5 AND c > 0");
const limit = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });

function statement([select, where, perPartition, limit]: readonly [
  string,
  string,
  number | undefined,
  number | undefined,
]): string {
  const [columns = "", groups] = select.split(" GROUP BY ");
  return [
    columns,
    where,
    groups === undefined ? "" : `GROUP BY ${groups}`,
    perPartition === undefined ? "" : `PER PARTITION LIMIT ${perPartition}`,
    limit === undefined ? "" : `LIMIT ${limit}`,
  ].join(" ");
}

describe("pages", () => {
  it("hold together what one answer holds", async () => {
    const cql = fc.tuple(selectedColumns, where, limit, limit).map(statement);
    await fc.assert(
      fc.asyncProperty(cql, fc.integer({ min: 1, max: 12 }), async (cql, pageSize) => {
        const pages = await pagesOf(cql, pageSize);
        expect(pages.flat()).toEqual(await wholeOf(cql));
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(pageSize);
      }),
      runs(60, 3000),
    );
  });

  it("of aggregates are one row", async () => {
    expect(await pagesOf("SELECT count(*), sum(v) FROM t", 2)).toEqual([
      await wholeOf("SELECT count(*), sum(v) FROM t"),
    ]);
  });

  it("go on after rows that are gone", async () => {
    const own = await openCqlSession("s", ["CREATE TABLE t (p int, c int, PRIMARY KEY (p, c))"]);
    for (let c = 0; c < 6; c++) await own.run(`INSERT INTO t (p, c) VALUES (1, ${c})`);
    const cql = "SELECT c, count(*) FROM t WHERE p = 1 GROUP BY c";
    const { rows, pageState } = await own.rows(cql, { pageSize: 2 });
    await own.run("DELETE FROM t WHERE p = 1 AND c <= 2");
    const rest = await own.rows(cql, { pageSize: 9, pageState });
    expect([...rows, ...rest.rows].map(printRow)).toEqual(["0 1", "1 1", "3 1", "4 1", "5 1"]);
  });
});

describe("groups", () => {
  it("are those of the rows", async () => {
    const columns = fc.constantFrom(1, 2, 3);
    await fc.assert(
      fc.asyncProperty(columns, where, limit, limit, async (count, where, perPartition, limit) => {
        const names = ["p", "c", "d"].slice(0, count).join(", ");
        const rows = await wholeOf(`SELECT p, c, d, v FROM t ${where}`);
        const cql = statement([
          `SELECT ${names}, count(*), count(v) FROM t GROUP BY ${names}`,
          where,
          perPartition,
          limit,
        ]);
        expect(await wholeOf(cql)).toEqual(groupsOf(rows, count, perPartition).slice(0, limit));
      }),
      runs(40, 2000),
    );
  });
});

/** The first values of each group with how many rows it has, and how many of them a value. */
function groupsOf(rows: Printed, count: number, perPartition = Infinity): Printed {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const key = row.split(" ").slice(0, count).join(" ");
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const shown = new Map<string, number>();
  return Array.from(groups).flatMap(([key, rows]) => {
    const [partition = ""] = key.split(" ");
    shown.set(partition, (shown.get(partition) ?? 0) + 1);
    if ((shown.get(partition) ?? 0) > perPartition) return [];
    return [`${key} ${rows.length} ${rows.filter((row) => !row.endsWith("null")).length}`];
  });
}

describe("a page state", () => {
  const grouped = "SELECT p, count(*) FROM t GROUP BY p";
  const plain = "SELECT * FROM t WHERE p = 5";
  const wrong = "000a Invalid value for the paging state";

  async function stateOf(cql: string): Promise<Buffer> {
    const { pageState } = await session.rows(cql, { pageSize: 2 });
    return pageState as Buffer;
  }

  it.each([
    ["of another statement", plain, "SELECT * FROM t WHERE p = 4"],
    ["of other limits", plain, `${plain} LIMIT 3`],
    ["of rows for groups", plain, grouped],
    ["of groups for rows", grouped, "SELECT * FROM t"],
    ["of other groups", grouped, "SELECT p, count(*) FROM t WHERE token(p) > 0 GROUP BY p"],
  ])("%s is refused", async (_, given, cql) => {
    const pageState = await stateOf(given);
    const refused = session.rows(cql, { pageSize: 2, pageState }).catch(printError);
    expect(await refused).toBe(wrong);
  });

  it("of any bytes is refused", async () => {
    const state = await stateOf(grouped);
    const changed = fc
      .tuple(fc.nat(state.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(state.length))
      .map(([place, by, length]) => {
        const bytes = Buffer.from(state);
        bytes[place] = (bytes[place] ?? 0) ^ by;
        return bytes.subarray(0, length === 0 ? undefined : length);
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.uint8Array({ minLength: 1 }).map(Buffer.from)), async (pageState) => {
        for (const cql of [grouped, plain]) {
          const answer = await session.rows(cql, { pageSize: 2, pageState }).catch(printError);
          // Only what limits the groups of a page is not bound to the statement.
          if (typeof answer === "string") expect(answer).toBe(wrong);
          else expect(cql).toBe(grouped);
        }
      }),
      runs(150, 5000),
    );
  });
});

it.each(["p IN (2, 5)", "p IN (7, 8)", "p IN ()"])(
  "of %s sorted together are refused, even where one row counts them",
  async (partitions) => {
    const counted = session.rows(`SELECT count(*) FROM t WHERE ${partitions} ORDER BY c DESC`, { pageSize: 100 });
    await expect(counted.catch(printError)).resolves.toMatch("2200 Cannot page queries with both ORDER BY and a IN");
  },
);
