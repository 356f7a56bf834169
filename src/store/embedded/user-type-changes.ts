/**
 * Changes of the user types of a keyspace: what each stores, and the keyspace after it.
 *
 * Rejects a change as the database would. Reads and writes nothing: stored values keep the fields that they were written
 * with.
 */
import { parseUserTypes } from "../../model/index.ts";
import type { UserType } from "../../model/index.ts";
import type { UserTypeChange } from "../store.ts";
import { alterUserType, withUserType } from "./alter-user-type.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import { knownKeyspace } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace } from "./known-keyspace.ts";
import { createLayout } from "./layout.ts";
import type { Operation } from "./key-value-store.ts";
import { refusal } from "./refusal.ts";
import { printStoredUserType } from "./stored-definition.ts";
import { refuseNewProblem, tableProblems, tableRecord } from "./table-changes.ts";
import { checkUserTypes, refuseUsedType } from "./type-use.ts";

export function addUserType({ keyspace, types, layouts, settings }: KnownKeyspace, type: UserType): DefinitionChange {
  checkUserTypes(
    keyspace.name,
    types,
    type.fields.map((field) => field.type),
  );
  const userTypes = [...types.values(), type];
  const [problem] = typeProblems(userTypes);
  if (problem !== undefined) throw refusal(problem);
  return {
    operations: [typeRecord(keyspace.name, type)],
    after: knownKeyspace(keyspace.name, settings, userTypes, layouts.values()),
  };
}

/**
 * Types and tables that contain the type get a new identity, and so does every value's codec. A new field changes by what
 * bytes an index finds such values.
 *
 * @param next the first of the numbers for indexes that are built anew
 */
export function changeUserType(
  known: KnownKeyspace,
  name: string,
  change: UserTypeChange,
  next: number,
): DefinitionChange {
  let free = next;
  const { keyspace, types, layouts, settings } = known;
  const type = alterUserType(known, name, change);
  if (change.kind === "add-field") checkUserTypes(keyspace.name, types, [change.field.type]);
  const renewed = withUserType(keyspace, type);
  const records: Operation[] = [];
  const after = knownKeyspace(
    keyspace.name,
    settings,
    renewed.userTypes,
    Array.from(layouts.values(), (layout, place) => {
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
  );
  refuseNewProblem(typeProblems(keyspace.userTypes), typeProblems(renewed.userTypes));
  for (const [place, table] of renewed.tables.entries()) {
    const before = keyspace.tables[place];
    if (before && before !== table) {
      refuseNewProblem(tableProblems(before, types), tableProblems(table, after.types));
    }
  }
  return { operations: [typeRecord(keyspace.name, type), ...records], after };
}

export function removeUserType(
  { keyspace, types, layouts, settings }: KnownKeyspace,
  type: UserType,
): DefinitionChange {
  const others = [...types.values()].filter((other) => other !== type);
  refuseUsedType(keyspace.name, type, { types: others, tables: keyspace.tables });
  return {
    operations: [{ type: "del", key: recordKey(["type", keyspace.name, type.name]) }],
    after: knownKeyspace(keyspace.name, settings, others, layouts.values()),
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
