/** The changes of an app's files, before any of them is made. */

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
