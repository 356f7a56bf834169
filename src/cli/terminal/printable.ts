/**
 * Makes text safe for a terminal: control characters from servers, files and definitions are shown, not executed.
 * `\u001b[2J` in a server's error would clear the screen, and U+202E reverses a line.
 */

/** C0 except tab and line feed, DEL, C1, and characters that change the direction of text. */
const control = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Replaces the escape character in our own text. Foreign text cannot contain it: it differs in each process and is
 * never shown. `node:crypto` would add some milliseconds to every command.
 */
export const escapeMark: string = `\u001b${Math.random()}${Math.random()}`;

/** Makes a line safe for a terminal: control characters appear as `\u001b`, except those of `createPaint`. */
export function printable(text: string): string {
  return text
    .split(escapeMark)
    .map((part) => escapeControls(part.replaceAll("\r\n", "\n")))
    .join("\u001b");
}

/** Escapes control characters as JSON does; `JSON.stringify` leaves DEL and higher ones unescaped. */
export function escapeControls(text: string): string {
  return text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Removes line ends and terminal control characters from a text. */
export function plainLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ");
}
