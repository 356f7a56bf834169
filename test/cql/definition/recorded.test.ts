/** Statements that define something, in the order in which a node of Cassandra 5.0.9 was given them, beside its answers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { errorCodes } from "../../../src/cql/cql-error.ts";
import { openSystem } from "../../../src/cql/system/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { openDefinitions, textRows } from "./run-definition.ts";
import { differences } from "./differences.ts";

interface Recorded {
  readonly cql: string;
  readonly code?: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
  /** Of DESCRIBE. */
  readonly rows?: readonly (readonly string[])[];
}

const { runs } = JSON.parse(readFileSync(join(import.meta.dirname, "../../fixtures/cql/definitions.json"), "utf8")) as {
  readonly runs: readonly (readonly Recorded[])[];
};

const different = new Set<string>();

it.each(runs.map((run, place) => [place + 1, run] as const))("answers as the node, run %i", async (_, run) => {
  const store = await openMemoryStore();
  const system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
  const define = openDefinitions(system.database);
  const failures: unknown[] = [];
  for (const { cql, code, message, warnings, rows } of run) {
    const known = differences.get(cql);
    const { answer, error } = await define(cql);
    const given = error ? `${printCode(errorCodes[error.code])} ${error.message}` : undefined;
    const wanted = code === undefined ? undefined : `${code} ${message}`;
    // A statement may stand there twice.
    if (given !== wanted && known && given === known.answer) different.add(cql);
    else if (given !== wanted) failures.push({ cql, given, wanted });
    else if (rows) expect.soft(textRows(answer), cql).toEqual(rows);
    else if (answer && JSON.stringify(answer.warnings) !== JSON.stringify(warnings)) {
      failures.push({ cql, warnings: answer.warnings, wanted: warnings });
    }
  }
  expect(failures).toEqual([]);
  await system.close();
  await store.close();
});

it("differs nowhere else", () => {
  expect([...different].toSorted()).toEqual([...differences.keys()].toSorted());
});

function printCode(code: number): string {
  return `0x${code.toString(16).padStart(4, "0")}`;
}
