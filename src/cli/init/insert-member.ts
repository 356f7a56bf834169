/**
 * A new member in an object, or item in a list, of somebody's file: in come the text and where things stand in it, out goes
 * the text with the addition. What was there stays, byte for byte; nothing is laid out anew.
 */

/** An object or a list in a text, from its opening bracket to behind its closing one. */
export interface Container {
  readonly start: number;
  readonly end: number;
  /** What it holds, in order. */
  readonly items: readonly Range[];
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a text is laid out, as far as an addition has to know. */
export interface Layout {
  /** `"\n"` or `"\r\n"`. */
  readonly lineEnd: string;
  /** One step of indentation: `"  "`. */
  readonly step: string;
}

/** The layout of a text, by its first line end and its first indented line; `"\n"` and two blanks where it has none. */
export function layoutOf(text: string): Layout {
  const [lineEnd = "\n"] = /\r?\n/.exec(text) ?? [];
  const [, step = "  "] = /^([ \t]+)["'\w]/m.exec(text) ?? [];
  return { lineEnd, step };
}

/** Whether a text has no line but one, which an addition had better not break. */
export function isOnOneLine(text: string): boolean {
  return !text.trim().includes("\n");
}

export interface Addition {
  /** The member itself; its lines but the first begin with the indentation. */
  readonly render: (indentation: string) => string;
  /** What follows it where it is alone on lines of its own: `","` or nothing. */
  readonly alone: "," | "";
}

/**
 * Inserts after what a container holds, in the way in which that is written.
 *
 * `{ "a": 1 }` becomes `{ "a": 1, "b": 2 }`; where each member has a line, the new one has a line too, with a comma behind it
 * where its neighbour has one. Comments stay with what they follow.
 */
export function insertMember(text: string, container: Container, { render, alone }: Addition): string {
  const layout = layoutOf(text);
  const [first] = container.items;
  const last = container.items.at(-1);
  if (!first || !last) return insertFirst(text, container, { render, alone }, layout);
  const comma = commaBehind(text, last.end, container.end - 1);
  const behind = comma === undefined ? last.end : comma + 1;
  const separator = comma === undefined ? "," : "";
  if (!text.slice(container.start, first.start).includes("\n")) {
    return splice(text, [
      [behind, `${separator} ${render(indentationAt(text, container.start))}${comma === undefined ? "" : ","}`],
    ]);
  }
  const indentation = indentationAt(text, first.start);
  const line = `${layout.lineEnd}${indentation}${render(indentation)}${comma === undefined ? "" : ","}`;
  return splice(text, [
    [last.end, separator],
    [endOfLine(text, behind), line],
  ]);
}

function insertFirst(text: string, { start, end }: Container, { render, alone }: Addition, layout: Layout): string {
  const inner = text.slice(start + 1, end - 1);
  const outer = indentationAt(text, start);
  if (isOnOneLine(text)) return splice(text, [[start + 1, ` ${render(outer)}${inner.startsWith(" ") ? "" : " "}`]]);
  const indentation = outer + layout.step;
  const close = inner.includes("\n") ? "" : layout.lineEnd + outer;
  return splice(text, [[start + 1, `${layout.lineEnd}${indentation}${render(indentation)}${alone}${close}`]]);
}

/** Blanks, line ends and comments. */
const trivia = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
/** The rest of a line, when it has only blanks and comments. */
const restOfLine = /(?:[^\S\r\n]|\/\*[^\n]*?\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/y;

function commaBehind(text: string, from: number, end: number): number | undefined {
  trivia.lastIndex = from;
  trivia.test(text);
  const at = trivia.lastIndex;
  return at < end && text[at] === "," ? at : undefined;
}

/** The end of the line, when nothing but a comment stands in between; else the place itself. */
function endOfLine(text: string, from: number): number {
  restOfLine.lastIndex = from;
  return restOfLine.test(text) ? restOfLine.lastIndex : from;
}

/** The blanks that begin the line of a place. */
function indentationAt(text: string, place: number): string {
  const line = text.slice(text.lastIndexOf("\n", place - 1) + 1, place);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function splice(text: string, insertions: readonly (readonly [at: number, added: string])[]): string {
  let result = "";
  let done = 0;
  for (const [at, added] of insertions) {
    result += text.slice(done, at) + added;
    done = at;
  }
  return result + text.slice(done);
}
