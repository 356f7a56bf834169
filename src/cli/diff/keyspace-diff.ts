import { plainLine } from "../terminal/printable.ts";
import type { Problem } from "../../errors.ts";
import type { Unknown } from "../../model/index.ts";
import type { ClassedChange } from "./classify.ts";

/** The place of a change in the definitions. */
export interface FilePlace {
  /** Relative to the working folder if it is below it. */
  readonly file: string;
  readonly line?: number;
}

/** An accepted change: it is shown, but does not fail. */
export interface Acceptance {
  readonly kind: string;
  /** `shop.products.price` */
  readonly place: string;
  readonly reason: string;
  /** The last day on which it counts, in UTC: `2027-01-31`. @default no end */
  readonly until?: string;
  readonly file: string;
  readonly line: number;
}

/** A change, and where it is defined. */
export interface LocatedChange extends ClassedChange {
  /** Absent if the definitions have nothing there any more. */
  readonly definition?: FilePlace;
  /** Absent if the change is not accepted. */
  readonly accepted?: Acceptance;
}

/** The changes of a keyspace, as reported. */
export interface KeyspaceDiff {
  readonly keyspace: string;
  /** The folder of its definitions, relative to the working folder where it is below it. */
  readonly definitions: string;
  readonly changes: readonly LocatedChange[];
  /** The CQL that makes the changes, by line; printed when it is asked for. */
  readonly migration: () => readonly string[];
  /** What was not compared, since one side does not report it. */
  readonly unknown: readonly Unknown[];
  readonly warnings: readonly Problem[];
}

/** Both sides by name. */
export interface Direction {
  readonly before: string;
  readonly after: string;
}

/** `shop.products.price`, `shop.types/address.street` */
export function printPlace(keyspace: string, { place: { of, name, member } }: Pick<ClassedChange, "place">): string {
  const record = of === "table" ? name : `types/${name}`;
  return [keyspace, record, ...(member === undefined ? [] : [member])].join(".");
}

const longestText = 60;

/** A value on one line, shortened if it is long. */
export function shortText(text: string): string {
  const line = plainLine(text);
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
