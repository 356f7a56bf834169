/** The module that proves that validators, interfaces and the runtime agree: by types, and by a function for a test. */
import { printCqlType } from "../model/index.ts";
import type { Plan, TablePlan } from "../plan/index.ts";
import { recordsOf } from "../plan/index.ts";
import { hardline, indent, indentWidth, lineWidth } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtimeAsserts } from "./runtime-entries.ts";
import { settleModule } from "./scope.ts";
import type { ModuleFrame, Scope, SettledModule } from "./scope.ts";
import { arrayLiteral, genericType, objectLiteral, property, stringLiteral } from "./syntax.ts";

export function settleAssertsModule({ keyspace, tables, importExtension }: Plan): SettledModule {
  const frame: ModuleFrame = {
    name: "asserts",
    source: `the table definitions of \`${keyspace}\``,
    exports: ["Asserts", "assertBindings"],
    runtime: runtimeAsserts,
    importExtension,
  };
  return settleModule(frame, (scope) => {
    const proofs = tables.flatMap((table) => tableProofs(table, scope));
    const checks = tables.map((table) => tableCheck(table, scope));
    return [
      hardline,
      "/** Fails to compile when a validator and its interface disagree. */",
      hardline,
      "export type Asserts = [",
      indent(proofs.map((proof) => [hardline, proof, ","])),
      hardline,
      "];",
      hardline,
      hardline,
      "/** Throws when a validator and the runtime disagree on a value: call it in a test. */",
      hardline,
      "export function assertBindings(): void {",
      indent(checks.map((check) => [hardline, check])),
      hardline,
      "}",
      hardline,
    ];
  });
}

/** The records of values that have validators, each once: the first is the row, the others are writes. */
function provenRecords(table: TablePlan): readonly { readonly name: string; readonly schema: string }[] {
  return recordsOf(table).flatMap((record) =>
    record.kind === "values" && record.schema !== undefined ? [{ name: record.name, schema: record.schema }] : [],
  );
}

function tableProofs(table: TablePlan, scope: Scope): Doc[] {
  const asserts = (name: string): string => scope.type(name, runtimeAsserts);
  return provenRecords(table).flatMap(({ name, schema: schemaName }, index) => {
    const record = scope.type(name, scope.beside(table.fileName));
    const schema = validator(schemaName, table, scope);
    // What a row validator takes besides is ignored; a write says all that it may be given.
    const sides = index === 0 ? ["Output"] : ["Output", "Input"];
    return sides.map((side) =>
      genericType(asserts("Assert"), [
        genericType(asserts("Same"), [genericType(asserts(side), [`typeof ${schema}`]), record]),
      ]),
    );
  });
}

function validator(name: string, { fileName }: TablePlan, scope: Scope): string {
  return scope.value(name, scope.beside(`${fileName}.zod`));
}

function tableCheck(table: TablePlan, scope: Scope): Doc {
  const descriptor = scope.value(table.names.table, scope.beside(table.fileName));
  const assertTable = scope.value("assertTable", runtimeAsserts);
  const [row = "", ...writes] = provenRecords(table).map(({ schema }) => validator(schema, table, scope));
  const own = table.members.filter(({ value }) => value.codec.kind === "own");
  const types = own.map(({ name, column }) => property(name, stringLiteral(printCqlType(column.type))));
  const open: Doc = [
    "{",
    indent([
      hardline,
      `row: ${row},`,
      hardline,
      "writes: ",
      arrayLiteral(writes),
      ",",
      own.length === 0 ? [] : [hardline, "types: ", objectLiteral(types), ","],
    ]),
    hardline,
    "}",
  ];
  // The object opens beside the call where there is room for its brace.
  const opening = `${assertTable}(${descriptor}, {`;
  if (indentWidth + opening.length <= lineWidth) return [opening.slice(0, -1), open, ");"];
  return [`${assertTable}(`, indent([hardline, `${descriptor},`, hardline, open, ","]), hardline, ");"];
}
