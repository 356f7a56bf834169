/** Prints the database's class of a type. The protocol uses it for types without a number. */
import type { CqlType, NativeType, UserType } from "../../model/index.ts";

const nativeClasses: Readonly<Record<NativeType, string>> = {
  ascii: "AsciiType",
  bigint: "LongType",
  blob: "BytesType",
  boolean: "BooleanType",
  counter: "CounterColumnType",
  date: "SimpleDateType",
  decimal: "DecimalType",
  double: "DoubleType",
  duration: "DurationType",
  float: "FloatType",
  inet: "InetAddressType",
  int: "Int32Type",
  smallint: "ShortType",
  text: "UTF8Type",
  time: "TimeType",
  timestamp: "TimestampType",
  timeuuid: "TimeUUIDType",
  tinyint: "ByteType",
  uuid: "UUIDType",
  varchar: "UTF8Type",
  varint: "IntegerType",
};

const marshal = "org.apache.cassandra.db.marshal.";

const nativesOfClasses = new Map(Object.entries(nativeClasses).map(([name, of]) => [of, name]));

/** The native type of a class, by its name with or without its package; undefined if it is none of them. */
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
      return marshal + nativeClasses[type.name];
    case "list":
      return frozen(`${marshal}ListType(${part(type.item)})`);
    case "set":
      return frozen(`${marshal}SetType(${part(type.item)})`);
    case "map":
      return frozen(`${marshal}MapType(${part(type.key)},${part(type.value)})`);
    case "tuple":
      return `${marshal}TupleType(${type.items.map(part).join(",")})`;
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
  return `${marshal}UserType(${[keyspace, hex(name), ...texts].join(",")})`;
}

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}
