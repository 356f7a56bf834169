/** A language of a few words, for tests of connections that need to know what is under way. */
import { CqlError, invalid } from "../../../src/cql/cql-error.ts";
import type { Language, Caller, Execution, Prepared } from "../../../src/cql/statement/prepared.ts";
import type { Answer, ColumnSpec } from "../../../src/cql/protocol/message.ts";

export interface FakeLanguage extends Language {
  /** Statements that wait, by the order of their begin. */
  readonly waiting: (() => void)[];
  /** What was executed. */
  readonly executed: string[];
  readonly callers: Caller[];
  /** Whether prepared statements are still current, and which columns they have. */
  table: { version: number; columns: readonly ColumnSpec[]; variables: readonly ColumnSpec[] };
}

export const column = (name: string): ColumnSpec => ({
  keyspace: "shop",
  table: "products",
  name,
  type: { kind: "native", name: "text" },
});

/** `rows 10`, `big 1000` (bytes), `wait`, `use shop`, `fail`, `refuse`, `write`; all else answers nothing. */
export function createFakeLanguage(): FakeLanguage {
  const language: FakeLanguage = {
    waiting: [],
    executed: [],
    callers: [],
    table: { version: 1, columns: [column("id")], variables: [] },
    prepare: (text, _database, caller) => {
      language.callers.push(caller);
      if (text.startsWith("wrong")) throw new CqlError("syntax", "line 1:0 no viable alternative at input 'wrong'");
      const { version, columns, variables } = language.table;
      const prepared: Prepared = {
        variables,
        keyIndexes: [],
        columns: /^(rows|big)/.test(text) ? columns : undefined,
        isCurrent: () => Promise.resolve(language.table.version === version),
        execute: (execution) => run(language, text, columns, execution),
      };
      return Promise.resolve(prepared);
    },
    executeBatch: (_database, type, entries) => {
      language.executed.push(`${type} batch of ${entries.length}`);
      return Promise.resolve({ kind: "void" });
    },
    summarize: (text) => {
      const [operation = "", name = ""] = text.split(" ");
      const [keyspace, table] = name.includes(".") ? name.split(".") : ["shop", name];
      return { operation, tables: [{ keyspace, name: table ?? "" }] };
    },
  };
  return language;
}

async function run(
  language: FakeLanguage,
  text: string,
  columns: readonly ColumnSpec[],
  { signal }: Execution,
): Promise<Answer> {
  language.executed.push(text);
  const [word, argument = ""] = text.split(" ");
  switch (word) {
    case "rows":
      return { kind: "rows", columns, rows: Array.from({ length: Number(argument) }, () => [Buffer.from("x")]) };
    case "big":
      return { kind: "rows", columns, rows: [[Buffer.alloc(Number(argument))]] };
    case "wait":
      await new Promise<void>((resolve) => {
        language.waiting.push(resolve);
        signal?.addEventListener("abort", () => resolve());
      });
      return { kind: "void" };
    case "use":
      return { kind: "set-keyspace", keyspace: argument };
    case "fail":
      throw new TypeError("a secret of the program");
    case "refuse":
      throw invalid("it is refused");
    default:
      return { kind: "void" };
  }
}
