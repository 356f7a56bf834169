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

/** A place of the app. */
export interface Place {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** A place of the app that is left to a person. */
export interface Finding extends Place {
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

/** Replaces a part of a file's text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class Edits {
  readonly #byFile = new Map<string, Map<number, Edit>>();

  /** The first edit of a place counts. @returns whether it is new */
  add(file: string, edit: Edit): boolean {
    let edits = this.#byFile.get(file);
    if (!edits) this.#byFile.set(file, (edits = new Map()));
    if (edits.has(edit.start)) return false;
    edits.set(edit.start, edit);
    return true;
  }

  /** Whether a part of the range is changed, or all of it. */
  touches(file: string, start: number, end: number): boolean {
    for (const edit of this.of(file)) {
      if ((edit.start <= start && end <= edit.end) || (start <= edit.start && edit.end <= end)) return true;
    }
    return false;
  }

  of(file: string): Iterable<Edit> {
    return this.#byFile.get(file)?.values() ?? [];
  }

  files(): Iterable<string> {
    return this.#byFile.keys();
  }
}

export function applyEdits(text: string, edits: Iterable<Edit>): string {
  let result = text;
  for (const { start, end, text: now } of [...edits].sort((one, other) => other.start - one.start))
    result = result.slice(0, start) + now + result.slice(end);
  return result;
}
