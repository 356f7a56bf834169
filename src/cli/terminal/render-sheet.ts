/** Renders facts as text in two columns, as wide as the terminal. Pure. */

export interface Section {
  readonly title: string;
  readonly facts?: readonly Fact[];
  /** Rows of cells, each on one line if it fits. */
  readonly rows?: readonly (readonly string[])[];
}

/** The texts of a name; several are printed below each other. */
export type Fact = readonly [name: string, ...texts: string[]];

const indent = "  ";
const gap = "  ";
/** Short names of all sections align their texts in one column. */
const leastName = 12;
/** With less room beside the names, texts are printed below them. */
const leastText = 20;
/** Longer cells do not widen the column of other rows. */
const longestCell = 40;

/**
 * Renders a heading and the sections below it:
 *
 * ```
 * shop.products.price
 *
 * TypeScript
 *   ProductsRow     price: string | null
 *   ProductsInsert  price?: string | null | undefined
 * ```
 *
 * @param width of the terminal; Infinity to disable wrapping, so that each line is one fact
 */
export function renderSheet(
  heading: readonly string[],
  sections: readonly Section[],
  width: number,
): readonly string[] {
  const lines = heading.flatMap((line) => wrap(line, width));
  for (const { title, facts = [], rows = [] } of sections) {
    if (facts.length + rows.length === 0) continue;
    lines.push("", ...wrap(title, width), ...renderFacts(facts, width), ...renderRows(rows, width));
  }
  // A description or a name must not control the terminal.
  return lines.map((line) => line.replace(/\p{Cc}/gu, " "));
}

function renderFacts(facts: readonly Fact[], width: number): readonly string[] {
  const column = Math.max(leastName, ...facts.map(([name]) => name.length));
  const room = width - indent.length - column - gap.length;
  return facts.flatMap(([name, ...texts]) => {
    // Text to copy, such as a path, is kept on one line if possible.
    const isBeside = room >= leastText && texts.every((text) => text.split(" ").every((word) => word.length <= room));
    return isBeside ? renderBeside(name, texts, column, room) : renderBelow(name, texts, width);
  });
}

function renderBeside(name: string, texts: readonly string[], column: number, room: number): readonly string[] {
  return texts
    .flatMap((text) => wrap(text, room))
    .map((line, index) => `${indent}${(index === 0 ? name : "").padEnd(column)}${gap}${line}`);
}

function renderBelow(name: string, texts: readonly string[], width: number): readonly string[] {
  const hang = indent.repeat(2);
  const lines = texts.flatMap((text) => wrap(text, width - hang.length));
  return [...(name === "" ? [] : [indent + name]), ...lines.map((line) => hang + line)];
}

/** Prints each row on a line with aligned cells; a row that does not fit has a line for each cell. */
function renderRows(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths = rows[0]?.map((_, index) => {
    const cells = rows.map((row) => row[index]?.length ?? 0);
    return Math.max(0, ...cells.filter((length) => length <= longestCell));
  });
  return rows.flatMap((row) => {
    const line = `${indent}${row.map((cell, index) => cell.padEnd(widths?.[index] ?? 0)).join(gap)}`.trimEnd();
    const [name = "", ...cells] = row;
    return line.length <= width
      ? [line]
      : renderBelow(
          name,
          cells.filter((cell) => cell !== ""),
          width,
        );
  });
}

/** Wraps text at blanks to the width; a word that is too long stays whole, so that it can be copied. */
function wrap(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

function wrapLine(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
