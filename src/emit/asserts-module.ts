/** The module that proves that validators, interfaces and the runtime agree: by types, and by a function for a test. */
import { printCqlType } from "../model/index.ts";
import type { Plan, TablePlan } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { hardline, indent, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { Imports } from "./imports.ts";
import { arrayLiteral, genericType, objectLiteral, property, stringLiteral } from "./syntax.ts";

const runtimeAsserts = "@colonnade/runtime/asserts";

export function emitAssertsModule({ keyspace, tables, importExtension }: Plan): string {
  const imports = new Imports(importExtension, runtimeAsserts);
  const proofs = tables.flatMap((table) => tableProofs(table, imports));
  const checks = tables.map((table) => tableCheck(table, imports));
  return printDoc([
    banner(`the table definitions of \`${keyspace}\``),
    imports.print(),
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
  ]);
}

/** The validators of a table's writes, each with its interface; the first of each pair is the whole. */
function writesOf({ names, counts, statics }: TablePlan): readonly (readonly [string, string])[] {
  if (counts) return [[names.incrementSchema, names.increment]];
  const insert = [names.insertSchema, names.insert] as const;
  if (statics.length === 0) return [insert, [names.updateSchema, names.update]];
  return [insert, [names.rowUpdateSchema, names.rowUpdate], [names.staticUpdateSchema, names.staticUpdate]];
}

function tableProofs(table: TablePlan, imports: Imports): Doc[] {
  const records = [[table.names.rowSchema, table.names.row] as const, ...writesOf(table)];
  return records.flatMap(([schema, record], index) => {
    imports.type(record, imports.beside(table.fileName));
    imports.value(schema, imports.beside(`${table.fileName}.zod`));
    // What a row validator takes besides is ignored; a write says all that it may be given.
    const sides = index === 0 ? ["Output"] : ["Output", "Input"];
    return sides.map((side) => {
      for (const name of ["Assert", "Same", side]) imports.type(name, runtimeAsserts);
      return genericType("Assert", [genericType("Same", [`${side}<typeof ${schema}>`, record])]);
    });
  });
}

function tableCheck(table: TablePlan, imports: Imports): Doc {
  imports.value(table.names.table, imports.beside(table.fileName));
  imports.value("assertTable", runtimeAsserts);
  const writes = writesOf(table).map(([schema]) => schema);
  const own = table.members.filter(({ value }) => value.codec.kind === "own");
  const types = own.map(({ name, column }) => property(name, stringLiteral(printCqlType(column.type))));
  const open: Doc = [
    "{",
    indent([
      hardline,
      `row: ${table.names.rowSchema},`,
      hardline,
      "writes: ",
      arrayLiteral(writes),
      ",",
      own.length === 0 ? [] : [hardline, "types: ", objectLiteral(types), ","],
    ]),
    hardline,
    "}",
  ];
  return [`assertTable(${table.names.table}, `, open, ");"];
}
