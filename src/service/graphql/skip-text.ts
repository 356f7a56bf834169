/**
 * Where things in the text of a document end: no mistake is looked for, and nothing but the place returned. What is longer
 * than it may be is followed to `last` only.
 */

export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const [space, comma, tab, lineFeed, carriageReturn, byteOrderMark] = [0x20, 0x2c, 0x09, 0x0a, 0x0d, 0xfeff];

/** Blanks and commas. */
export function endOfIgnored(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === space || code === comma || code === lineFeed || code === carriageReturn) continue;
    if (code !== tab && code !== byteOrderMark) return at;
  }
}

export function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) return at;
  }
  return text.length;
}

export function endOfName(text: string, start: number, last: number = text.length): number {
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at);
    if (!isLetter(code) && !isDigit(code)) return at;
  }
  return Math.min(last, text.length);
}

const [plus, minus, point] = [0x2b, 0x2d, 0x2e];

export function endOfNumber(text: string, start: number, last: number = text.length): number {
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !isLetter(code) && code !== point && code !== minus && code !== plus) return at;
  }
  return Math.min(last, text.length);
}

export function endOfString(text: string, start: number): number {
  const mark = text.startsWith('"""', start) ? '"""' : '"';
  for (let at = start + mark.length; ; at += mark.length) {
    at = text.indexOf(mark, at);
    if (at < 0) return text.length;
    if (!isEscaped(text, at, mark.length)) return at + mark.length;
  }
}

/** In a block, only a quote that follows a backslash directly is escaped; in a string a backslash may be escaped too. */
function isEscaped(text: string, at: number, length: number): boolean {
  if (length > 1) return text[at - 1] === "\\";
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}
