import type { ts } from "ts-morph";

/** Why a place is left to a person. */
export type FindingKind =
  /** A name that may mean a renamed member or one that keeps its name. */
  | "union"
  /** Read from a value without a type. */
  | "any"
  /** Read from a value whose type was asserted. */
  | "cast"
  /** A value of the app that flows into a renamed member by its structure. */
  | "written"
  /** A renamed member that flows into a type of the app by its structure. */
  | "read"
  /** A literal without a type. */
  | "literal"
  /** A text that names it: GraphQL, CQL, a path. */
  | "text";

/** A place of the app that is left to a person. */
export interface Finding {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly kind: FindingKind;
  /** The source at the place, or what flows where. */
  readonly text: string;
}

const longest = 60;

export function findingAt(node: ts.Node, kind: FindingKind, text = node.getText()): Finding {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const short = text.replaceAll(/\s+/g, " ");
  return {
    file: file.fileName,
    line: line + 1,
    column: character + 1,
    kind,
    text: short.length > longest ? `${short.slice(0, longest - 1)}…` : short,
  };
}
