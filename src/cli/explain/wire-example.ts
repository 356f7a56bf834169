import type { CqlType, NativeType } from "../../model/index.ts";
import { printJsonValue } from "../../service/json-value.ts";
import { codecOf } from "../../store/index.ts";
import type { Value } from "../../store/index.ts";
import type { GraphQLNames } from "./explanation.ts";

/** A typical value of each native type. */
const examples: Readonly<Record<NativeType, Value>> = {
  ascii: "abc",
  bigint: 9007199254740993n,
  blob: Uint8Array.of(1, 2, 3),
  boolean: true,
  counter: 42n,
  date: "2026-11-21",
  decimal: "9.99",
  double: 0.25,
  duration: "1h30m",
  float: 0.5,
  inet: "192.0.2.1",
  int: 42,
  smallint: 42,
  text: "abc",
  time: "18:25:43.511",
  timestamp: new Date("2026-11-21T18:25:43.511Z"),
  timeuuid: "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
  tinyint: 42,
  uuid: "0c7e6a42-5a0d-4d9e-9f5e-3b1f2f6f8a11",
  varchar: "abc",
  varint: 42n,
};

/** For unknown types. */
const anyJson: Value = { any: "JSON" };

/** User types can be nested to any depth. */
const deepest = 2;
/** Long vectors are shortened. */
const mostItems = 3;

/**
 * An example value of the type as JSON: a map of text to int is `[{ "key": "abc", "value": 42 }]` in GraphQL and `{
 * "abc": 42 }` in REST. Long values end in `…`.
 */
export function wireExample(type: CqlType): Pick<GraphQLNames, "wire" | "restWire"> {
  const value = exampleOf(type, 0);
  return { wire: printJson(codecOf(type).encode(value)), restWire: printJson(printJsonValue(type, value)) };
}

function exampleOf(type: CqlType, depth: number): Value {
  switch (type.kind) {
    case "native":
      return examples[type.name];
    case "custom":
      return anyJson;
    case "list":
    case "set":
      return [exampleOf(type.item, depth)];
    case "vector":
      return Array.from({ length: type.dimensions }, () => exampleOf(type.item, depth));
    case "map":
      return new Map([[exampleOf(type.key, depth), exampleOf(type.value, depth)]]);
    case "tuple":
      return type.items.map((item) => exampleOf(item, depth));
    case "user":
      return Object.fromEntries(
        type.type.fields.map((field) => [field.name, depth < deepest ? exampleOf(field.type, depth + 1) : null]),
      );
  }
}

function printJson(json: unknown): string {
  if (Array.isArray(json)) {
    const items = json.slice(0, mostItems).map(printJson);
    return `[${[...items, ...(json.length > mostItems ? ["…"] : [])].join(", ")}]`;
  }
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).map(([name, value]) => `${JSON.stringify(name)}: ${printJson(value)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
