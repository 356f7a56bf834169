/** Looks into objects of unknown form: JSON that was received, and records that an app passed. */

/** Parses JSON; undefined if the text is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is an object with members, as JSON has them: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of parsed JSON, or undefined: nothing of it is inherited. */
export function wireOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name as keyof typeof object] : undefined;
}

/**
 * A member of an app's record, or undefined.
 *
 * Members of its class count, such as getters. Members that every object inherits do not: a record without a member
 * `constructor` inherits a function of that name, which is not a value.
 */
export function memberOf(record: object, name: string): unknown {
  const value: unknown = record[name as keyof typeof record];
  return isEverywhere(name, value) ? undefined : value;
}

/** Whether every object has this value under the name: a function such as `toString`, or the prototype as `__proto__`. */
export function isEverywhere(name: string, value: unknown): boolean {
  return (typeof value === "function" || value === Object.prototype) && name in Object.prototype;
}

/** Gives a row a member, whatever its name is. */
export function setCell(row: Record<string, unknown>, name: string, value: unknown): void {
  // Assigned, it would become the row's prototype.
  if (name === "__proto__")
    Object.defineProperty(row, name, { value, enumerable: true, writable: true, configurable: true });
  else row[name] = value;
}
