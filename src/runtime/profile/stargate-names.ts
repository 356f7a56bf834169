/**
 * Renames a table for Stargate's GraphQL, in everything that is selected, sent and read. The names follow from the CQL
 * names of tables, columns and fields of user types.
 */
import { keyOf, selectionOf, withoutEmpty } from "../protocol/codec.ts";
import type { Codec, Field, Wire } from "../protocol/codec.ts";
import { encodeStargateName } from "../protocol/stargate-names.ts";
import { renaming } from "../table/bound-table.ts";
import type { BoundTable } from "../table/bound-table.ts";

export const renameForStargate: (table: BoundTable) => BoundTable = /* @__PURE__ */ renaming(
  (member) => {
    const codec = stargateCodec(member.codec);
    const apiName = encodeStargateName(member.cqlName, "column");
    return { ...member, apiName, codec, selection: selectionOf({ apiName, fields: codec.fields }) };
  },
  ({ name }) => {
    const type = encodeStargateName(name, "table");
    return { type, query: type };
  },
);

/** Names of an object on the wire: the new name of each member, and the names within it. */
type Names = ReadonlyMap<string, { readonly name: string; readonly within: Names }>;

function stargateCodec(codec: Codec<unknown>): Codec<unknown> {
  // Stargate answers that it wrote an empty blob, and keeps the value that was there.
  if (codec.cql === "blob") return withoutEmpty(codec, "Stargate does not write an empty blob");
  const fields = codec.fields?.map(stargateField);
  const names = namesOf(codec.fields, fields);
  if (!isRenaming(names)) return codec;
  const back = namesOf(fields, codec.fields);
  const { key, value, entry } = codec.parts ?? {};
  const part = <P extends { readonly encode: (value: never) => Wire }>(part: P, names: Names): P => ({
    ...part,
    encode: (value: never) => rename(part.encode(value), names),
  });
  // A list contains the selected members; a map has them in `key` and `value`.
  const within = (name: "key" | "value"): Names => (key ? (names.get(name)?.within ?? new Map()) : names);
  return {
    ...codec,
    encode: (value) => rename(codec.encode(value), names),
    decode: (wire) => codec.decode(rename(wire, back)),
    key: (wire) => keyOf(codec, rename(wire, back)),
    fields,
    parts: {
      ...(key && { key: part(key, within("key")) }),
      ...(value && { value: part(value, within("value")) }),
      ...(entry && { entry: part(entry, names) }),
    },
  };
}

/** `key`, `value` and `item0` are names like others: encoding leaves them as they are. */
function stargateField({ cqlName, fields }: Field): Field {
  return { apiName: encodeStargateName(cqlName, "column"), cqlName, fields: fields?.map(stargateField) };
}

/** How to rename the same fields under other names. */
function namesOf(from: readonly Field[] = [], to: readonly Field[] = []): Names {
  return new Map(
    from.map(({ apiName, fields }, index) => [
      apiName,
      { name: to[index]?.apiName ?? apiName, within: namesOf(fields, to[index]?.fields) },
    ]),
  );
}

function isRenaming(names: Names): boolean {
  return [...names].some(([from, { name, within }]) => from !== name || isRenaming(within));
}

function rename(wire: Wire, names: Names): Wire {
  if (Array.isArray(wire)) return wire.map((item: Wire) => rename(item, names));
  if (typeof wire !== "object" || wire === null) return wire;
  const entries = Object.entries(wire as Readonly<Record<string, Wire>>);
  return Object.fromEntries(
    entries.map(([from, held]) => {
      const { name = from, within = new Map() } = names.get(from) ?? {};
      return [name, rename(held, within)];
    }),
  );
}
