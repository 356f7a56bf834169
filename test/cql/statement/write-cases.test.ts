/** Writes of every kind, with what a live Cassandra 5.0.9 answered to them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { errorOf as cqlErrorOf } from "../../../src/cql/cql-error.ts";
import { openCql, shownRows } from "../run-cql.ts";
import { answersOf, plain } from "./write-answers.ts";
import type { Answers, Recorded } from "./write-answers.ts";
import { definitions, groups } from "./write-cases.ts";

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, "write-answers.json"), "utf8")) as Answers;

let ours: Promise<Answers> | undefined;

it.each(Object.keys(groups))("answers as the database: %s", async (name) => {
  const answers = await (ours ??= collectAnswers());
  const pairs = (all: Answers): readonly (readonly [unknown, Recorded | undefined])[] =>
    (groups[name] ?? []).map((one, place) => [one, all[name]?.[place]]);
  expect(pairs(answers)).toEqual(pairs(recorded));
});

async function collectAnswers(): Promise<Answers> {
  const cql = await openCql(definitions);
  return answersOf(async (statement, values): Promise<Recorded> => {
    try {
      if (statement.startsWith("TRUNCATE")) {
        await cql.store.truncateTable("k", statement.split(".")[1] ?? "");
        return "done";
      }
      cql.clock.now++;
      const answer = await cql.run(statement, values);
      if (answer.kind !== "rows") return "done";
      const columns = answer.columns.map((column) => column.name);
      return { columns, rows: shownRows(answer).map((row) => columns.map((column) => plain(row[column]))) };
    } catch (error) {
      const { code, message } = cqlErrorOf(error);
      if (code === "server") return `server: ${String(error)}`;
      return `${code}: ${message}`;
    }
  });
}
