/**
 * The introspection query of a keyspace's endpoint, limited to what every server accepts: names, descriptions and
 * types. Stargate rejects `specifiedByURL` and anything newer. @see captures, introspection-forms
 */

/** Levels of nested lists in the query. */
const levels = 6;

export const introspectionQuery =
  "{ __schema { queryType { name } types { kind name description " +
  `fields { name description args { name } type { ${typeRef(levels)} } } ` +
  "inputFields { name } enumValues { name description } } } }";

function typeRef(level: number): string {
  return level === 0 ? "kind name" : `kind name ofType { ${typeRef(level - 1)} }`;
}
