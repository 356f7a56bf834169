/**
 * Changes of the user types of a keyspace: what each stores, and the keyspace after it.
 *
 * Rejects a change as the database would. Reads and writes nothing: stored values keep the fields that they were written
 * with.
 */
import { parseUserTypes, partsOf, printCqlType } from "../../../model/index.ts";
import type { ColumnKind, CqlType, Keyspace, UserType } from "../../../model/index.ts";
import type { UserTypeChange } from "../../store.ts";
import { createLayout } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import type { Operation } from "../storage/key-value-store.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import { withDefinitions } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace, NextId } from "./known-keyspace.ts";
import { printStoredUserType } from "./stored-definition.ts";
import { refuseNewProblem, tableProblems, tableRecord } from "./table-changes.ts";
import { checkUserTypes, refuseUsedType } from "./type-use.ts";

/** @returns undefined if there is a type of that name */
export function addUserType(known: KnownKeyspace, type: UserType): DefinitionChange | undefined {
  const { keyspace, types } = known;
  if (types.has(type.name)) return undefined;
  checkUserTypes(
    keyspace.name,
    types,
    type.fields.map((field) => field.type),
  );
  const userTypes = [...types.values(), type];
  const [problem] = typeProblems(userTypes);
  if (problem !== undefined) throw rejection(problem);
  return {
    operations: [typeRecord(keyspace.name, type)],
    after: withDefinitions(known, { types: userTypes }),
  };
}

/**
 * Types and tables that contain the type get a new identity, and so does every value's codec. A new field changes by what
 * bytes an index finds such values: it is built anew under another number.
 */
export async function changeUserType(
  known: KnownKeyspace,
  name: string,
  change: UserTypeChange,
  nextId: NextId,
): Promise<DefinitionChange> {
  let free = await nextId();
  const { keyspace, types, layouts } = known;
  const type = alterUserType(known, name, change);
  if (change.kind === "add-field") checkUserTypes(keyspace.name, types, [change.field.type]);
  const renewed = withUserType(keyspace, type);
  const records: Operation[] = [];
  const after = withDefinitions(known, {
    types: renewed.userTypes,
    layouts: Array.from(layouts.values(), (layout, place) => {
      const table = renewed.tables[place];
      if (!table || table === layout.table) return layout;
      const indexIds = layout.indexes.map(({ id, column: { name: column, type: before } }) => {
        const type = table.columns.find((one) => one.name === column)?.type;
        return type === before || change.kind !== "add-field" ? id : free++;
      });
      const altered = createLayout(keyspace.name, table, layout.id, layout.details, layout.numbers, indexIds);
      if (indexIds.length > 0) records.push(tableRecord(altered));
      return altered;
    }),
  });
  refuseNewProblem(typeProblems(keyspace.userTypes), typeProblems(renewed.userTypes));
  for (const [place, table] of renewed.tables.entries()) {
    const before = keyspace.tables[place];
    if (before && before !== table) {
      refuseNewProblem(tableProblems(before, types), tableProblems(table, after.types));
    }
  }
  return { operations: [typeRecord(keyspace.name, type), ...records], after };
}

/** @returns undefined if the type does not exist */
export function removeUserType(known: KnownKeyspace, name: string): DefinitionChange | undefined {
  const { keyspace, types } = known;
  const type = types.get(name);
  if (!type) return undefined;
  const others = [...types.values()].filter((other) => other !== type);
  refuseUsedType(keyspace.name, type, { types: others, tables: keyspace.tables });
  return {
    operations: [{ type: "del", key: recordKey(["type", keyspace.name, name]) }],
    after: withDefinitions(known, { types: others }),
  };
}

function typeRecord(keyspace: string, type: UserType): Operation {
  return recordPut(["type", keyspace, type.name], printStoredUserType(type));
}

/** What the parser of definitions has against the types of a keyspace. */
function typeProblems(types: readonly UserType[]): readonly string[] {
  const stored = types.map(printStoredUserType);
  const customTypes = new Set(stored.flatMap((type) => type.customTypes));
  const { problems } = parseUserTypes(
    stored.map(({ definition }) => definition),
    { customTypes },
  );
  return problems.flat().map(({ message }) => message);
}

function alterUserType({ keyspace, types }: KnownKeyspace, name: string, change: UserTypeChange): UserType {
  const title = `${keyspace.name}.${name}`;
  const type = types.get(name);
  if (!type) throw rejection(`Type ${title} doesn't exist`);
  const has = (field: string): boolean => type.fields.some((other) => other.name === field);
  if (change.kind === "add-field") {
    const { field } = change;
    if (has(field.name)) {
      throw rejection(
        `Cannot add field ${field.name} to type ${title}: a field with name ${field.name} already exists`,
      );
    }
    const added = `Cannot add new field ${field.name} of type ${printCqlType(field.type)} to user type ${title} as`;
    if (isWithin(name, field.type)) throw rejection(`${added} it would create a circular reference`);
    refuseInKey(keyspace, name, added);
    return { ...type, fields: [...type.fields, field] };
  }
  const { field: from, to } = change;
  // The database's own spelling, and its own mix-up of keyspace and type.
  if (!has(from)) throw rejection(`Unkown field ${from} in user type ${title}`);
  if (from !== to && has(to)) throw rejection(`Duplicate field name ${to} in type ${keyspace.name}`);
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
    throw rejection(`${added} the type is being used in ${kind} key by the following tables: ${names}`);
  }
}

function isWithin(name: string, type: CqlType): boolean {
  return (type.kind === "user" && type.type.name === name) || partsOf(type).some((part) => isWithin(name, part));
}

/** The types and tables of a keyspace with a type in its new form; those that do not contain it stay the same objects. */
function withUserType({ userTypes, tables }: Keyspace, changed: UserType): Omit<Keyspace, "name"> {
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
