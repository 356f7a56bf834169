/** What a store and a live Cassandra answer to a statement of a program, in a form that can be compared. */
import { isDeepStrictEqual } from "node:util";
import { cqlErrorOf } from "../../src/cql/cql-error.ts";
import { unset } from "../../src/cql/protocol/message.ts";
import type { ProgramStatement } from "./random-programs.ts";
import { shownRows } from "./run-cql.ts";
import type { Bindable, Cql } from "./run-cql.ts";
import { plain } from "./statement/write-answers.ts";

export interface ProgramAnswer {
  /** Of an error; the message is shown, and not compared. */
  readonly code?: string;
  readonly message?: string;
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
}

export interface DriverModule {
  readonly Client: new (options: object) => DriverClient;
  readonly types: { readonly Long: { fromString(text: string): unknown } };
}

export interface DriverClient {
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

const codes: Readonly<Record<number, string>> = {
  0: "server",
  0x1500: "write-failure",
  0x2000: "syntax",
  0x2100: "unauthorized",
  0x2200: "invalid",
};

export async function answerOfDriver(
  driver: DriverModule,
  client: DriverClient,
  { text, values }: ProgramStatement,
): Promise<ProgramAnswer> {
  const driverValue = (value: Bindable): unknown => {
    if (value === unset) return undefined;
    return typeof value === "bigint" ? driver.types.Long.fromString(value.toString()) : value;
  };
  try {
    const { columns, rows } = await client.execute(text, values.map(driverValue), { prepare: true });
    if (!columns) return {};
    return {
      columns: columns.map(({ name }) => name),
      rows: rows.map((row) => columns.map(({ name }) => plain(row[name]))),
    };
  } catch (error) {
    const { code, message } = error as { code?: number; message: string };
    return { code: codes[code ?? -1] ?? String(code), message };
  }
}

export async function answerOfStore(cql: Cql, { text, values }: ProgramStatement): Promise<ProgramAnswer> {
  cql.clock.now++;
  try {
    const answer = await cql.run(text, values);
    if (answer.kind !== "rows") return {};
    const columns = answer.columns.map(({ name }) => name);
    return { columns, rows: shownRows(answer).map((row) => columns.map((column) => plain(row[column]))) };
  } catch (error) {
    const { code, message } = cqlErrorOf(error);
    if (code === "server") throw error;
    return { code, message };
  }
}

export function areEqual(one: ProgramAnswer, other: ProgramAnswer): boolean {
  return (
    one.code === other.code && isDeepStrictEqual(one.columns, other.columns) && isDeepStrictEqual(one.rows, other.rows)
  );
}

/** Where the database fails with an error of its own program, as for a null in a range to delete, nothing more is compared. */
export function isKnown(expected: ProgramAnswer): boolean {
  return expected.code === "server" || expected.code === "write-failure";
}
