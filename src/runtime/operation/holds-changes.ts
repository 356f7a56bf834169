/** Whether a row shows what absolute changes of its collections and user types did. */
import type { Wire } from "../protocol/codec.ts";
import type { CheckedChange } from "./checked-write.ts";

type Row = Readonly<Record<string, unknown>>;
type Entry = Readonly<Record<"key" | "value", Wire>>;

/** @param row as it is read, by member names; undefined if there is none */
export function holdsChanges(changes: readonly CheckedChange[], row: Row | undefined): boolean {
  return changes.every(({ member: { name, codec }, kind, wire }) => {
    const value = row?.[name] ?? null;
    const found = value === null ? null : codec.encode(value);
    // In the one form of a value: the caller may have used another spelling.
    const wanted = kind === "removeKeys" ? wire : codec.encode(codec.decode(wire));
    if (kind === "setFields") {
      return Object.keys(wire as object).every(
        (field) => textOf(memberOf(found, field)) === textOf(memberOf(wanted, field)),
      );
    }
    const isOfKeys = kind === "removeKeys";
    const has = new Set(
      (found as readonly Wire[] | null)?.map((item) => textOf(isOfKeys ? (item as Entry).key : item)),
    );
    const isIn = (item: Wire): boolean => has.has(textOf(item));
    const all = wanted as readonly Wire[];
    return kind === "remove" || isOfKeys ? !all.some(isIn) : all.every(isIn);
  });
}

function memberOf(value: Wire, field: string): Wire {
  return (value as Readonly<Record<string, Wire>> | null)?.[field] ?? null;
}

function textOf(wire: Wire): string {
  return JSON.stringify(wire);
}
