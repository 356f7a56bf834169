const withEmpty: ReadonlySet<string> = new Set(["ascii", "text", "varchar", "blob"]);

/** Whether a type, by its CQL text, has a value of no bytes, which no database takes for a whole partition key. */
export function hasEmptyValue(cql: string): boolean {
  return withEmpty.has(cql);
}
