/**
 * Text that knows where it may be broken, and the printer that breaks it where prettier would.
 *
 * The rules of prettier's own printer, for the few pieces that we need: a group stays on one line when it fits, else all
 * lines of it break. So the output is a fixed point of prettier's defaults without prettier, which would cost fifty times
 * the whole emit. A property test formats random keyspaces and sees no change.
 */

const lineWidth = 80;
const indentWidth = 2;

export type Doc = string | readonly Doc[] | Group | Indent | Line | IfBreak | AfterOperator;

interface Group {
  readonly kind: "group";
  readonly contents: Doc;
  /** A line that must break is inside. */
  readonly broken: boolean;
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
  return { kind: "group", contents, broken: mustBreak(contents) };
}

export function indent(contents: Doc): Doc {
  return { kind: "indent", contents };
}

/** What follows an `=`: on its line when it can begin there, else indented on the next one. */
export function afterOperator(contents: Doc): Doc {
  return { kind: "afterOperator", contents };
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

function mustBreak(doc: Doc): boolean {
  if (typeof doc === "string") return false;
  if (isList(doc)) return doc.some(mustBreak);
  if (doc.kind === "line") return doc.hard;
  if (doc.kind === "ifBreak") return false;
  return doc.kind === "group" ? doc.broken : mustBreak(doc.contents);
}

interface Command {
  readonly depth: number;
  readonly flat: boolean;
  readonly doc: Doc;
}

/** Prints a document as text. A blank line is two new lines at the outermost depth, so no line ends in a blank. */
export function printDoc(doc: Doc): string {
  const rest: Command[] = [{ depth: 0, flat: false, doc }];
  let text = "";
  let column = 0;
  for (let command = rest.pop(); command; command = rest.pop()) {
    const { depth, flat, doc } = command;
    if (typeof doc === "string") {
      text += doc;
      column += doc.length;
    } else if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index--) rest.push({ depth, flat, doc: doc[index] ?? "" });
    } else if (doc.kind === "indent") {
      rest.push({ depth: depth + 1, flat, doc: doc.contents });
    } else if (doc.kind === "afterOperator") {
      const begins = flat || fits({ depth, flat: false, doc: doc.contents }, rest, lineWidth - column - 1);
      rest.push(
        begins ? { depth, flat, doc: [" ", doc.contents] } : { depth, flat, doc: indent([hardline, doc.contents]) },
      );
    } else if (doc.kind === "ifBreak") {
      if (!flat) rest.push({ depth, flat, doc: doc.broken });
    } else if (doc.kind === "group") {
      const whole = { depth, flat: true, doc: doc.contents };
      const stays = flat || (!doc.broken && fits(whole, rest, lineWidth - column));
      rest.push(stays ? whole : { ...whole, flat: false });
    } else if (flat && !doc.hard) {
      text += doc.flat;
      column += doc.flat.length;
    } else {
      text += `\n${" ".repeat(depth * indentWidth)}`;
      column = depth * indentWidth;
    }
  }
  return text;
}

/** Whether a group fits the rest of its line, with all that follows it up to the first place that may break. */
function fits(whole: Command, rest: readonly Command[], width: number): boolean {
  const commands: Command[] = [whole];
  let left = width;
  for (let following = rest.length; left >= 0;) {
    const command = commands.pop() ?? rest[--following];
    if (!command) return true;
    const { flat, doc } = command;
    if (typeof doc === "string") left -= doc.length;
    else if (isList(doc))
      for (let index = doc.length - 1; index >= 0; index--) commands.push({ ...command, doc: doc[index] ?? "" });
    else if (doc.kind === "indent") commands.push({ ...command, doc: doc.contents });
    else if (doc.kind === "afterOperator") commands.push({ ...command, doc: [line, doc.contents] });
    else if (doc.kind === "ifBreak") left -= flat ? 0 : doc.broken.length;
    else if (doc.kind === "group") commands.push({ ...command, flat: doc.broken ? false : flat, doc: doc.contents });
    else if (!flat || doc.hard) return true;
    else left -= doc.flat.length;
  }
  return false;
}
