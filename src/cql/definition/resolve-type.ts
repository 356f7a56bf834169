/**
 * Resolves the text of a type in a keyspace, and refuses types that the database does not have, in its words and in the
 * order of its checks: the parts of a type are checked before its names.
 */
import { contains, isMultiCell, parseCqlType, refersToDuration } from "../../model/index.ts";
import type { CqlType, Keyspace, UserType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { parseType, printTypeNode } from "../grammar/read-type.ts";
import type { TypeNode } from "../grammar/read-type.ts";
import { nativeTypeOfClass } from "../protocol/types.ts";
import { typeText } from "../values/index.ts";
import { propertyError } from "./context.ts";

type UserTypes = Pick<Keyspace, "name" | "userTypes">;

/** @throws {CqlError} `invalid` or `syntax` */
export function resolveType(text: string, keyspace: UserTypes): CqlType {
  return resolveNode(parseType(text), keyspace);
}

export function resolveNode(written: TypeNode, keyspace: UserTypes): CqlType {
  const userTypes = new Map(keyspace.userTypes.map((type) => [type.name, type]));
  const node = checkNode(written, { keyspace: keyspace.name, userTypes, isFrozen: false });
  const parsed = parseCqlType(printTypeNode(node), { userTypes });
  if ("type" in parsed) return parsed.type;
  throw invalid(parsed.message);
}

interface Place {
  readonly keyspace: string;
  readonly userTypes: ReadonlyMap<string, UserType>;
  /** Within something frozen, which freezes its parts. */
  readonly isFrozen: boolean;
}

/** @returns the node with the names that `parseCqlType` knows: user types without keyspace, classes as native types */
function checkNode(node: TypeNode, place: Place): TypeNode {
  switch (node.kind) {
    case "native":
      // Two names of one type, of which the database keeps this one.
      return node.name === "varchar" ? { ...node, name: "text" } : node;
    case "class":
      return nativeOf(node.name);
    case "user":
      return userTypeOf(node, place);
    case "frozen":
      if (node.of.kind === "native" || node.of.kind === "class") {
        throw propertyError(
          `frozen<> is only allowed on collections, tuples, and user-defined types (got ${printTypeNode(node.of, false)})`,
        );
      }
      return { ...node, of: checkNode(node.of, { ...place, isFrozen: true }) };
    case "list":
    case "set":
      checkItems(node, [node.of], place);
      if (node.kind === "set" && isNative(node.of, "duration")) {
        throw invalid(`Durations are not allowed inside sets: ${printWithFrozen(node, place)}`);
      }
      return { ...node, of: checkNode(node.of, place) };
    case "map":
      checkItems(node, [node.key, node.value], place);
      if (isNative(node.key, "duration")) {
        throw invalid(`Durations are not allowed as map keys: ${printWithFrozen(node, place)}`);
      }
      return { ...node, key: checkNode(node.key, place), value: checkNode(node.value, place) };
    case "tuple":
      if (node.items.some((item) => isNative(item, "counter"))) throw invalid("Counters are not allowed inside tuples");
      return { ...node, items: node.items.map((item) => checkNode(item, { ...place, isFrozen: true })) };
    case "vector":
      if (Number(node.dimensions) <= 0) {
        throw invalid(`vectors may only have positive dimensions; given ${node.dimensions}`);
      }
      return { ...node, of: checkNode(node.of, { ...place, isFrozen: true }) };
  }
}

function checkItems(collection: TypeNode, items: readonly TypeNode[], place: Place): void {
  const text = (): string => printWithFrozen(collection, place);
  for (const item of items) {
    if (isNative(item, "counter")) throw invalid(`Counters are not allowed inside collections: ${text()}`);
    if (place.isFrozen) continue;
    if (item.kind === "user") throw invalid(`Non-frozen UDTs are not allowed inside collections: ${text()}`);
    if (item.kind === "list" || item.kind === "set" || item.kind === "map") {
      throw invalid(`Non-frozen collections are not allowed inside collections: ${text()}`);
    }
  }
}

function userTypeOf(node: TypeNode & { readonly kind: "user" }, { keyspace, userTypes }: Place): TypeNode {
  const { keyspace: of = keyspace, name } = node;
  if (of !== keyspace) {
    throw invalid(
      `Statement on keyspace ${keyspace} cannot refer to a user type in keyspace ${of}; user types can only be used in ` +
        "the keyspace they are defined in",
    );
  }
  if (!userTypes.has(name)) throw invalid(`Unknown type ${keyspace}.${name}`);
  return { kind: "user", name };
}

function nativeOf(name: string): TypeNode {
  const native = nativeTypeOfClass(name);
  if (native !== undefined) return { kind: "native", name: native };
  throw propertyError(`Error setting type ${name}: Unable to find abstract-type class '${name}'`);
}

function isNative(node: TypeNode, name: string): boolean {
  return node.kind === "native" && node.name === name;
}

function printWithFrozen(node: TypeNode, { isFrozen }: Place): string {
  return printTypeNode(isFrozen ? { kind: "frozen", of: node } : node, false);
}

/** Whether the value of each item of a user type that is not frozen would have to be stored in several cells itself. */
export function hasNestedCollection(type: CqlType): boolean {
  return type.kind === "user" && !type.frozen && type.type.fields.some((field) => isMultiCell(field.type));
}

/** @throws {CqlError} `invalid` if a column of the primary key cannot have the type */
export function checkKeyType(column: string, type: CqlType, keyspace: string): void {
  if (isMultiCell(type)) {
    throw invalid(
      type.kind === "user"
        ? `Invalid non-frozen user-defined type "${keyspace}.${type.type.name}" for PRIMARY KEY column '${column}'`
        : `Invalid non-frozen collection type ${typeText(type)} for PRIMARY KEY column '${column}'`,
    );
  }
  if (contains(type, "counter")) throw invalid(`counter type is not supported for PRIMARY KEY column '${column}'`);
  if (refersToDuration(type)) throw invalid(`duration type is not supported for PRIMARY KEY column '${column}'`);
}
