import type { BoundTable } from "../table/bound-table.ts";
import type { Codec } from "../protocol/codec.ts";

/** A row type in GraphQL introspection. */
export interface LiveTable {
  readonly description?: string | null;
  readonly fields?: readonly LiveField[] | null;
}

interface LiveField {
  readonly name: string;
  readonly description?: string | null;
  /** Arguments: aggregates have some, columns have none. */
  readonly args?: readonly unknown[] | null;
  readonly type: LiveType;
}

interface LiveType {
  readonly kind: string;
  readonly name?: string | null;
  readonly fields?: readonly { readonly name: string }[] | null;
  readonly ofType?: LiveType | null;
}

/** One difference between a table of the service and the bindings. */
export interface DefinitionProblem {
  readonly kind:
    | "missing-table"
    | "missing-column"
    /** A user type of the service lacks a field that is read with the column. */
    | "missing-field"
    | "other-type"
    /** The column has a different kind: partition key, clustering key, static or regular. */
    | "other-kind"
    /** The key has different columns, or a different order. */
    | "other-key";
  readonly keyspace: string;
  readonly table: string;
  /** The name in the database; for a column that is not bound, the API name. Undefined for the whole table. */
  readonly column: string | undefined;
  /** `shop.products.price is text there, not decimal` */
  readonly message: string;
}

/** A column of the service that the bindings do not have: it is neither read nor written. */
export interface DefinitionNote {
  readonly keyspace: string;
  readonly table: string;
  /** The API name. */
  readonly column: string;
}

export interface Difference {
  readonly problems: readonly DefinitionProblem[];
  readonly notes: readonly DefinitionNote[];
}

/**
 * Compares a bound table with what the service reports.
 * @param live its row type; null or undefined if the table does not exist
 * @param inputDescription of the input type: on some servers it ends with a sentence that names the key
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
    add("missing-table", undefined, "does not exist");
    return { problems, notes };
  }
  const missing = new Map(bound.members.map((member) => [member.apiName, member]));
  for (const { name, description, args, type } of live.fields) {
    if (args?.length) continue;
    // In our service, the description of a column ends like this: "CQL `uuid`, partition key."
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
    // A different type needs no further checks.
    for (const field of found ? [] : missingFields(codec, type)) add("missing-field", cqlName, `has no ${field} there`);
    if (cql && kind !== member.kind) add("other-kind", cqlName, `is of kind ${kind} there, not ${member.kind}`);
  }
  for (const member of missing.values()) add("missing-column", member.cqlName, "does not exist");
  const key = bound.primaryKey.map((member) => member.apiName).join(", ");
  const found = describedKey(inputDescription);
  if (found && found !== key) add("other-key", undefined, `has the key ${found} there, not ${key}`);
  return { problems, notes };
}

/** The ordered columns of the key, if a description names them: "Note that 'a' and 'b' are the fields …". */
function describedKey(description: string | null | undefined): string {
  const [, sentence = ""] = /Note that (.+) fields? that correspond/.exec(description ?? "") ?? [];
  return Array.from(sentence.matchAll(/'(\w+)'/g), (match) => match[1]).join(", ");
}

/** The type of a column in the service, if it differs. */
function otherType(cql: string, type: LiveType, said: string | undefined): string | undefined {
  if (said !== undefined) return plainCqlType(said) === plainCqlType(cql) ? undefined : said;
  const found = printLiveType(type);
  return isGraphQLTypeOf(cql, found) ? undefined : `${found} in GraphQL`;
}

function printLiveType({ kind, name, ofType }: LiveType): string {
  if (!ofType) return String(name);
  return kind === "LIST" ? `[${printLiveType(ofType)}]` : printLiveType(ofType);
}

/** A field that documents select but the column's type does not have. */
function missingFields(codec: Codec<unknown>, type: LiveType): readonly string[] {
  while (type.ofType) type = type.ofType;
  const known = type.fields?.map((field) => field.name);
  return (codec.fields ?? []).map(({ apiName }) => apiName).filter((name) => !known?.includes(name));
}

/**
 * Normalizes the text of a CQL type: `frozen<map<varchar, int>>` is `map(text,int)`. Servers differ in blanks, call
 * `varchar` `text`, and freeze nested types.
 */
export function plainCqlType(cql: string): string {
  return rebuild(tidy(cql), (name, parts) => `${name}(${parts.join()})`);
}

/**
 * Whether a column of this CQL type can have that GraphQL type, on any server of the family: `map<text, int>` is
 * `[EntryStringKeyIntValue]` or `[KeyStringValueInt]`. Lists and sets look the same.
 */
export function isGraphQLTypeOf(cql: string, found: string): boolean {
  // The name of a user type is certain only if no server escapes it.
  const named = tidy(cql).replace(/["'][^<>,]*|\w+(?![\w<])/g, (name) =>
    /\W|x[\da-f]+_/.test(name) ? "\\w+Udt" : `${scalars.get(name) ?? name}(?:Udt)?`,
  );
  const expected = rebuild(named, (name, parts) => {
    if (name === "tuple") return `Tuple${parts.join("")}`;
    const [one, other] = parts;
    return `List${name === "map" ? `(?:Entry${one}Key${other}Value|Key${one}Value${other})` : one}`;
  });
  return new RegExp(`^${expected}$`, "i").test(found.replaceAll("[", "List").replaceAll("]", ""));
}

/** Scalars whose name differs from CQL by more than capitals. Some servers have one for all small integers. */
const scalars: ReadonlyMap<string, string> = new Map([
  ["double", "Float"],
  ["float", "Float32"],
  ["smallint", "(?:Small)?Int"],
  ["text", "String"],
  ["tinyint", "(?:Tiny)?Int"],
]);

function tidy(cql: string): string {
  return cql.replace(/\s/g, "").replace(/\bvarchar\b/g, "text");
}

/** Rewrites a type from the innermost part outwards, without `frozen`. */
function rebuild(type: string, build: (name: string, parts: readonly string[]) => string): string {
  const next = type.replace(/(\w+)<([^<>]*)>/g, (_, name: string, parts: string) =>
    name === "frozen" ? parts : build(name, parts.split(",")),
  );
  return next === type ? type : rebuild(next, build);
}
