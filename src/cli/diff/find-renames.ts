import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import type { ChangePlace, Keyspace, RenameKind } from "../../model/index.ts";
import type { Plan } from "../../plan/index.ts";
import type { Bindings } from "./bindings.ts";

/** A name that changes outside the database only. */
export interface Rename {
  readonly kind: RenameKind;
  readonly place: ChangePlace;
  readonly before: string;
  readonly after: string;
}

type Names = ReadonlyMap<string, readonly [place: ChangePlace, name: string]>;

/**
 * Finds names that change although their own definition does not. If two names collide, neither gets the plain name, so
 * adding or removing one table or column can rename another. @see design 8
 */
export function findRenames(before: Keyspace, after: Keyspace, outputs: readonly Bindings[]): readonly Rename[] {
  const bound = outputs.flatMap((bindings) =>
    bindings.before && bindings.after
      ? differing("member-renamed", boundNames(bindings.before), boundNames(bindings.after))
      : [],
  );
  const known = new Map([...bound, ...differing("api-name", apiNames(before), apiNames(after))].map(keyed));
  return [...known.values()];
}

function keyed(rename: Rename): [string, Rename] {
  return [JSON.stringify(rename), rename];
}

function differing(kind: RenameKind, before: Names, after: Names): readonly Rename[] {
  return [...before].flatMap(([key, [place, name]]): Rename[] => {
    const is = after.get(key)?.[1] ?? name;
    return is === name ? [] : [{ kind, place, before: name, after: is }];
  });
}

/** In the bindings: `ProductsRow` of a table, or `ProductsTypes` if a rule names the row; and the members. */
function boundNames({ tables, userTypes }: Plan): Names {
  return named([
    ...tables.flatMap(({ table: { name }, typeName, names, members }) => [
      [{ of: "table", name } as const, names.row === `${typeName}Row` ? names.row : names.types] as const,
      ...members.map((member) => [{ of: "table", name, member: member.column.name } as const, member.name] as const),
    ]),
    ...userTypes.flatMap(({ type: { name }, fields }) =>
      fields.map((field) => [{ of: "user type", name, member: field.field.name } as const, field.name] as const),
    ),
  ]);
}

/** In the API: `Products` of a table, and the fields. */
function apiNames({ tables, userTypes }: Keyspace): Names {
  const members = (of: ChangePlace["of"], name: string, parts: readonly { readonly name: string }[]) =>
    Array.from(nameColumns(parts.map((part) => part.name)), ([member, api]) => [{ of, name, member }, api] as const);
  return named([
    ...Array.from(
      nameTables(tables.map(({ name }) => name)),
      ([name, { type }]) => [{ of: "table", name } as const, type] as const,
    ),
    ...tables.flatMap(({ name, columns }) => members("table", name, columns)),
    ...userTypes.flatMap(({ name, fields }) => members("user type", name, fields)),
  ]);
}

function named(names: readonly (readonly [ChangePlace, string])[]): Names {
  return new Map(names.map((entry) => [JSON.stringify(entry[0]), entry]));
}
