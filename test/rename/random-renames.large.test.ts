/**
 * Random columns of random keyspaces get other names, two of them each other's: a program written from the bindings of before
 * becomes the one that is written from those of after.
 */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { listFiles } from "../../src/emit/index.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { isColonnadeError } from "../../src/errors.ts";
import { planKeyspace, recordsOf } from "../../src/plan/index.ts";
import type { Plan, PlanSettings, TablePlan } from "../../src/plan/index.ts";
import { renameInApp } from "../../src/rename/index.ts";
import type { Bindings } from "../../src/rename/index.ts";
import { keyspace as anyKeyspace } from "../support/keyspaces.ts";
import { repository } from "../support/repository.ts";
import { runs } from "../support/long.ts";

const tsconfig = JSON.stringify({
  // Without the library of browsers, which takes longer to read than all the rest.
  compilerOptions: {
    ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: [] },
    ...{ strict: true, skipLibCheck: true, noEmit: true },
  },
  include: ["app.ts"],
});

function bindingsOf(folder: string, plan: Plan): Bindings {
  return { folder, modules: new Map(listFiles(plan).map(({ path, emit }) => [path, emit()])) };
}

/** Uses every column of every table in the ways that a checker can follow. */
function printProgram({ tables }: Plan): string {
  return [
    'import type { Session } from "@colonnade/runtime";',
    'import * as db from "./db/index.js";',
    "declare function v<T>(): T;",
    "declare const session: Session;",
    ...tables.flatMap(useTable),
    "",
  ].join("\n");
}

function useTable(table: TablePlan, index: number): readonly string[] {
  const { names, counts, members } = table;
  const quoted = members.map(({ name }) => JSON.stringify(name));
  const each = (write: (name: string, at: number) => string): string => quoted.map(write).join(", ");
  const own = (what: string): string => `export const ${what}${index}`;
  const written = recordsOf(table).find(({ role }) => role === "insert");
  const given = written?.kind === "values" ? written.members.filter(({ presence }) => presence !== "absent") : [];
  const value = given
    .map(({ member: { name } }) => JSON.stringify(name))
    .map((name) => `${name}: v<db.${names.insert}[${name}]>()`)
    .join(", ");
  return [
    `${own("read")} = (row: db.${names.row}): unknown => [${each((name) => `row[${name}]`)}];`,
    `${own("take")} = ({ ${each((name, at) => `${name}: m${at}`)} }: db.${names.row}): unknown => [${each((_, at) => `m${at}`)}];`,
    `${own("make")} = (row: db.${names.row}): db.${names.row} => ({ ${each((name) => `${name}: row[${name}]`)} });`,
    `${own("keys")}: (keyof db.${names.row})[] = [${each((name) => name)}];`,
    `export type Part${index} = Pick<db.${names.row}, ${quoted.join(" | ")}>;`,
    `${own("get")} = (key: db.${names.key}) => db.${names.getFunction}(session, key, { select: [${each((name) => name)}] });`,
    ...(counts
      ? []
      : [
          `export function write${index}() {`,
          `  const value = { ${value} };`,
          `  return db.${names.insertFunction}(session, value);`,
          "}",
        ]),
  ];
}

/** New names for some columns; the first two of each table exchange theirs. */
function renamesOf({ tables }: Plan, chosen: (place: string) => boolean): PlanSettings {
  const columns = tables.flatMap(({ table, members }) => {
    const [first, second, ...others] = members.filter(({ column }) => !column.name.includes("*"));
    const rule = (column: string, name: string): [string, { name: string }] => [`${table.name}.${column}`, { name }];
    const swapped =
      first && second && chosen(table.name)
        ? [rule(first.column.name, second.name), rule(second.column.name, first.name)]
        : [];
    const renamed = others.filter(({ column }) => chosen(`${table.name}.${column.name}`));
    return [
      ...swapped,
      ...renamed.map(({ column, name }, index) => rule(column.name, `renamed${index}${name.length}`)),
    ];
  });
  const renamed = tables.filter(({ table }) => chosen(`table ${table.name}`));
  return {
    columns: Object.fromEntries(columns),
    tables: Object.fromEntries(renamed.map(({ table }, index) => [table.name, { name: `Renamed${index}` }])),
  };
}

function plan(keyspace: Keyspace, settings: PlanSettings): Plan | undefined {
  try {
    return planKeyspace(keyspace, settings);
  } catch (error) {
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}

it("a program follows", { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "colonnade-"));
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "tsconfig.json"), tsconfig);
  let renamed = 0;
  try {
    fc.assert(
      fc.property(anyKeyspace, fc.func(fc.boolean()), (keyspace, chosen) => {
        const before = plan(keyspace, {});
        const after =
          before &&
          plan(
            keyspace,
            renamesOf(before, (place) => chosen(place)),
          );
        fc.pre(before !== undefined && after !== undefined && before.tables.length > 0);
        const program = printProgram(before);
        writeFileSync(join(folder, "app.ts"), program);
        const output = join(folder, "db");
        const app = renameInApp({
          bindings: [{ before: bindingsOf(output, before), after: bindingsOf(output, after) }],
          configFiles: [join(folder, "tsconfig.json")],
          folder,
        });
        expect(app.errorsBefore).toEqual([]);
        expect(app.files.get(join(folder, "app.ts"))?.after ?? program).toBe(printProgram(after));
        expect(app.errors).toEqual([]);
        renamed += app.changes.length;
      }),
      // Each run checks an app twice: a failure is shown as it is found.
      { ...runs(8, 300), endOnFailure: true },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(renamed).toBeGreaterThan(10);
});
