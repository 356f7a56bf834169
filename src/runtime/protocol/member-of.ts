/**
 * Returns a member of a user's record, or undefined.
 *
 * Members of its class count, such as getters. Members that every object inherits do not: a record without a member
 * `constructor` inherits a function of that name, which is not a value.
 */
export function memberOf(record: object, name: string): unknown {
  const value: unknown = record[name as keyof typeof record];
  return isEverywhere(name, value) ? undefined : value;
}

/** Whether every object has that under the name. */
export function isEverywhere(name: string, value: unknown): boolean {
  return (typeof value === "function" || value === Object.prototype) && name in Object.prototype;
}

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
