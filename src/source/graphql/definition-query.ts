/** The query of a definition endpoint, which reports tables as in CQL. @see service-facts 2.11 */

/** Levels of nested types in the query; deeper ones are unknown. Our service accepts no deeper documents. */
const levels = { others: 6, ours: 16 };

interface DefinitionDialect {
  /** Whether types have `frozen`, and keyspaces have user types. */
  readonly knowsTypes: boolean;
  readonly query: string;
}

/** The first one that a server accepts is used: the Go server supports neither `frozen` nor `types`. */
export const definitionDialects: readonly DefinitionDialect[] = [true, false].map((knowsTypes) => {
  const asked = keyspaceFields({ knowsTypes, thing: "name", levels: levels.others });
  // Servers with types are asked whether they support descriptions of columns.
  const more = knowsTypes ? ' __type(name: "Column") { fields { name } }' : "";
  return { knowsTypes, query: `query ($name: String!) { keyspaces { name } keyspace(name: $name) ${asked}${more} }` };
});

const ours = keyspaceFields({ knowsTypes: true, thing: "name description", levels: levels.ours });

/** For a server with descriptions, which only Colonnade's service has. */
export const describedQuery: string = `query ($name: String!) { keyspace(name: $name) ${ours} }`;

interface Asked {
  readonly knowsTypes: boolean;
  /** The selection of any named object. */
  readonly thing: string;
  readonly levels: number;
}

function keyspaceFields({ knowsTypes, thing, levels }: Asked): string {
  const typed = `${thing} type { ${dataType(levels, knowsTypes ? "name frozen" : "name")} }`;
  const tables = `tables { ${thing} columns { kind ${typed} } }`;
  const types = knowsTypes ? ` types { ${thing} fields { ${typed} } }` : "";
  return `{ name ${tables}${types} }`;
}

function dataType(level: number, info: string): string {
  const within = level > 0 ? ` subTypes { ${dataType(level - 1, info)} }` : "";
  return `basic info { ${info}${within} }`;
}
