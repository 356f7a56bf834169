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
