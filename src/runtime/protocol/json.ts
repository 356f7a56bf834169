/** Parses JSON, and looks at what it holds. */

/** A member of what JSON held, or undefined: nothing of it is inherited. */
export function wireOf(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name as keyof typeof record] : undefined;
}

/** Whether it is an object with members, as JSON has them: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined if the text is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
