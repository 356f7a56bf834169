/**
 * Finds which parts of a table a service does not have, from its rejection of a document: the bindings may be newer
 * than the database.
 *
 * Each server names the unknown field in its own words, which its profile has; the bound table maps it to CQL.
 */
import { DocumentRejectedError } from "../errors/errors.ts";
import type { UnknownName } from "../errors/errors.ts";
import type { BoundTable } from "../table/bound-table.ts";

/** As graphql-js words it: the name, and its type. */
const form = /^(?:Cannot query field|Field) "(\w+)" (?:on|is not defined by) type "(\w+)"/;

/** Extracts the unknown names from a message. */
export function unknownNamesIn(message: string): readonly UnknownName[] {
  const [, name, type] = form.exec(message) ?? [];
  return name === undefined ? [] : [{ name, type }];
}

/** Translates a rejection for unknown names into terms of the database; returns any other error unchanged. */
export function inTermsOfTables(error: unknown, table: BoundTable): unknown {
  if (!(error instanceof DocumentRejectedError) || error.unknownNames.length === 0) return error;
  const { title, type, query, members } = table;
  const operations = ["insert", "update", "delete"].map((action) => action + type);
  const isTable = (name: string): boolean => operations.includes(name) || name === query || name === `${query}Filter`;
  const lacksTable = error.unknownNames.some(({ name }) => isTable(name));
  const lacks = error.unknownNames.map(({ name, type: owner }) => {
    if (isTable(name)) return `${title} is not in the database`;
    const column = members.find(({ apiName }) => apiName === name);
    if (column && (owner ?? type).startsWith(type)) return `${title} has no column ${column.cqlName}`;
    return `${title} lacks ${name}${owner === undefined ? "" : ` of ${owner}`} in the database`;
  });
  const reason = `${[...new Set(lacks)].join("; ")}; run \`colonnade diff\` to see all differences`;
  return new DocumentRejectedError("document-rejected", error.problems, { ...error, lacksTable, cause: error }, reason);
}
