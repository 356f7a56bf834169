/** Creates, alters and drops user types. */
import type { Field } from "../../model/index.ts";
import type { UserTypeChange } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { parseType } from "../grammar/read-type.ts";
import type { Definition, FieldNode } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { nativeType } from "../values/index.ts";
import { keyspaceOf } from "../statement/scope.ts";
import { changed, printReference, requireKeyspace, unchanged, unchangedIf } from "./context.ts";
import type { Context } from "./context.ts";
import { resolveNode } from "./resolve-type.ts";

type Of<Kind extends Definition["kind"]> = Extract<Definition, { readonly kind: Kind }>;

export async function createType(statement: Of<"create-type">, context: Context): Promise<Answer> {
  const { type: reference, ifNotExists, fields } = statement;
  const keyspace = await requireKeyspace(context, keyspaceOf(reference, context.caller));
  const { name } = reference;
  const exists = (): Answer => {
    return unchangedIf(ifNotExists, `A user type with name '${name}' already exists`);
  };
  if (keyspace.userTypes.some((type) => type.name === name)) return exists();
  const names = new Set<string>();
  for (const field of fields) {
    if (names.has(field.name)) throw invalid(`Duplicate field name '${field.name}' in type '${name}'`);
    names.add(field.name);
  }
  fields.forEach(checkField);
  const type = { name, fields: fields.map((field) => resolveField(field, keyspace)) };
  if (!(await context.store.createUserType(keyspace.name, type))) return exists();
  return changed("CREATED", "TYPE", keyspace.name, name);
}

/** @throws {CqlError} `invalid` for what no type has as a field */
function checkField({ type }: FieldNode): void {
  const node = parseType(type);
  if (node.kind === "native" && node.name === "counter") throw invalid("A user type cannot contain counters");
  if (node.kind === "user") throw invalid("A user type cannot contain non-frozen UDTs");
}

function resolveField({ name, type }: FieldNode, keyspace: Parameters<typeof resolveNode>[1]): Field {
  return { name, type: resolveNode(parseType(type), keyspace) };
}

export async function alterType(statement: Of<"alter-type">, context: Context): Promise<Answer> {
  const { type: reference, ifExists, alteration } = statement;
  const { store, caller } = context;
  const keyspace = await store.keyspace(keyspaceOf(reference, caller));
  const type = keyspace?.userTypes.find(({ name }) => name === reference.name);
  if (!keyspace || !type) {
    return unchangedIf(ifExists, `Type ${printReference(reference, context)} doesn't exist`);
  }
  const has = (name: string): boolean => type.fields.some((field) => field.name === name);
  const changes: UserTypeChange[] = [];
  switch (alteration.kind) {
    case "retype":
      throw invalid("Altering field types is no longer supported");
    case "add": {
      const { field, ifNotExists } = alteration;
      if (has(field.name) && ifNotExists) break;
      if (!has(field.name)) checkField(field);
      // The store refuses an existing field, whatever its type.
      const type = has(field.name) ? nativeType("text") : resolveField(field, keyspace).type;
      changes.push({ kind: "add-field", field: { name: field.name, type } });
      break;
    }
    case "rename":
      for (const [field, to] of alteration.renames) {
        if (has(field) || !alteration.ifExists) changes.push({ kind: "rename-field", field, to });
      }
  }
  for (const change of changes) await store.alterUserType(keyspace.name, type.name, change);
  return changes.length === 0 ? unchanged : changed("UPDATED", "TYPE", keyspace.name, type.name);
}

export async function dropType(
  statement: Of<"drop-type" | "drop-table" | "drop-index" | "drop-view">,
  context: Context,
): Promise<Answer> {
  const { name: reference, ifExists } = statement;
  const keyspace = keyspaceOf(reference, context.caller);
  const exists = (await context.store.keyspace(keyspace)) !== undefined;
  if (exists && (await context.store.dropUserType(keyspace, reference.name))) {
    return changed("DROPPED", "TYPE", keyspace, reference.name);
  }
  return unchangedIf(ifExists, `Type '${printReference(reference, context)}' doesn't exist`);
}
