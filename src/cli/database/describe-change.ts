/** Describes changes as `push` reports them: what stays as it is in the database. */
import { printRemedy } from "../../model/print-remedy.ts";
import type { Change, ChangeKind } from "../../model/index.ts";

/**
 * What differs between objects that both sides have. A change of any other kind concerns an object of one side only.
 */
const differing: Readonly<Partial<Record<ChangeKind, string>>> = {
  "partition-key": "the partition key",
  "clustering-key": "the clustering key",
  "clustering-order": "the order of rows",
  "time-to-live": "the time to live",
  "column-readded": "the type",
  "column-renamed": "the name",
  "column-type": "the type",
  "column-static": "the kind",
  "index-changed": "the kind of the index",
  "index-renamed": "the name of the index",
  "field-renamed": "the name",
  "field-type": "the type",
  "field-order": "the order of fields",
  description: "the comment",
};

/** Describes a change that `push` leaves alone. */
export function describeLeft(keyspace: string, change: Change): string {
  const { kind, place, before = "", after = "", possibleNewNames } = change;
  const what = differing[kind];
  const name = printPlace(keyspace, change);
  if (what !== undefined) {
    const remedy = printRemedy(keyspace, change);
    const cql = remedy === undefined ? "" : `: ${remedy};`;
    return `${what} of ${name} stays ${quoted(before)}, and is ${quoted(after)} in the definitions${cql}`;
  }
  const member = place.of === "table" ? "column" : "field";
  const thing = kind === "index-dropped" ? "index of" : place.member === undefined ? place.of : member;
  const renamed = possibleNewNames
    ? `; if it was renamed to ${possibleNewNames.map(quoted).join(" or ")}, copy its values: the database cannot rename it`
    : "";
  return `the ${thing} ${name} is in the database but not in the definitions${renamed}`;
}

/** Describes a change that remains after a push; undefined for an object of one side only. */
export function describeDifference(keyspace: string, change: Change): string | undefined {
  const { kind, before = "", after = "" } = change;
  const what = differing[kind];
  if (what === undefined) return undefined;
  return `${what} of ${printPlace(keyspace, change)} is ${shown(before)}, but ${shown(after)} in the definitions`;
}

function shown(text: string): string {
  return text === "" ? "empty" : quoted(text);
}

/** `shop.products.price` */
export function printPlace(keyspace: string, { place: { name, member } }: Change): string {
  return [keyspace, name, ...(member === undefined ? [] : [member])].join(".");
}

export function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : JSON.stringify(text);
}
