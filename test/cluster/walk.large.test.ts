/** The whole walk: a live Cassandra, its definitions, the bindings, a program, and what a change of the database does to it. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runLine } from "../cli/run-line.ts";
import type { Outcome } from "../cli/run-line.ts";
import { compile } from "../support/compile.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const script = `
  CREATE KEYSPACE walk WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TYPE walk.address (street text, zip int);
  CREATE TABLE walk.people (id uuid PRIMARY KEY, name text, email text, home frozen<address>)
    WITH comment = 'Whoever has an account.';
  CREATE INDEX people_by_email ON walk.people (email);
  CREATE TABLE walk.orders (customer uuid, placed_at timestamp, total decimal, coupon text, tags set<text>,
    PRIMARY KEY ((customer), placed_at)) WITH CLUSTERING ORDER BY (placed_at DESC) AND default_time_to_live = 86400;
`;

const remakeOrders = `
  CREATE TABLE walk.orders (customer uuid, placed_at timestamp, total decimal, tags set<text>,
    PRIMARY KEY ((customer), placed_at)) WITH CLUSTERING ORDER BY (placed_at DESC) AND default_time_to_live = 86400;
`;

const usesCoupon = `
import type { Session } from "@colonnade/runtime";
import { getOrders } from "./db/index.js";
export async function couponOf(session: Session, customer: string, placedAt: Date): Promise<string | null> {
  return (await getOrders(session, { customer, placedAt }))?.coupon ?? null;
}
`;

const doesWithout = `
import type { Rows, Session } from "@colonnade/runtime";
import { findOrders, findPeopleWithEmail, insertOrders } from "./db/index.js";
import type { OrdersRow, PeopleRow } from "./db/index.js";
export async function order(session: Session, customer: string): Promise<void> {
  await insertOrders(session, { customer, placedAt: new Date(), total: "12.50", tags: ["new"] });
}
export function ordersOf(session: Session, customer: string): Rows<OrdersRow> {
  return findOrders(session, { customer });
}
export function streetOf({ home }: PeopleRow): string | null {
  return home?.street ?? null;
}
export function withEmail(session: Session, email: string): Rows<PeopleRow> {
  return findPeopleWithEmail(session, { email });
}
`;

await describeOnCluster("from a live database to a program", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-walk-"));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  const colonnade = (line: string): Promise<Outcome> => {
    const { username, password } = cluster().credentials;
    return runLine(line, { cwd, env: { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password } });
  };
  const asked = (): string => `--contact-points ${cluster().contactPoints.join(",")} --keyspace walk`;
  const introspect = async (folder: string): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await colonnade(`introspect ${asked()} --output ${folder} --json`);
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as { written: string[] }).written;
  };
  const compiled = (): string[] => {
    const db = join(cwd, "db");
    const files = readdirSync(db).filter((name) => name.endsWith(".ts"));
    const texts = files.map((name) => [`db/${name}`, readFileSync(join(db, name), "utf8")] as const);
    return compile({ ...Object.fromEntries(texts), "uses-coupon.ts": usesCoupon, "does-without.ts": doesWithout });
  };

  beforeAll(() => cluster().run(script), 60_000);

  it("is introspected, generated, checked, and programs compile", { timeout: 60_000 }, async () => {
    expect(await introspect("definitions")).toEqual(["orders.json", "people.json", "types/address.json"]);
    expect(await colonnade("generate --definitions definitions --output db")).toMatchObject({ code: 0 });
    expect(await colonnade("check --definitions definitions --output db")).toMatchObject({ code: 0 });
    expect(compiled()).toEqual([]);
  });

  it("tells what a dropped column breaks, and then the compiler does", { timeout: 60_000 }, async () => {
    await cluster().run("ALTER TABLE walk.orders DROP coupon;");
    const told = await colonnade(`diff --definitions definitions ${asked()} --reverse --json`);
    expect(told.code).toBe(1);
    expect(JSON.parse(told.stdout)).toMatchObject({
      keyspaces: [
        {
          changes: [
            {
              kind: "column-dropped",
              place: "walk.orders.coupon",
              breaks: ["code", "reads", "writes", "wire", "data"],
            },
          ],
        },
      ],
    });
    expect(await introspect("definitions")).toEqual(["orders.json"]);
    // The name may come back, but only with its type: the database remembers it, and so do the definitions.
    expect(JSON.parse(readFileSync(join(cwd, "definitions/walk/.dropped.json"), "utf8"))).toMatchObject([
      { table: "orders", column: "coupon", type: "text", static: false },
    ]);
    expect(await colonnade("check --definitions definitions --output db")).toMatchObject({ code: 1 });
    expect(await colonnade("generate --definitions definitions --output db")).toMatchObject({ code: 0 });
    expect(await colonnade("check --definitions definitions --output db")).toMatchObject({ code: 0 });
    expect(compiled()).toEqual([
      expect.stringMatching(/^uses-coupon\.ts:\d+ TS2339 Property 'coupon' does not exist on type 'OrdersRow'/),
    ]);
  });

  it("asks the database itself which names once had another type: a table that was made anew has none", async () => {
    const said = async (): Promise<string> => (await colonnade(`diff --definitions definitions ${asked()}`)).stdout;
    const file = join(cwd, "definitions/walk/orders.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/("name": "total")/, '"name": "coupon", "typeDefinition": "int" },\n    { $1'),
    );
    expect(await said()).toContain("column-readded");
    await cluster().run(`DROP TABLE walk.orders; ${remakeOrders}`);
    expect(await said()).toMatch(/^column-added +walk\.orders\.coupon/m);
    await cluster().run("ALTER TABLE walk.orders ADD coupon int;");
    expect(await said()).toBe("");
  });
});
