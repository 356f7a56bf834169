/**
 * Emits the module that checks that validators, interfaces and the runtime agree: by types, and in a function for a
 * test.
 */
import { printCqlType } from "../model/index.ts";
import type { Plan, TablePlan } from "../plan/index.ts";
import { recordsOf } from "../plan/index.ts";
import { indentWidth, lineWidth, newLine, printDoc } from "./doc.ts";
import { runtimeAsserts } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import { arrayLiteral, genericType, objectLiteral, openProperty, property, stringLiteral } from "./syntax.ts";

export function emitAssertsModule({ keyspace, tables, importExtension }: Plan): EmittedModule {
  const frame: ModuleFrame = {
    name: "asserts",
    source: `the table definitions of \`${keyspace}\``,
    exports: () => ["Asserts", "assertBindings"],
    runtime: runtimeAsserts,
    importExtension,
  };
  const plans = tables.map((table) => table.whole());
  return emitModule(frame, (scope) => {
    const proofs = plans.flatMap((table) => tableProofs(table, scope));
    const checks = plans.map((table) => tableCheck(table, scope));
    return `
/** Fails to compile if a validator and its interface disagree. */
export type Asserts = [${proofs.map((proof) => `${newLine(1)}${proof}`).join("")}
];

/** Throws if a validator and the runtime disagree about a value. Call it in a test. */
export function assertBindings(): void {${checks.map((check) => newLine(1) + check).join("")}
}
`;
  });
}

/** The value records that have validators, without duplicates. The first is the row, the others are writes. */
function provenRecords(table: TablePlan): readonly { readonly name: string; readonly schema: string }[] {
  return recordsOf(table).flatMap((record) =>
    record.kind === "values" && record.schema !== undefined ? [{ name: record.name, schema: record.schema }] : [],
  );
}

function tableProofs(table: TablePlan, scope: Scope): string[] {
  const asserts = (name: string): string => scope.type(name, runtimeAsserts);
  return provenRecords(table).flatMap(({ name, schema: schemaName }, index) => {
    const record = scope.type(name, scope.beside(table.fileName));
    const schema = validator(schemaName, table, scope);
    // A row validator ignores additional input. A write validator accepts exactly the input that its interface
    // declares.
    const sides = index === 0 ? ["Output"] : ["Output", "Input"];
    return sides.map((side) => {
      const same = genericType(asserts("Same"), [genericType(asserts(side), [`typeof ${schema}`]), record]);
      return printDoc([genericType(asserts("Assert"), [same]), ","], 1);
    });
  });
}

function validator(name: string, { fileName }: TablePlan, scope: Scope): string {
  return scope.value(name, scope.beside(`${fileName}.zod`));
}

function tableCheck(table: TablePlan, scope: Scope): string {
  const descriptor = scope.value(table.names.table, scope.beside(table.fileName));
  const assertTable = scope.value("assertTable", runtimeAsserts);
  const [row = "", ...writes] = provenRecords(table).map(({ schema }) => validator(schema, table, scope));
  const own = table.members.filter(({ value }) => value.codec.kind === "own");
  const types = own.map(({ name, column }) => property(name, stringLiteral(printCqlType(column.type))));
  const validators = objectLiteral([
    `row: ${row}`,
    openProperty("writes", arrayLiteral(writes)),
    ...(own.length === 0 ? [] : [openProperty("types", objectLiteral(types))]),
  ]);
  // The opening brace of the object stays on the line of the call if it fits.
  const opening = `${assertTable}(${descriptor}, {`;
  if (indentWidth + opening.length <= lineWidth) return `${opening.slice(0, -1)}${validators(1)});`;
  return `${assertTable}(${newLine(2)}${descriptor},${newLine(2)}${validators(2)},${newLine(1)});`;
}
