/**
 * Finds which parts of a table a service does not have, from its rejection of a document: the bindings may be newer
 * than the database.
 *
 * Each server names the unknown field in its own words; the bound table maps it to CQL.
 */
import { DocumentRejectedError } from "../errors/errors.ts";
import type { UnknownName } from "../errors/errors.ts";
import type { BoundTable } from "../table/bound-table.ts";

/** graphql-js and the Go server, then graphql-java. Each names the field, and most of them its type. @see service-facts 2.1 */
const forms: readonly RegExp[] = [
  /^(?:Cannot query field|Field) "(?<name>\w+)" (?:on|is not defined by) type "(?<type>\w+)"/,
  /^Validation error [^:]*FieldUndefined[^:]*: Field '(?<name>\w+)' in type '(?<type>\w+)' is undefined/,
  /^Validation error [^:]*WrongType[^:]*: [^]* contains a field not in '(?<type>\w+)': '(?<name>\w+)'(?: @ '[^']*')?$/,
];
/** The Go server lists the problems of a value after it, one per line. */
const inValue = /\nIn field "(?<name>\w+)": Unknown field\./g;

/** Extracts the unknown names from a message. */
export function unknownNamesIn(message: string): readonly UnknownName[] {
  const found = forms.map((form) => form.exec(message)).filter((match) => match !== null);
  if (message.startsWith('Argument "')) found.push(...message.matchAll(inValue));
  return found.map(({ groups }) => ({ name: groups?.["name"] ?? "", type: groups?.["type"] }));
}

/** Translates a rejection for unknown names into terms of the database; returns any other error unchanged. */
export function inTermsOfTables(error: unknown, table: BoundTable): unknown {
  if (!(error instanceof DocumentRejectedError) || error.unknownNames.length === 0) return error;
  const { title, type, query, members } = table;
  const operations = ["insert", "update", "delete"].map((action) => action + type);
  const lacks = error.unknownNames.map(({ name, type: owner }) => {
    if (operations.includes(name) || name === query || name === `${query}Filter`)
      return `${title} is not in the database`;
    const column = members.find(({ apiName }) => apiName === name);
    if (column && (owner ?? type).startsWith(type)) return `${title} has no column ${column.cqlName}`;
    return `${title} lacks ${name}${owner === undefined ? "" : ` of ${owner}`} in the database`;
  });
  const reason = `${[...new Set(lacks)].join("; ")}; run \`colonnade diff\` to see all differences`;
  return new DocumentRejectedError("document-rejected", error.problems, { ...error, cause: error }, reason);
}
