/**
 * What is asked of a keyspace's endpoint, and of what every server accepts only that: names, descriptions and types.
 * Stargate refuses `specifiedByURL` and what is newer. @see captures, introspection-forms
 */

/** Lists within lists that are asked for. */
const levels = 6;

export const introspectionQuery =
  "{ __schema { queryType { name } types { kind name description " +
  `fields { name description args { name } type { ${typeRef(levels)} } } ` +
  "inputFields { name } enumValues { name description } } } }";

function typeRef(level: number): string {
  return level === 0 ? "kind name" : `kind name ofType { ${typeRef(level - 1)} }`;
}
