/** The database's messages for null and unset values, by the use of the value. */
import type { Column } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { CqlError } from "../cql-error.ts";

export interface NoValue {
  null(): CqlError;
  unset(): CqlError;
}

/** The messages for a column that locates rows. */
export function noKeyValue(column: string): NoValue {
  return says(`Invalid null value in condition for column ${column}`, `Invalid unset value for column ${column}`);
}

/** The messages for the value of a whole list, a tuple or an item. */
export function noValueFor(what: string): NoValue {
  return says(`Invalid null value for ${what}`, `Invalid unset value for ${what}`);
}

/** The messages for a value that rows are tested by: `map key for column m`, `value for column v`. */
export function noTestedValue(what: string): NoValue {
  return says(`Unsupported null ${what}`, `Unsupported unset ${what}`);
}

/** The messages for a relation of one column: key columns locate rows, other columns are tested. */
export function noValueOf({ name, kind }: Column, isSlice: boolean): NoValue {
  const locates = kind === "clustering" || (kind === "partition" && !isSlice);
  return locates ? noKeyValue(name) : noTestedValue(`value for column ${name}`);
}

function says(ofNull: string, ofUnset: string): NoValue {
  return { null: () => invalid(ofNull), unset: () => invalid(ofUnset) };
}
