import { didYouMean } from "../../errors.ts";
import { nativeTypes, parseCqlType, printTypeName } from "../../model/index.ts";
import type { DraftKeyspace } from "./draft.ts";
import { find, readPlace, readRenames } from "./places.ts";
import type { Draft } from "./places.ts";
import { splitStatements, StatementReader } from "./statement-reader.ts";
import type { Unreadable } from "./statement-reader.ts";

const natives: ReadonlySet<string> = new Set(nativeTypes);
/** Types of values that can have several cells, unless they are frozen. */
const collections: ReadonlySet<string> = new Set(["list", "set", "map"]);
const parametrised: ReadonlySet<string> = new Set([...collections, "tuple", "vector"]);

/** The names that a type may have beside those of CQL, and how the name of a user type is printed. */
type Names = Pick<DraftKeyspace, "userTypes" | "customTypes"> & { readonly printUserType?: (name: string) => string };

/**
 * Reads a type and prints it as `system_schema` does: `frozen<tuple<int, frozen<"Odd Type">>>`.
 *
 * A tuple is always frozen, and so is everything within something frozen. Names of user types lose their keyspace.
 */
export function readType(reader: StatementReader, names: Names, isWithinFrozen = false): string {
  if (reader.seesKind("text")) return `'${reader.text("a type")}'`;
  if (reader.sees("frozen", "<")) {
    reader.expect("frozen", "<");
    const frozen = readType(reader, names, true);
    reader.expect(">");
    return frozen;
  }
  const isQuoted = reader.seesKind("name");
  const name = reader.name("a type");
  if (reader.take(".")) return readNamed(reader, reader.name("the name of a user type"), names, isWithinFrozen);
  if (!isQuoted && parametrised.has(name) && reader.take("<")) return readParts(reader, name, names, isWithinFrozen);
  if (!isQuoted && natives.has(name)) return name === "varchar" ? "text" : name;
  return readNamed(reader, name, names, isWithinFrozen);
}

function readNamed(reader: StatementReader, name: string, names: Names, isWithinFrozen: boolean): string {
  const { userTypes, customTypes, printUserType = printTypeName } = names;
  if (!userTypes.has(name) && !customTypes.has(name)) throw unknownType(reader, name, userTypes.keys());
  return freeze(printUserType(name), isWithinFrozen);
}

function unknownType(reader: StatementReader, name: string, userTypes: Iterable<string>): Unreadable {
  const mistake = parseCqlType(printTypeName(name));
  if ("type" in mistake) return reader.wrong(`unknown user type ${name}`);
  const { message, meant = didYouMean(name, [...userTypes, ...(mistake.expected ?? [])]) } = mistake;
  return reader.wrong(meant === undefined ? message : `${message}, did you mean ${meant}?`);
}

/** The type of a dropped column as the database remembers it: each user type is a frozen tuple of its fields. */
export function expandType(text: string, names: Names, isWithinFrozen = false): string {
  const [tokens] = splitStatements(text);
  if (!tokens) return text;
  const printUserType = (name: string): string => {
    const fields = names.userTypes.get(name)?.map(({ type }) => expandType(type, names, true));
    const tuple = `tuple<${fields?.join(", ")}>`;
    return fields === undefined ? printTypeName(name) : tuple;
  };
  return readType(new StatementReader(tokens), { ...names, printUserType }, isWithinFrozen);
}

function readParts(reader: StatementReader, name: string, names: Names, isWithinFrozen: boolean): string {
  const isFrozen = isWithinFrozen || name === "tuple";
  const parts: string[] = [];
  do
    parts.push(
      reader.seesKind("number") ? reader.pass().value : readType(reader, names, isFrozen && name !== "vector"),
    );
  while (reader.take(","));
  reader.expect(">");
  const text = `${name}<${parts.join(", ")}>`;
  return collections.has(name) || name === "tuple" ? freeze(text, isFrozen) : text;
}

function freeze(text: string, isFrozen: boolean): string {
  return isFrozen ? `frozen<${text}>` : text;
}

export function alterType(reader: StatementReader, draft: Draft): void {
  const ifExists = reader.take("if", "exists");
  const { name, keyspace } = readPlace(reader, draft, "user type");
  const fields = find(reader, "user type", name, keyspace.userTypes, ifExists);
  if (!fields) return;
  if (reader.take("add")) {
    const isOptional = reader.take("if", "not", "exists");
    const field = readField(reader, keyspace);
    const isThere = fields.some((one) => one.name === field.name);
    if (isThere && !isOptional) throw reader.wrong(`${name} has a field ${field.name} already`);
    if (!isThere) fields.push(field);
    return;
  }
  reader.expect("rename");
  renameFields(reader, name, fields);
}

/** All at once, so that two fields can swap their names. */
function renameFields(reader: StatementReader, type: string, fields: readonly Field[]): void {
  const isOptional = reader.take("if", "exists");
  const renamed = new Map<Field, string>();
  readRenames(reader, (before, after) => {
    const field = fields.find((one) => one.name === before);
    if (!field && !isOptional) throw reader.wrong(`${type} has no field ${before}`);
    if (field) renamed.set(field, after);
  });
  const names = fields.map((field) => renamed.get(field) ?? field.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw reader.wrong(`${type} would have two fields ${twice}`);
  for (const [field, name] of renamed) field.name = name;
}

type Field = { name: string; readonly type: string };

export function readField(reader: StatementReader, draft: DraftKeyspace): Field {
  const name = reader.name("the name of a field");
  const type = readType(reader, draft);
  if (type === "counter") throw reader.wrong("a user type cannot have a counter");
  if (isUserType(type, draft)) throw reader.wrong(`a user type within another must be frozen: frozen<${type}>`);
  return { name, type };
}

/** Whether it is a user type that is not frozen. */
export function isUserType(type: string, { userTypes }: DraftKeyspace): boolean {
  return [...userTypes.keys()].some((name) => printTypeName(name) === type);
}
