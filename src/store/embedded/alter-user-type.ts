/**
 * Changes a user type, or rejects the change as the database would, and renews everything that contains the type.
 *
 * Reads and writes nothing. Values are stored by the places of their fields, so a renamed field keeps its values, and a
 * new one is null in the values that were written before.
 */
import { partsOf, printCqlType } from "../../model/index.ts";
import type { ColumnKind, CqlType, Keyspace, UserType } from "../../model/index.ts";
import type { UserTypeChange } from "../store.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import { refusal } from "./refusal.ts";

export function alterUserType({ keyspace, types }: KnownKeyspace, name: string, change: UserTypeChange): UserType {
  const title = `${keyspace.name}.${name}`;
  const type = types.get(name);
  if (!type) throw refusal(`Type ${title} doesn't exist`);
  const has = (field: string): boolean => type.fields.some((other) => other.name === field);
  if (change.kind === "add-field") {
    const { field } = change;
    if (has(field.name)) {
      throw refusal(`Cannot add field ${field.name} to type ${title}: a field with name ${field.name} already exists`);
    }
    const added = `Cannot add new field ${field.name} of type ${printCqlType(field.type)} to user type ${title} as`;
    if (isWithin(name, field.type)) throw refusal(`${added} it would create a circular reference`);
    refuseInKey(keyspace, name, added);
    return { ...type, fields: [...type.fields, field] };
  }
  const { field: from, to } = change;
  // The database's own spelling, and its own mix-up of keyspace and type.
  if (!has(from)) throw refusal(`Unkown field ${from} in user type ${title}`);
  if (from !== to && has(to)) throw refusal(`Duplicate field name ${to} in type ${keyspace.name}`);
  return { ...type, fields: type.fields.map((field) => (field.name === from ? { ...field, name: to } : field)) };
}

/** Unlike the database, the store refuses it for clustering keys too: their place among the keys depends on every field. */
function refuseInKey({ name: keyspace, tables }: Keyspace, type: string, added: string): void {
  for (const kind of ["partition", "clustering"] satisfies readonly ColumnKind[]) {
    const users = tables.filter(({ columns }) =>
      columns.some((column) => column.kind === kind && isWithin(type, column.type)),
    );
    if (users.length === 0) continue;
    const names = users.map((table) => `${keyspace}.${table.name}`).join(", ");
    throw refusal(`${added} the type is being used in ${kind} key by the following tables: ${names}`);
  }
}

function isWithin(name: string, type: CqlType): boolean {
  return (type.kind === "user" && type.type.name === name) || partsOf(type).some((part) => isWithin(name, part));
}

/** The types and tables of a keyspace with a type in its new form; those that do not contain it stay the same objects. */
export function withUserType({ userTypes, tables }: Keyspace, changed: UserType): Omit<Keyspace, "name"> {
  const renewed = new Map<string, UserType | undefined>([[changed.name, changed]]);
  const renewUserType = (type: UserType): UserType => {
    if (!renewed.has(type.name)) {
      const fields = sameOr(type.fields, renewTypeOf);
      renewed.set(type.name, fields === type.fields ? undefined : { ...type, fields });
    }
    return renewed.get(type.name) ?? type;
  };
  const renew = (type: CqlType): CqlType => {
    if (type.kind !== "user") return withParts(type, renew);
    const userType = renewUserType(type.type);
    return userType === type.type ? type : { ...type, type: userType };
  };
  const renewTypeOf = <Typed extends { readonly type: CqlType }>(typed: Typed): Typed => {
    const type = renew(typed.type);
    return type === typed.type ? typed : { ...typed, type };
  };
  return {
    userTypes: userTypes.map(renewUserType),
    tables: tables.map((table) => {
      const columns = sameOr(table.columns, renewTypeOf);
      return columns === table.columns ? table : { ...table, columns };
    }),
  };
}

function withParts(type: Exclude<CqlType, { kind: "user" }>, change: (part: CqlType) => CqlType): CqlType {
  const parts = partsOf(type);
  const changed = sameOr(parts, change);
  if (changed === parts) return type;
  const [first = type, second = type] = changed;
  switch (type.kind) {
    case "map":
      return { ...type, key: first, value: second };
    case "tuple":
      return { ...type, items: changed };
    case "list":
    case "set":
    case "vector":
      return { ...type, item: first };
    case "native":
    case "custom":
      return type;
  }
}

/** The changed items, or the same list if none has changed. */
function sameOr<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change);
  return changed.every((item, place) => item === items[place]) ? items : changed;
}
