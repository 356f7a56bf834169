/**
 * Text that knows where it may be broken, and the printer that breaks it where prettier would.
 *
 * The rules of prettier's own printer, for the few pieces that we need: a group stays on one line when it fits, else all
 * lines of it break. So the output is a fixed point of prettier's defaults without prettier, which would cost fifty times
 * the whole emit. A property test formats random keyspaces and sees no change.
 */

export type Doc = string | readonly Doc[] | Group | Indent | Line | IfBreak | AfterOperator;

interface Group {
  readonly kind: "group";
  readonly contents: Doc;
  /** Columns on one line; infinite when a line in it must break. */
  readonly width: number;
}
interface Indent {
  readonly kind: "indent";
  readonly contents: Doc;
}
interface Line {
  readonly kind: "line";
  readonly flat: string;
  readonly hard: boolean;
}
interface IfBreak {
  readonly kind: "ifBreak";
  readonly broken: string;
}
interface AfterOperator {
  readonly kind: "afterOperator";
  readonly contents: Doc;
}

/** A blank, or a new line when its group does not fit. */
export const line: Doc = { kind: "line", flat: " ", hard: false };
/** Nothing, or a new line when its group does not fit. */
export const softline: Doc = { kind: "line", flat: "", hard: false };
/** A new line whatever fits. */
export const hardline: Doc = { kind: "line", flat: "", hard: true };

/** Text that is there only when its group is broken, like a trailing comma. */
export function ifBreak(broken: string): Doc {
  return { kind: "ifBreak", broken };
}

export function group(contents: Doc): Doc {
  return { kind: "group", contents, width: widthOf(contents) };
}

export function indent(contents: Doc): Doc {
  return { kind: "indent", contents };
}

/** What follows an `=`: on its line when it can begin there, else indented on the next one. */
export function afterOperator(contents: Doc): Doc {
  return { kind: "afterOperator", contents };
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  const joined: Doc[] = [];
  for (const doc of docs) {
    if (joined.length > 0) joined.push(separator);
    joined.push(doc);
  }
  return joined;
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** Columns of a document on one line; that of a group is known already. */
function widthOf(doc: Doc): number {
  if (typeof doc === "string") return doc.length;
  if (isList(doc)) {
    let width = 0;
    for (const part of doc) width += widthOf(part);
    return width;
  }
  if (doc.kind === "group") return doc.width;
  if (doc.kind === "line") return doc.hard ? Infinity : doc.flat.length;
  if (doc.kind === "ifBreak") return 0;
  return widthOf(doc.contents) + (doc.kind === "afterOperator" ? 1 : 0);
}

export const lineWidth = 80;
export const indentWidth = 2;

/** A document on one line. */
function flatText(doc: Doc): string {
  if (typeof doc === "string") return doc;
  if (isList(doc)) {
    let text = "";
    for (const part of doc) text += flatText(part);
    return text;
  }
  if (doc.kind === "line") return doc.flat;
  if (doc.kind === "ifBreak") return "";
  return (doc.kind === "afterOperator" ? " " : "") + flatText(doc.contents);
}

/** What is still to be printed, the next on top. Two lists, since an object for each piece would be half the work. */
class Stack {
  readonly docs: Doc[] = [];
  readonly depths: number[] = [];

  push(doc: Doc, depth: number): void {
    this.docs.push(doc);
    this.depths.push(depth);
  }
}

/**
 * Prints a document as text. What is on the stack may break; a group that fits goes out as one line at once.
 *
 * A blank line is two new lines at the outermost depth, so no line ends in a blank.
 */
export function printDoc(doc: Doc): string {
  const rest = new Stack();
  const parts: string[] = [];
  let column = 0;
  const put = (text: string): void => {
    parts.push(text);
    column += text.length;
  };
  rest.push(doc, 0);
  for (let next = rest.docs.pop(); next !== undefined; next = rest.docs.pop()) {
    const depth = rest.depths.pop() ?? 0;
    if (typeof next === "string") {
      put(next);
    } else if (isList(next)) {
      for (let index = next.length - 1; index >= 0; index--) rest.push(next[index] ?? "", depth);
    } else if (next.kind === "indent") {
      rest.push(next.contents, depth + 1);
    } else if (next.kind === "ifBreak") {
      put(next.broken);
    } else if (next.kind === "line") {
      column = depth * indentWidth;
      parts.push("\n", " ".repeat(column));
    } else if (next.kind === "afterOperator") {
      const begins = fits(next.contents, rest, lineWidth - column - 1);
      rest.push(begins ? [" ", next.contents] : indent([hardline, next.contents]), depth);
    } else if (fits("", rest, lineWidth - column - next.width)) {
      put(flatText(next.contents));
    } else {
      rest.push(next.contents, depth);
    }
  }
  return parts.join("");
}

/** Whether a document and all that follows it fits into so many columns, up to the first place that may break. */
function fits(doc: Doc, rest: Stack, columns: number): boolean {
  const ahead: Doc[] = [doc];
  let following = rest.docs.length;
  for (let left = columns; left >= 0;) {
    const next = ahead.pop() ?? rest.docs[--following];
    if (next === undefined) return true;
    if (typeof next === "string") left -= next.length;
    else if (isList(next)) for (let index = next.length - 1; index >= 0; index--) ahead.push(next[index] ?? "");
    else if (next.kind === "line" || next.kind === "afterOperator") return true;
    else if (next.kind === "ifBreak") left -= next.broken.length;
    else ahead.push(next.contents);
  }
  return false;
}
