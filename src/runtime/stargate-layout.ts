/**
 * A table under the names that it has in Stargate: in comes the layout that a descriptor gives, out goes the same one with the
 * names of Stargate's GraphQL, in what is selected, sent and read alike.
 *
 * Names of tables and columns follow from their CQL names. Descriptors do not tell the CQL names of a user type's fields;
 * those are found by undoing what our service does to them.
 */
import { withMembers } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { lowerCamel } from "./protocol/api-names.ts";
import type { Codec, Wire } from "./protocol/codec.ts";
import { encodeStargateName } from "./protocol/stargate-names.ts";

/** The CQL name of a user type's field by its name in our service. */
export type FieldNames = Readonly<Record<string, string>>;

/** @param fieldNames of fields whose CQL name is not the one that is guessed */
export function stargateLayout(layout: Layout, fieldNames: FieldNames): Layout {
  const type = encodeStargateName(layout.name, "table");
  const renamed = withMembers(layout, (member) => {
    const codec = stargateCodec(member.codec, fieldNames);
    const apiName = encodeStargateName(member.cqlName, "column");
    return {
      ...member,
      apiName,
      codec,
      selection: codec.selection === undefined ? apiName : `${apiName} { ${codec.selection} }`,
    };
  });
  return { ...renamed, type, query: type };
}

/**
 * The CQL name of a field that is called so in our service: `postalCode` gives `postal_code`.
 *
 * Names without quotes have no capitals in CQL, so a capital stands for an underscore and a small letter. Where that is wrong,
 * Stargate refuses the document.
 */
export function guessFieldName(apiName: string): string {
  const guess = apiName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return lowerCamel(guess) === apiName ? guess : apiName;
}

/** Fields of an object on the wire: each with what it is to be called, and what is in it. */
type Fields = ReadonlyMap<string, { readonly name: string; readonly within: Fields }>;

function stargateCodec(codec: Codec<unknown>, fieldNames: FieldNames): Codec<unknown> {
  // It writes no time at all as an empty text. @see captures, types
  if (codec.cql === "duration") return { ...codec, decode: (wire) => codec.decode(wire === "" ? "0s" : wire) };
  const fields = parseSelection(codec.selection ?? "", (name) =>
    encodeStargateName(Object.hasOwn(fieldNames, name) ? (fieldNames[name] ?? name) : guessFieldName(name), "column"),
  );
  if (!isRenaming(fields)) return codec;
  const back = invert(fields);
  const { key, value, entry } = codec.parts ?? {};
  const part = <P extends { readonly encode: (value: never) => Wire }>(part: P, fields: Fields): P => ({
    ...part,
    encode: (value: never) => renameFields(part.encode(value), fields),
  });
  // A list holds what it selects; a map has it in `key` and `value`.
  const within = (name: "key" | "value"): Fields => (key ? (fields.get(name)?.within ?? new Map()) : fields);
  return {
    ...codec,
    encode: (value) => renameFields(codec.encode(value), fields),
    decode: (wire) => codec.decode(renameFields(wire, back)),
    selection: printFields(fields),
    parts: {
      ...(key && { key: part(key, within("key")) }),
      ...(value && { value: part(value, within("value")) }),
      ...(entry && { entry: part(entry, fields) }),
    },
  };
}

/** `street { name zipCode } note` as a tree. `key`, `value` and `item0` are names like others: renaming leaves them alone. */
function parseSelection(selection: string, rename: (name: string) => string): Fields {
  const words = selection.match(/[{}]|\w+/g) ?? [];
  const parse = (): Fields => {
    const fields = new Map<string, { readonly name: string; readonly within: Fields }>();
    for (let word = words.shift(); word !== undefined && word !== "}"; word = words.shift()) {
      const nested = words[0] === "{" && words.shift();
      fields.set(word, { name: rename(word), within: nested ? parse() : new Map() });
    }
    return fields;
  };
  return parse();
}

function printFields(fields: Fields): string {
  return [...fields.values()]
    .map(({ name, within }) => (within.size > 0 ? `${name} { ${printFields(within)} }` : name))
    .join(" ");
}

function isRenaming(fields: Fields): boolean {
  return [...fields].some(([from, { name, within }]) => from !== name || isRenaming(within));
}

function invert(fields: Fields): Fields {
  return new Map([...fields].map(([from, { name, within }]) => [name, { name: from, within: invert(within) }]));
}

function renameFields(wire: Wire, fields: Fields): Wire {
  if (Array.isArray(wire)) return wire.map((item: Wire) => renameFields(item, fields));
  if (typeof wire !== "object" || wire === null) return wire;
  const entries = Object.entries(wire as Readonly<Record<string, Wire>>);
  return Object.fromEntries(
    entries.map(([from, held]) => {
      const { name = from, within = new Map() } = fields.get(from) ?? {};
      return [name, renameFields(held, within)];
    }),
  );
}
