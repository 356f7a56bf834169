/** The forms in which every message names a place, gives a warning and says what to do next. */
import { isAbsolute, relative } from "node:path";
import type { Problem } from "../../errors.ts";
import type { Paint } from "./paint.ts";

/** A path as it is shown: relative where it is below the working folder. */
export function renderPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below === "" ? "." : below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** What to do, as a line of its own. */
export function renderNext(next: string, paint: Paint): string {
  return `${paint("cyan", "→")} ${next}`;
}

/** A mistake that stops nothing, with what to do; with a working folder, its place too, where it has one. */
export function renderWarning({ message, next, ...place }: Problem, paint: Paint, cwd?: string): string {
  const where = cwd === undefined ? "" : renderPlace(place, cwd);
  const line = `${paint("yellow", "!")} ${where === "" ? "" : `${paint("bold", where)} `}${onOneLine(message)}`;
  return next === undefined ? line : `${line}\n${renderNext(next, paint)}`;
}

/** A server's words may have lines of their own, which a CI system would take for its commands: `::error::`. */
export function onOneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ");
}

/** `definitions/shop/products.json:4:41`, or as much of it as is known. */
export function renderPlace({ file, line, column }: Pick<Problem, "file" | "line" | "column">, cwd: string): string {
  const parts = [file === undefined ? undefined : renderPath(file, cwd), line, column];
  return parts.filter((part) => part !== undefined).join(":");
}
