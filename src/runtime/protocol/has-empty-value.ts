/** Whether a type, by its CQL text, has a value of no bytes, which no database takes for a whole partition key. */
export function hasEmptyValue(cql: string): boolean {
  return /^(?:ascii|text|varchar|blob)$/.test(cql);
}
