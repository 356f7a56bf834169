import type { BoundTable } from "../table/bound-table.ts";
import { isGraphQLTypeOf, plainCqlType } from "./live-type.ts";
import type { Codec } from "../protocol/codec.ts";

/** A type of rows, as introspection of GraphQL gives it. */
export interface LiveTable {
  readonly description?: string | null;
  readonly fields?: readonly LiveField[] | null;
}

interface LiveField {
  readonly name: string;
  readonly description?: string | null;
  /** Aggregates have some, columns have none. */
  readonly args?: readonly unknown[] | null;
  readonly type: LiveType;
}

interface LiveType {
  readonly kind: string;
  readonly name?: string | null;
  readonly fields?: readonly { readonly name: string }[] | null;
  readonly ofType?: LiveType | null;
}

/** One way in which a table of the service is not the one that the bindings were made for. */
export interface DefinitionProblem {
  readonly kind:
    | "missing-table"
    | "missing-column"
    /** A user type lacks a field that is read with the column. */
    | "missing-field"
    | "other-type"
    /** Of the partition key, of the clustering key, static or regular: it is another of these there. */
    | "other-kind"
    /** The key has other columns there, or has them in another order. */
    | "other-key";
  readonly keyspace: string;
  readonly table: string;
  /** As the database calls it; of a column that is not bound, as the API does. Undefined when it is the whole table. */
  readonly column: string | undefined;
  /** `shop.products.price is text there, not decimal` */
  readonly message: string;
}

/** A column of the service that the bindings do not know: it is neither read nor written. */
export interface DefinitionNote {
  readonly keyspace: string;
  readonly table: string;
  /** As the API calls it. */
  readonly column: string;
}

export interface Difference {
  readonly problems: readonly DefinitionProblem[];
  readonly notes: readonly DefinitionNote[];
}

/**
 * Compares a bound table with what the service tells of it.
 * @param live the type of its rows; null or undefined when it has no such table
 * @param inputDescription of the type of rows that are written: on some servers it ends with a sentence that names the key
 */
export function compareTable(
  bound: BoundTable,
  live: LiveTable | null | undefined,
  inputDescription: string | null | undefined,
): Difference {
  const { keyspace, name: table, title } = bound;
  const problems: DefinitionProblem[] = [];
  const notes: DefinitionNote[] = [];
  const add = (kind: DefinitionProblem["kind"], column: string | undefined, rest: string): void =>
    void problems.push({ kind, keyspace, table, column, message: `${title}${column ? `.${column}` : ""} ${rest}` });
  if (!live?.fields) {
    add("missing-table", undefined, "is not there");
    return { problems, notes };
  }
  const missing = new Map(bound.members.map((member) => [member.apiName, member]));
  for (const { name, description, args, type } of live.fields) {
    if (args?.length) continue;
    // The description of a column ends so in our service: "CQL `uuid`, partition key."
    const [, cql, kind = "regular"] = /(?:^|\n)CQL `(.+)`(?:, (\w+)(?: key)?)?\.$/.exec(description ?? "") ?? [];
    const member = missing.get(name);
    missing.delete(name);
    if (!member) {
      if (kind === "partition" || kind === "clustering")
        add("other-key", name, `is of kind ${kind} there, and not bound`);
      else notes.push({ keyspace, table, column: name });
      continue;
    }
    const { cqlName, codec } = member;
    const found = otherType(codec.cql, type, cql);
    if (found) add("other-type", cqlName, `is ${found} there, not ${codec.cql}`);
    // Of another type nothing more needs to be said.
    for (const field of found ? [] : missingFields(codec, type)) add("missing-field", cqlName, `has no ${field} there`);
    if (cql && kind !== member.kind) add("other-kind", cqlName, `is of kind ${kind} there, not ${member.kind}`);
  }
  for (const member of missing.values()) add("missing-column", member.cqlName, "is not there");
  const key = bound.primaryKey.map((member) => member.apiName).join(", ");
  const found = describedKey(inputDescription);
  if (found && found !== key) add("other-key", undefined, `has the key ${found} there, not ${key}`);
  return { problems, notes };
}

/** The columns of the key in their order, where a description tells them: "Note that 'a' and 'b' are the fields …". */
function describedKey(description: string | null | undefined): string {
  const [, sentence = ""] = /Note that (.+) fields? that correspond/.exec(description ?? "") ?? [];
  return Array.from(sentence.matchAll(/'(\w+)'/g), (match) => match[1]).join(", ");
}

/** The type that a column has in the service, when it is another one. */
function otherType(cql: string, type: LiveType, said: string | undefined): string | undefined {
  if (said !== undefined) return plainCqlType(said) === plainCqlType(cql) ? undefined : said;
  const found = printLiveType(type);
  return isGraphQLTypeOf(cql, found) ? undefined : `${found} in GraphQL`;
}

function printLiveType({ kind, name, ofType }: LiveType): string {
  if (!ofType) return String(name);
  return kind === "LIST" ? `[${printLiveType(ofType)}]` : printLiveType(ofType);
}

/** What documents select of a column's values and its type does not have. */
function missingFields(codec: Codec<unknown>, type: LiveType): readonly string[] {
  while (type.ofType) type = type.ofType;
  const known = type.fields?.map((field) => field.name);
  return (codec.fields ?? []).map(({ apiName }) => apiName).filter((name) => !known?.includes(name));
}
