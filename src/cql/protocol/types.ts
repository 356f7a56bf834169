/** Types as the protocol has them: a number as an [option], or the database's class for types without one. */
import { partsOf } from "../../model/index.ts";
import type { CqlType, NativeType, UserType } from "../../model/index.ts";
import type { BodyWriter } from "./body-writer.ts";

/** The number of a native type, the first version that has it, and the class that older versions use. */
const natives: Readonly<Record<NativeType, { readonly id: number; readonly since: number; readonly class: string }>> = {
  ascii: { id: 0x01, since: 3, class: "AsciiType" },
  bigint: { id: 0x02, since: 3, class: "LongType" },
  blob: { id: 0x03, since: 3, class: "BytesType" },
  boolean: { id: 0x04, since: 3, class: "BooleanType" },
  counter: { id: 0x05, since: 3, class: "CounterColumnType" },
  decimal: { id: 0x06, since: 3, class: "DecimalType" },
  double: { id: 0x07, since: 3, class: "DoubleType" },
  float: { id: 0x08, since: 3, class: "FloatType" },
  int: { id: 0x09, since: 3, class: "Int32Type" },
  timestamp: { id: 0x0b, since: 3, class: "TimestampType" },
  uuid: { id: 0x0c, since: 3, class: "UUIDType" },
  text: { id: 0x0d, since: 3, class: "UTF8Type" },
  varchar: { id: 0x0d, since: 3, class: "UTF8Type" },
  varint: { id: 0x0e, since: 3, class: "IntegerType" },
  timeuuid: { id: 0x0f, since: 3, class: "TimeUUIDType" },
  inet: { id: 0x10, since: 3, class: "InetAddressType" },
  date: { id: 0x11, since: 4, class: "SimpleDateType" },
  time: { id: 0x12, since: 4, class: "TimeType" },
  smallint: { id: 0x13, since: 4, class: "ShortType" },
  tinyint: { id: 0x14, since: 4, class: "ByteType" },
  duration: { id: 0x15, since: 5, class: "DurationType" },
};

const customId = 0x00;
/** The numbers and classes of types with parts. */
const composites = {
  list: { id: 0x20, class: "ListType" },
  map: { id: 0x21, class: "MapType" },
  set: { id: 0x22, class: "SetType" },
  user: { id: 0x30, class: "UserType" },
  tuple: { id: 0x31, class: "TupleType" },
} as const;

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
    case "map":
      writer.short(composites[type.kind].id);
      return partsOf(type).forEach(part);
    case "tuple":
      writer.short(composites.tuple.id).short(type.items.length);
      return type.items.forEach(part);
    case "user":
      writer.short(composites.user.id).string(keyspace).string(type.type.name).short(type.type.fields.length);
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

const marshal = "org.apache.cassandra.db.marshal.";

const nativesOfClasses = new Map(Object.entries(natives).map(([name, native]) => [native.class, name]));

/** The native type of a class, by its name with or without its package; undefined for other classes. */
export function nativeTypeOfClass(name: string): string | undefined {
  const found = nativesOfClasses.get(name.startsWith(marshal) ? name.slice(marshal.length) : name);
  return found === "varchar" ? "text" : found;
}

/** `keyspace` is that of the user types. */
export function typeClass(type: CqlType, keyspace: string, isWithinFrozen = false): string {
  const frozen = (text: string): string =>
    "frozen" in type && type.frozen && !isWithinFrozen ? `${marshal}FrozenType(${text})` : text;
  const part = (item: CqlType): string =>
    typeClass(item, keyspace, isWithinFrozen || ("frozen" in type && type.frozen));
  switch (type.kind) {
    case "native":
      return marshal + natives[type.name].class;
    case "list":
    case "set":
    case "map":
    case "tuple":
      return frozen(`${marshal}${composites[type.kind].class}(${partsOf(type).map(part).join(",")})`);
    case "vector":
      return `${marshal}VectorType(${part(type.item)} , ${type.dimensions})`;
    case "user":
      return frozen(userClass(type.type, keyspace, part));
    case "custom":
      return type.text.replace(/^'(.*)'$/, "$1");
  }
}

function userClass({ name, fields }: UserType, keyspace: string, part: (type: CqlType) => string): string {
  const texts = fields.map((field) => `${hex(field.name)}:${part(field.type)}`);
  return `${marshal}${composites.user.class}(${[keyspace, hex(name), ...texts].join(",")})`;
}

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}
