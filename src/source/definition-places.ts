/** Finds the places of definitions in their files, for mistakes that appear only when all files are known. */
import { parseTree, findNodeAtLocation, getNodeValue } from "jsonc-parser";
import { codeFrame } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { DefinitionFile } from "./folder.ts";
import { textOf } from "./folder.ts";

/** A defined object: a table or user type, or a column or field of it. */
interface Defined {
  readonly kind: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

/** The files that define a keyspace: of tables by their names, and of user types. */
interface DefiningFiles {
  readonly files: ReadonlyMap<string, DefinitionFile>;
  readonly userTypeFiles: readonly DefinitionFile[];
}

/** The file of a mistake and the place in it. */
export type DefinitionPlace = Pick<Problem, "line" | "column" | "frame"> & { readonly file: string };

/** Returns the place of a definition in its file. */
export function placeOfDefinition(
  { files, userTypeFiles }: DefiningFiles,
  { kind, name, member }: Defined,
): DefinitionPlace | undefined {
  const file = kind === "table" ? files.get(name) : userTypeFiles.find((candidate) => nameIn(candidate) === name);
  if (!file) return undefined;
  if (member === undefined) return placeInDefinition(file, ["name"]);
  const list = kind === "table" ? "columnDefinitions" : "fields";
  const members: unknown = valueIn(file, [list]);
  const index = Array.isArray(members) ? members.findIndex((each: { name?: unknown }) => each.name === member) : -1;
  return placeInDefinition(file, [list, index, "name"]);
}

/** Returns the place of a path in a valid definition. */
export function placeInDefinition(source: DefinitionFile, path: (string | number)[]): DefinitionPlace {
  const text = textWithin(source);
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, path);
  return { file: source.file, ...(node && codeFrame(text, node.offset, node.length)) };
}

function nameIn(source: DefinitionFile): unknown {
  return valueIn(source, ["name"]);
}

function valueIn(source: DefinitionFile, path: (string | number)[]): unknown {
  const tree = parseTree(textWithin(source));
  const node = tree && findNodeAtLocation(tree, path);
  return node && getNodeValue(node);
}

function textWithin(source: DefinitionFile): string {
  return (textOf(source) ?? "").replace(/^\uFEFF/, "");
}
