/**
 * Prints JSON as `JSON.stringify` does, but keeps the sign of minus zero: a `double` that was written as `-0` is read as
 * `-0.0`, which is a JSON number and parses back to it.
 */
export function printJson(json: unknown): string {
  // Most values of rows are such text, and of each `JSON.stringify` would take several times as long.
  if (typeof json === "string") return plain.test(json) ? `"${json}"` : JSON.stringify(json);
  return holdsMinusZero(json) ? print(json) : JSON.stringify(json);
}

/** Text without anything to escape. */
const plain = /^[ !#-[\]-~]*$/;

function holdsMinusZero(json: unknown): boolean {
  if (typeof json === "number") return Object.is(json, -0);
  if (typeof json !== "object" || json === null) return false;
  if (Array.isArray(json)) return json.some(holdsMinusZero);
  for (const name in json) {
    if (holdsMinusZero((json as Members)[name])) return true;
  }
  return false;
}

type Members = Readonly<Record<string, unknown>>;

function print(json: unknown): string {
  if (Object.is(json, -0)) return "-0.0";
  if (Array.isArray(json)) return `[${json.map(print).join(",")}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${print(value)}`).join(",")}}`;
}

/** Where a string has ended, behind its second quote; the end of the text if it has none. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text[escapes - 1] === "\\") escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return text.length;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
