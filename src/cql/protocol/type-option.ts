/** Writes a type as an [option] of the protocol: a number, and the types within. */
import type { CqlType, NativeType } from "../../model/index.ts";
import type { BodyWriter } from "./body-writer.ts";
import { typeClass } from "./type-class.ts";

/** The number of a native type and the first version that has it. Older versions use its class. */
const natives: Readonly<Record<NativeType, { readonly id: number; readonly since: number }>> = {
  ascii: { id: 0x01, since: 3 },
  bigint: { id: 0x02, since: 3 },
  blob: { id: 0x03, since: 3 },
  boolean: { id: 0x04, since: 3 },
  counter: { id: 0x05, since: 3 },
  decimal: { id: 0x06, since: 3 },
  double: { id: 0x07, since: 3 },
  float: { id: 0x08, since: 3 },
  int: { id: 0x09, since: 3 },
  timestamp: { id: 0x0b, since: 3 },
  uuid: { id: 0x0c, since: 3 },
  text: { id: 0x0d, since: 3 },
  varchar: { id: 0x0d, since: 3 },
  varint: { id: 0x0e, since: 3 },
  timeuuid: { id: 0x0f, since: 3 },
  inet: { id: 0x10, since: 3 },
  date: { id: 0x11, since: 4 },
  time: { id: 0x12, since: 4 },
  smallint: { id: 0x13, since: 4 },
  tinyint: { id: 0x14, since: 4 },
  duration: { id: 0x15, since: 5 },
};

const customId = 0x00;
const listId = 0x20;
const mapId = 0x21;
const setId = 0x22;
const userId = 0x30;
const tupleId = 0x31;

/** `keyspace` is that of the user types. */
export function writeTypeOption(writer: BodyWriter, type: CqlType, keyspace: string, version: number): void {
  const part = (item: CqlType): void => writeTypeOption(writer, item, keyspace, version);
  switch (type.kind) {
    case "native": {
      const { id, since } = natives[type.name];
      if (version >= since) writer.short(id);
      else writer.short(customId).string(typeClass(type, keyspace));
      return;
    }
    case "list":
    case "set":
      writer.short(type.kind === "list" ? listId : setId);
      return part(type.item);
    case "map":
      writer.short(mapId);
      part(type.key);
      return part(type.value);
    case "tuple":
      writer.short(tupleId).short(type.items.length);
      return type.items.forEach(part);
    case "user":
      writer.short(userId).string(keyspace).string(type.type.name).short(type.type.fields.length);
      for (const field of type.type.fields) {
        writer.string(field.name);
        part(field.type);
      }
      return;
    case "vector":
    case "custom":
      writer.short(customId).string(typeClass(type, keyspace));
  }
}
