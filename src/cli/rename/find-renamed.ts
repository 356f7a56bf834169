import { ColonnadeError, didYouMean, suggest, shellWord } from "../../errors.ts";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace } from "../../model/index.ts";

/** The table, user type, column or field that is renamed, by its names in the database. */
export interface Renamed {
  readonly keyspace: string;
  readonly of: "table" | "user type";
  readonly record: string;
  /** The column or field; undefined for the table or type itself. */
  readonly member: string | undefined;
  /** Whether CQL can rename it: a key column, or a field of a user type. */
  readonly isInCql: boolean;
}

const typePrefix = "type:";

/**
 * Finds what `shop.products.price`, `shop.products`, `shop.address` or `type:shop.address` names.
 *
 * @throws {ColonnadeError} `unknown-keyspace`, `unknown-table`, `unknown-column`, or `ambiguous-name` for a table and a
 * user type of the same name
 */
export function findRenamed(place: string, keyspaces: readonly Keyspace[]): Renamed {
  const isType = place.startsWith(typePrefix);
  const path = isType ? place.slice(typePrefix.length) : place;
  const keyspace = keyspaces.find(({ name }) => path.startsWith(`${name}.`));
  if (!keyspace) throw unknownKeyspace(path, keyspaces);
  const records = recordsOf(keyspace).filter(({ of }) => !isType || of === "user type");
  const rest = path.slice(keyspace.name.length + 1);
  // Names of columns may contain dots, those of tables and types cannot.
  const [name = ""] = rest.split(".", 1);
  const member = rest === name ? undefined : rest.slice(name.length + 1);
  const named = records.filter((record) => record.name === name);
  if (named.length === 0) throw unknownRecord(place, keyspace.name, name, records);
  const found = named.filter(({ members }) => member === undefined || members.includes(member));
  const [first, second] = found;
  if (second) {
    throw new ColonnadeError("ambiguous-name", `${place} is a table and a user type`, {
      next: `rename the table in the config by hand, or the type: colonnade rename ${shellWord(typePrefix + path)} …`,
    });
  }
  if (!first) throw unknownMember(keyspace.name, named[0] as NamedRecord, member ?? "");
  const isInCql = member !== undefined && first.inCql.includes(member);
  return { keyspace: keyspace.name, of: first.of, record: name, member, isInCql };
}

interface NamedRecord {
  readonly of: Renamed["of"];
  readonly name: string;
  readonly members: readonly string[];
  /** The members that CQL can rename. */
  readonly inCql: readonly string[];
}

function recordsOf({ tables, userTypes }: Keyspace): readonly NamedRecord[] {
  const namesOf = (members: readonly { readonly name: string }[]): readonly string[] => members.map(({ name }) => name);
  return [
    ...tables.map((table) => {
      const { name, columns } = table;
      return { of: "table" as const, name, members: namesOf(columns), inCql: primaryKey(table) };
    }),
    ...userTypes.map(({ name, fields }) => {
      return { of: "user type" as const, name, members: namesOf(fields), inCql: namesOf(fields) };
    }),
  ];
}

function unknownKeyspace(path: string, keyspaces: readonly Keyspace[]): ColonnadeError {
  const names = keyspaces.map(({ name }) => name);
  const [first = ""] = path.split(".");
  return new ColonnadeError("unknown-keyspace", `${path} does not begin with a keyspace of the config`, {
    next: `begin with ${didYouMean(first, names) ?? names.join(" or ")}, such as ${names[0]}.products.price`,
  });
}

function unknownRecord(place: string, keyspace: string, name: string, records: readonly NamedRecord[]): ColonnadeError {
  const names = records.map((record) => record.name);
  return new ColonnadeError("unknown-table", `${place} names no table or user type of ${keyspace}`, {
    next: suggest(name, names, `it has ${names.join(", ")}`, (meant) => `${keyspace}.${meant}`),
  });
}

function unknownMember(keyspace: string, { of, name, members }: NamedRecord, member: string): ColonnadeError {
  const what = of === "table" ? "column" : "field";
  return new ColonnadeError("unknown-column", `${keyspace}.${name} has no ${what} ${member}`, {
    next: suggest(member, members, `its ${what}s: ${members.join(", ")}`, (meant) => `${keyspace}.${name}.${meant}`),
  });
}

/** `shop.products.price` */
export function printRenamed({ keyspace, record, member }: Renamed): string {
  return [keyspace, record, ...(member === undefined ? [] : [member])].join(".");
}
