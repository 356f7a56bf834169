/** What is asked of a definition endpoint, which tells of tables as CQL has them. @see service-facts 2.11 */

/** Levels of types within types that are asked for; what stands deeper is not known. Our service takes no deeper documents. */
const levels = { others: 6, ours: 16 };

interface DefinitionDialect {
  /** Whether types say that they are frozen, and keyspaces have user types. */
  readonly knowsTypes: boolean;
  readonly query: string;
}

/** The first that a server accepts counts: the Go server knows neither `frozen` nor `types`. */
export const definitionDialects: readonly DefinitionDialect[] = [true, false].map((knowsTypes) => {
  const asked = keyspaceFields({ knowsTypes, thing: "name", levels: levels.others });
  // Whether a server knows descriptions of columns is asked of those that know types.
  const more = knowsTypes ? ' __type(name: "Column") { fields { name } }' : "";
  return { knowsTypes, query: `query ($name: String!) { keyspaces { name } keyspace(name: $name) ${asked}${more} }` };
});

const ours = keyspaceFields({ knowsTypes: true, thing: "name description", levels: levels.ours });

/** For a server that knows descriptions, which is Colonnade's service alone. */
export const describedQuery: string = `query ($name: String!) { keyspace(name: $name) ${ours} }`;

interface Asked {
  readonly knowsTypes: boolean;
  /** What is asked of whatever has a name. */
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
