/** What a database answers to a statement of a program through its driver, in a form that can be compared. */
import { isDeepStrictEqual } from "node:util";
import { errorCodes } from "../../src/cql/cql-error.ts";
import { unset } from "../../src/cql/protocol/message.ts";
import type { ProgramStatement } from "./random-programs.ts";
import type { Bindable } from "./run-cql.ts";
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
  execute(statement: string, values?: readonly unknown[], options?: object): Promise<DriverPage>;
  shutdown(): Promise<void>;
}

interface DriverPage {
  readonly columns: readonly { readonly name: string }[] | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly pageState: string | null | undefined;
}

const names = new Map(Object.entries(errorCodes).map(([name, code]) => [code as number, name]));

export async function answerOf(
  driver: DriverModule,
  client: DriverClient,
  statement: ProgramStatement,
): Promise<ProgramAnswer> {
  const values = statement.values.map((value) => driverValue(driver, value));
  const rows: (readonly unknown[])[] = [];
  let columns: readonly string[] | undefined;
  let pageState: string | null | undefined;
  try {
    do {
      const options = { prepare: true, fetchSize: statement.pageSize ?? 5000, pageState };
      const page = await client.execute(statement.text, values, options);
      if (!page.columns) return {};
      const names = page.columns.map(({ name }) => name);
      rows.push(...page.rows.map((row) => names.map((name) => plain(row[name]))));
      columns = names;
      pageState = page.pageState;
    } while (pageState);
    return { columns, rows };
  } catch (error) {
    const { code, message } = error as { code?: number; message: string };
    // The driver's own errors have no number: it lost the connection, or waited too long.
    if (typeof code !== "number") throw error;
    return { code: names.get(code) ?? `0x${code.toString(16)}`, message };
  }
}

function driverValue({ types }: DriverModule, value: Bindable): unknown {
  if (value === unset) return undefined;
  return typeof value === "bigint" ? types.Long.fromString(value.toString()) : value;
}

export function areEqual(one: ProgramAnswer, other: ProgramAnswer): boolean {
  return (
    one.code === other.code && isDeepStrictEqual(one.columns, other.columns) && isDeepStrictEqual(one.rows, other.rows)
  );
}
