/** Compiles what DELETE names: columns, elements of collections, and fields of user types. */
import { isMultiCell } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Delete, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import { compileTerm } from "../values/index.ts";
import type { TableScope, Variables } from "../values/index.ts";
import { missingKeys } from "./assignment.ts";
import type { CompiledAssignment } from "./assignment.ts";
import { columnIn } from "./scope.ts";
import { elementReceiver, fieldReceiver, indexReceiver, keyReceiver } from "./parts.ts";

type Target = Delete["targets"][number];

/** @throws {CqlError} `invalid` */
export function compileDeletions(
  targets: readonly Target[],
  scope: TableScope,
  variables: Variables,
): readonly CompiledAssignment[] {
  const isWhole = (name: string): boolean => targets.some(({ column, part }) => column === name && !part);
  return targets.map((target) => {
    const compiled = compileDeletion(target, scope, variables);
    const { column } = compiled;
    if (!target.part || !isWhole(column.name)) return compiled;
    // Its elements are deleted with the column, but are still checked.
    return { column, addTo: (_, input) => compiled.addTo({ values: new Map(), changes: [] }, input) };
  });
}

function compileDeletion({ column: name, part }: Target, scope: TableScope, variables: Variables): CompiledAssignment {
  const column = columnIn(scope, name);
  if (column.kind === "partition" || column.kind === "clustering") {
    throw invalid(`Invalid identifier ${name} for deletion (should not be a PRIMARY KEY part)`);
  }
  if (!part) return { column, addTo: ({ values }) => values.set(name, null) };
  return "at" in part ? deleteElement(column, part.at, scope, variables) : deleteField(column, part.field);
}

function deleteField(column: Column, field: string): CompiledAssignment {
  const { name, type } = column;
  if (type.kind !== "user") throw invalid(`Invalid field deletion operation for non-UDT column ${name}`);
  if (!isMultiCell(type)) throw invalid(`Frozen UDT column ${name} does not support field deletions`);
  if (!fieldReceiver(name, type, field)) throw invalid(`UDT column ${name} does not have a field named ${field}`);
  return {
    column,
    addTo: ({ changes }) => {
      const isDeleted = changes.some((one) => one.kind === "field" && one.column === name && one.field === field);
      if (!isDeleted) changes.push({ column: name, kind: "field", field, value: null });
    },
  };
}

function deleteElement(column: Column, at: Term, scope: TableScope, variables: Variables): CompiledAssignment {
  const { name, type } = column;
  if (type.kind !== "list" && type.kind !== "set" && type.kind !== "map") {
    throw invalid(`Invalid deletion operation for non collection column ${name}`);
  }
  if (!isMultiCell(type)) throw invalid(`Invalid deletion operation for frozen collection column ${name}`);
  const receiver = receivers[type.kind](name, type as never);
  const term = compileTerm(at, receiver, scope, variables);
  return {
    column,
    addTo: ({ changes }, { bound, nowMs }) => {
      const bytes = term.evaluate(bound, nowMs);
      checkElement(type.kind, bytes);
      if (bytes === null || bytes === unset) return;
      const element = Encoded.ofBytes(receiver.type, bytes);
      if (type.kind !== "set") changes.push({ column: name, kind: "element", at: element, value: null });
      else changes.push({ column: name, kind: "remove", value: setOf(receiver.type, bytes) });
    },
  };
}

const receivers = { list: indexReceiver, set: elementReceiver, map: keyReceiver };

/** An index that is left out deletes nothing. @throws {CqlError} `invalid` */
function checkElement(kind: "list" | "set" | "map", bytes: BoundValue): void {
  if (kind === "set" && bytes === null) throw invalid("Invalid null set element");
  if (kind === "set") return;
  if (bytes === null) throw invalid(missingKeys[kind].null);
  if (bytes === unset && kind === "map") throw invalid(missingKeys.map.unset);
}

/** A set with the one element. */
function setOf(item: CqlType, bytes: Buffer): Encoded {
  const head = Buffer.alloc(8);
  head.writeInt32BE(1);
  head.writeInt32BE(bytes.length, 4);
  return Encoded.ofBytes({ kind: "set", item, frozen: false }, Buffer.concat([head, bytes]));
}
