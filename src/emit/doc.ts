/**
 * Documents: text with possible line breaks, and the printer that breaks lines as prettier would.
 *
 * Implements the rules of prettier's own printer for the few pieces that we need: a group stays on one line if it fits,
 * or else all its lines break. So formatting the output with prettier's defaults changes nothing. Using prettier itself
 * would take fifty times as long as the whole emit. A property test formats random keyspaces and expects no change.
 */

export type Doc = string | readonly Doc[] | Piece;

/** A piece that is neither text nor a list. A single class, so that property accesses stay fast. */
class Piece {
  readonly kind: "group" | "indent" | "line" | "ifBreak" | "afterOperator";
  readonly contents: Doc;
  /** The width on one line; infinite if a line in it must break. */
  readonly width: number;

  readonly isUnion: boolean;

  constructor(kind: Piece["kind"], contents: Doc, width: number, isUnion = false) {
    this.isUnion = isUnion;
    this.kind = kind;
    this.contents = contents;
    this.width = width;
  }
}

/** A space, or a line break if its group does not fit. */
export const line: Doc = new Piece("line", " ", 1);
/** Nothing, or a line break if its group does not fit. */
export const softline: Doc = new Piece("line", "", 0);
/** A line break in any case. */
export const hardline: Doc = new Piece("line", "", Infinity);

/** Text that is printed only if its group breaks, such as a trailing comma. */
export function ifBreak(broken: string): Doc {
  return new Piece("ifBreak", broken, 0);
}

export function group(contents: Doc): Doc {
  return new Piece("group", contents, widthOf(contents));
}

/** The group of a union. Its parent decides how it is laid out. */
export function unionGroup(contents: Doc): Doc {
  return new Piece("group", contents, widthOf(contents), true);
}

export function isUnion(doc: Doc): boolean {
  return doc instanceof Piece && doc.isUnion;
}

/** The contents of a union's group. */
export function unionBody(doc: Doc): Doc {
  return doc instanceof Piece && doc.isUnion ? doc.contents : doc;
}

export function indent(contents: Doc): Doc {
  return new Piece("indent", contents, widthOf(contents));
}

/** The right side of an `=`: on the same line if it can begin there, or else indented on the next line. */
export function afterOperator(contents: Doc): Doc {
  return new Piece("afterOperator", contents, 1 + widthOf(contents));
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  const joined: Doc[] = [];
  for (const doc of docs) {
    if (joined.length > 0) joined.push(separator);
    joined.push(doc);
  }
  return joined;
}

/** `(a, b)`, for a group. If the items do not fit, each moves to its own line, with a comma after the last. */
export function bracketed(open: string, items: readonly Doc[], close: string): Doc {
  return [open, indent([softline, join([",", line], items)]), ifBreak(","), softline, close];
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

export const lineWidth = 80;
export const indentWidth = 2;

/** The width of a document on one line. Pieces have theirs precomputed. */
function widthOf(doc: Doc): number {
  if (typeof doc === "string") return doc.length;
  if (!isList(doc)) return doc.width;
  let width = 0;
  for (const part of doc) width += typeof part === "string" ? part.length : widthOf(part);
  return width;
}

/** Text of at most this length fits on every line that it begins, at any depth. */
export const short = 60;

/**
 * Returns a document as text if it is text or not wider than `width`. Text is printed faster than a document that may
 * break.
 */
export function flatText(doc: Doc, width: number): string | undefined {
  return typeof doc === "string" ? doc : widthOf(doc) <= width ? flattened(doc) : undefined;
}

/** A document on one line. */
function flattened(doc: Doc): string {
  if (typeof doc === "string") return doc;
  if (isList(doc)) {
    let text = "";
    for (const part of doc) text += typeof part === "string" ? part : flattened(part);
    return text;
  }
  if (doc.kind === "ifBreak") return "";
  return doc.kind === "afterOperator" ? ` ${flattened(doc.contents)}` : flattened(doc.contents);
}

/**
 * Prints a document as text. A group that fits is printed on one line, everything else is broken.
 *
 * @param depth of the line that it begins
 */
export function printDoc(doc: Doc, depth = 0): string {
  if (typeof doc === "string") return doc;
  if (depth * indentWidth + widthOf(doc) <= lineWidth) return flattened(doc);
  const printer = new Printer(depth * indentWidth);
  printer.print(doc, depth);
  return printer.parts.join("");
}

class Printer {
  readonly parts: string[] = [];
  #column: number;
  /** The lists being printed, the innermost last, and the position of the next item in each. */
  readonly #lists: (readonly Doc[])[] = [];
  readonly #places: number[] = [];

  constructor(column: number) {
    this.#column = column;
  }

  print(doc: Doc, depth: number): void {
    if (typeof doc === "string") this.#put(doc);
    else if (isList(doc)) this.#printList(doc, depth);
    else if (doc.kind === "group") {
      if (this.#fits("", doc.width)) {
        this.parts.push(flattened(doc.contents));
        this.#column += doc.width;
      } else this.print(doc.contents, depth);
    } else if (doc.kind === "line") this.#break(depth);
    else if (doc.kind === "indent") this.print(doc.contents, depth + 1);
    else if (doc.kind === "ifBreak") this.print(doc.contents, depth);
    else if (this.#fits(doc.contents, 1)) {
      this.#put(" ");
      this.print(doc.contents, depth);
    } else {
      this.#break(depth + 1);
      this.print(doc.contents, depth + 1);
    }
  }

  #printList(list: readonly Doc[], depth: number): void {
    const level = this.#lists.push(list) - 1;
    for (let index = 0; index < list.length; index++) {
      const part = list[index] ?? "";
      if (typeof part === "string") this.#put(part);
      else {
        this.#places[level] = index + 1;
        this.print(part, depth);
      }
    }
    this.#lists.pop();
  }

  #put(text: string): void {
    this.parts.push(text);
    this.#column += text.length;
  }

  #break(depth: number): void {
    this.#column = depth * indentWidth;
    this.parts.push(newLine(depth));
  }

  /** Whether some columns, a document and all text after it fit on the line, up to the next possible break. */
  #fits(doc: Doc, columns: number): boolean {
    let left = lineWidth - this.#column - columns;
    const ahead: Doc[] = [doc];
    let level = this.#lists.length - 1;
    let place = this.#places[level] ?? 0;
    while (left >= 0) {
      let next = ahead.pop();
      while (next === undefined) {
        const list = this.#lists[level];
        if (!list) return true;
        next = list[place++];
        if (next === undefined) place = this.#places[--level] ?? 0;
      }
      if (typeof next === "string") left -= next.length;
      else if (isList(next)) for (let index = next.length - 1; index >= 0; index--) ahead.push(next[index] ?? "");
      else if (next.kind === "line" || next.kind === "afterOperator") return true;
      else ahead.push(next.contents);
    }
    return false;
  }
}

/** Line breaks with the indentation of the next line, by depth. */
const newLines: string[] = [];

/** A line break with the indentation of the next line. */
export function newLine(depth: number): string {
  return (newLines[depth] ??= `\n${" ".repeat(depth * indentWidth)}`);
}
