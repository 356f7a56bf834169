/** The answers that the quick tests compare with are those of a live Cassandra. `COLONNADE_RECORD=1` records them anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unset } from "../../../src/cql/protocol/message.ts";
import { loadDriver } from "../../../src/source/cql/driver.ts";
import { describeOnCluster } from "../../cluster/describe-on-cluster.ts";
import type { Bindable } from "../run-cql.ts";
import { answersOf, plain } from "./write-answers.ts";
import type { Recorded } from "./write-answers.ts";
import { definitions } from "./write-cases.ts";

const file = join(import.meta.dirname, "write-answers.json");
const codes: Readonly<Record<number, string>> = { 0: "server", 0x2000: "syntax", 0x2200: "invalid" };

await describeOnCluster("writes on a live Cassandra", (cluster) => {
  const driver = loadDriver() as unknown as DriverModule;
  let client: DriverClient | undefined;

  beforeAll(async () => {
    const { contactPoints, credentials } = cluster();
    const options = { contactPoints, credentials, localDataCenter: "datacenter1" };
    const first = new driver.Client(options);
    await first.execute("DROP KEYSPACE IF EXISTS k");
    for (const statement of definitions.split(";")) if (statement.trim() !== "") await first.execute(statement);
    await first.shutdown();
    client = new driver.Client({
      ...options,
      keyspace: "k",
      policies: { timestampGeneration: null },
      encoding: { map: Map, useUndefinedAsUnset: true },
    });
  }, 300_000);

  afterAll(() => client?.shutdown());

  it("answers as recorded", { timeout: 300_000 }, async () => {
    const session = client as DriverClient;
    const answers = await answersOf(async (statement, values): Promise<Recorded> => {
      try {
        const prepare = !statement.startsWith("TRUNCATE");
        const { columns, rows } = await session.execute(statement, values.map(driverValue), { prepare });
        if (!columns) return "done";
        return {
          columns: columns.map(({ name }) => name),
          rows: rows.map((row) => columns.map(({ name }) => plain(row[name]))),
        };
      } catch (error) {
        const { code, message } = error as { code?: number; message: string };
        return `${codes[code ?? -1] ?? String(code)}: ${message}`;
      }
    });
    if (process.env["COLONNADE_RECORD"] === "1") writeFileSync(file, JSON.stringify(answers));
    expect(answers).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  function driverValue(value: Bindable): unknown {
    if (value === unset) return undefined;
    return typeof value === "bigint" ? driver.types.Long.fromString(value.toString()) : value;
  }
});

interface DriverModule {
  readonly Client: new (options: object) => DriverClient;
  readonly types: { readonly Long: { fromString(text: string): unknown } };
}

interface DriverClient {
  execute(
    statement: string,
    values?: readonly unknown[],
    options?: object,
  ): Promise<{
    readonly columns: readonly { readonly name: string }[] | null;
    readonly rows: readonly Readonly<Record<string, unknown>>[];
  }>;
  shutdown(): Promise<void>;
}
