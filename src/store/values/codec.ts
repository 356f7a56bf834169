/** The codecs of the runtime for types of the model, which check the values of statements and convert them to JSON. */
import {
  custom,
  frozen,
  list,
  map,
  nameColumns,
  natives,
  set,
  tuple,
  userType,
  vector,
} from "@colonnade/runtime/protocol";
import type { Codec, Value } from "@colonnade/runtime/protocol";
import type { CqlType, UserType } from "../../model/index.ts";

/** A type is the same object for as long as its keyspace stays as it is. */
const codecs = new WeakMap<CqlType, Codec<Value>>();
const names = new WeakMap<UserType, ReadonlyMap<string, string>>();

/** The codec of any type. A user type's value has the CQL names of its fields as members; on the wire it has the API's. */
export function codecOf(type: CqlType): Codec<Value> {
  if (type.kind === "native") return natives[type.name] as Codec<Value>;
  const codec = codecs.get(type) ?? createCodec(type);
  codecs.set(type, codec);
  return codec;
}

/** The API names of a user type's fields, by their CQL names. */
export function fieldNamesOf(type: UserType): ReadonlyMap<string, string> {
  const found = names.get(type) ?? nameColumns(type.fields.map((field) => field.name));
  names.set(type, found);
  return found;
}

function createCodec(type: Exclude<CqlType, { kind: "native" }>): Codec<Value> {
  const codec = createOpenCodec(type) as Codec<Value>;
  return "frozen" in type && type.frozen ? frozen(codec) : codec;
}

function createOpenCodec(type: Exclude<CqlType, { kind: "native" }>): unknown {
  switch (type.kind) {
    case "list":
      return list(codecOf(type.item));
    case "set":
      return set(codecOf(type.item));
    case "map":
      return map(codecOf(type.key), codecOf(type.value));
    case "tuple":
      return tuple(...type.items.map(codecOf));
    case "vector":
      return vector(codecOf(type.item), type.dimensions);
    case "user": {
      const { name, fields } = type.type;
      return userType<Record<string, Value>>({
        name,
        fields: Object.fromEntries(fields.map((field) => [field.name, codecOf(field.type)])),
        apiNames: Object.fromEntries(fieldNamesOf(type.type)),
      });
    }
    case "custom":
      return custom(type.text);
  }
}
