/** What is asked of a definition endpoint, which tells of tables as CQL has them. @see service-facts 2.11 */

/** Levels of types within types that are asked for; what stands deeper is not known. */
const levels = 6;

interface DefinitionDialect {
  /** Whether types say that they are frozen, and keyspaces have user types. */
  readonly knowsTypes: boolean;
  readonly query: string;
}

/** The first that a server accepts counts: the Go server knows neither `frozen` nor `types`. */
export const definitionDialects: readonly DefinitionDialect[] = [true, false].map((knowsTypes) => {
  const column = `name type { ${dataType(levels, knowsTypes ? "name frozen" : "name")} }`;
  const tables = `tables { name columns { kind ${column} } }`;
  const types = knowsTypes ? ` types { name fields { ${column} } }` : "";
  return {
    knowsTypes,
    query: `query ($name: String!) { keyspaces { name } keyspace(name: $name) { name ${tables}${types} } }`,
  };
});

function dataType(level: number, info: string): string {
  const within = level > 0 ? ` subTypes { ${dataType(level - 1, info)} }` : "";
  return `basic info { ${info}${within} }`;
}
