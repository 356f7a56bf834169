/** JSON of a response for what it should be; undefined where it is something else. */

export type Members = Readonly<Record<string, unknown>>;

export function objectOf(json: unknown): Members | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Members) : undefined;
}

/** Undefined as well when one of the items is no object. */
export function objectsOf(json: unknown): readonly Members[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const objects = json.map(objectOf);
  return objects.every((item) => item !== undefined) ? objects : undefined;
}

export function stringOf(json: unknown): string | undefined {
  return typeof json === "string" ? json : undefined;
}
