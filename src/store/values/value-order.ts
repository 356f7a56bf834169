import type { CqlType } from "../../model/index.ts";
import { encodeEnded, encodeOrder, inverted } from "./order.ts";
import { splitParts } from "./parts.ts";
import type { Parts } from "./parts.ts";

/**
 * The ordered bytes of a value of any type; those of a descending column sort in reverse.
 *
 * Parts are compared one after the other: a shorter list comes before the longer ones that begin with it, a null before
 * any value. What follows such bytes in a key is never compared with a part of them.
 */
export function encodeValueOrder(type: CqlType, bytes: Buffer, descending = false): Buffer {
  const ordered = orderOf(type, bytes);
  return descending ? inverted(ordered) : ordered;
}

/** `present` precedes an existing part; `absent` stands for a null part, or for the end. */
const present = Buffer.of(1);
const absent = Buffer.of(0);

function orderOf(type: CqlType, bytes: Buffer): Buffer {
  switch (type.kind) {
    case "native":
      return encodeOrder(type.name, bytes);
    case "custom":
      return encodeEnded(bytes);
    case "list":
    case "set":
      return open(splitParts(type, bytes), () => type.item);
    case "map":
      return open(splitParts(type, bytes), (index) => (index % 2 === 0 ? type.key : type.value));
    case "tuple":
      return closed(splitParts(type, bytes), (index) => type.items[index]);
    case "user":
      return closed(splitParts(type, bytes), (index) => type.type.fields[index]?.type);
    case "vector":
      return closed(splitParts(type, bytes), () => type.item);
  }
}

/** As many parts as there may be. */
function open(parts: Parts, typeOf: (index: number) => CqlType | undefined): Buffer {
  return Buffer.concat([closed(parts, typeOf), absent]);
}

/** As many parts as the type says. */
function closed(parts: Parts, typeOf: (index: number) => CqlType | undefined): Buffer {
  return Buffer.concat(
    parts.flatMap((part, index) => {
      const type = typeOf(index);
      return part && type ? [present, orderOf(type, part)] : [absent];
    }),
  );
}
