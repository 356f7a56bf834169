/** Reads the properties of `WITH`, and refuses unknown ones and values of the wrong kind, as the database does. */
import { byCodeUnits } from "../../model/index.ts";
import type { Options } from "../grammar/tree.ts";
import { propertyError } from "./context.ts";

/** @throws {CqlError} `syntax` */
export function checkNames(options: Options, names: { has(name: string): boolean }): void {
  for (const name of options.keys()) if (!names.has(name)) throw propertyError(`Unknown property '${name}'`);
}

export function textProperty(options: Options, name: string): string | undefined {
  const value = options.get(name);
  if (value === undefined || typeof value === "string") return value;
  throw propertyError(`Invalid value for property '${name}'. It should be a string`);
}

export function mapProperty(options: Options, name: string): ReadonlyMap<string, string> | undefined {
  const value = options.get(name);
  if (typeof value !== "string") return value;
  throw propertyError(`Invalid value for property '${name}'. It should be a map.`);
}

export function parseBoolean(text: string, name: string): boolean {
  const word = text.toLowerCase();
  if (["1", "true", "yes"].includes(word)) return true;
  if (["0", "false", "no"].includes(word)) return false;
  throw propertyError(
    `Invalid boolean value ${word} for '${name}'. Positive values can be '1', 'true' or 'yes'. Negative values can be ` +
      "'0', 'false' or 'no'.",
  );
}

/** A 32-bit integer; undefined for any other text. */
export function parseInteger(text: string): number | undefined {
  if (!/^[+-]?\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value === (value | 0) ? value + 0 : undefined;
}

/** Entries in the order of their names; of those with one name the last. */
export function sortedMap(entries: Iterable<readonly [string, string]>): ReadonlyMap<string, string> {
  return new Map([...new Map(entries)].sort(([one], [other]) => byCodeUnits(one, other)));
}
