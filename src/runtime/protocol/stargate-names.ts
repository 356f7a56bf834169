/**
 * CQL names → names in the GraphQL of Stargate, from 0.0.23 on, and back: as they are, escaped where they cannot be.
 *
 * `order_items` stays `order_items`, `user-name` is `userx2d_name`, the table `Order` is `Ordex72_`. Each name is decided by
 * itself, and no two have the same. No I/O.
 */

/** The kind of a named thing: some names are reserved for types, so only those of tables and user types can collide with them. */
export type StargateNameKind = "table" | "column" | "user type";

/** Types that every keyspace has; `Float32` is taken too, but Stargate leaves it as it is. */
const reservedTypes = new Set([
  ...["Mutation", "MutationConsistency", "MutationOptions", "Query", "QueryConsistency", "QueryOptions"],
  ...["SerialConsistency", "conversionWarnings", "Ascii", "BigInt", "Blob", "Boolean", "Counter", "Date", "Decimal"],
  ...["Duration", "Float", "Inet", "Int", "SmallInt", "String", "Time", "TimeUuid", "Timestamp", "TinyInt", "Uuid"],
  "Varint",
]);
const reservedBeginning = /^(Entr|Tupl)([ye])/;
const reservedEnding = /(Inpu|Resul|Orde|Ud)([tr])$/;

/** Characters that GraphQL does not allow in names, and an `x` that would begin an escape. */
const illegal = /[^0-9A-Za-z_]|^\d|^_(?=_)|x(?=[\da-f]+_)/gu;
const escapes = /x([\da-f]+)_/g;

/** `encodeStargateName("Order", "table")` is `Ordex72_`; as the name of a column it stays `Order`. */
export function encodeStargateName(name: string, kind: StargateNameKind): string {
  if (kind === "table" && reservedTypes.has(name)) return name.slice(0, -1) + escaped(name.slice(-1));
  const held = name.replace(illegal, escaped);
  if (kind === "column") return held;
  const begun = held.replace(reservedBeginning, escapeLast);
  return kind === "table" ? begun.replace(reservedEnding, escapeLast) : `${begun}Udt`;
}

/** The CQL name of what has this name in GraphQL. */
export function decodeStargateName(name: string, kind: StargateNameKind): string {
  const held = kind === "user type" ? name.replace(/Udt$/, "") : name;
  return held.replace(escapes, (text, digits: string) => {
    const code = parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : text;
  });
}

function escapeLast(_: string, before: string, last: string): string {
  return before + escaped(last);
}

function escaped(character: string): string {
  return `x${character.codePointAt(0)?.toString(16)}_`;
}
