/**
 * Text as a terminal may have it: control characters of servers, files and definitions are shown, not obeyed. `\u001b[2J` in an
 * error of a server would clear the screen, and U+202E turns a line around.
 */

/** C0 but for tab and line feed, DEL, C1, and what changes the direction of text. */
const control = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Stands for the escape character in text of our own. Foreign text cannot have it: it is another one in each process, which shows
 * it to nobody. `node:crypto` would take some milliseconds to load, before every command.
 */
export const escapeMark: string = `\u001b${Math.random()}${Math.random()}`;

/** A line for a terminal, with control characters as `\u001b`, but for those of `createPaint`. */
export function printable(text: string): string {
  return text
    .split(escapeMark)
    .map((part) => escapeControls(part.replaceAll("\r\n", "\n")))
    .join("\u001b");
}

/** Control characters as JSON has them; `JSON.stringify` leaves DEL and all that is beyond. */
export function escapeControls(text: string): string {
  return text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text without line ends, and without what would steer a terminal. */
export function plainLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ");
}
