/** Formats the parts of every message: places, warnings and next steps. */
import { isAbsolute, relative } from "node:path";
import { printPlace } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Paint } from "./talk.ts";

/** Formats a path: relative if it is below the working folder. */
export function renderPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below === "" ? "." : below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** Formats a next step, on its own line. */
export function renderNext(next: string, paint: Paint): string {
  return `${paint("cyan", "→")} ${next}`;
}

/** Formats a warning with its next step; with a working folder, also with its place. */
export function renderWarning({ message, next, ...place }: Problem, paint: Paint, cwd?: string): string {
  const where = cwd === undefined ? "" : renderPlace(place, cwd);
  const line = `${paint("yellow", "!")} ${where === "" ? "" : `${paint("bold", where)} `}${onOneLine(message)}`;
  return next === undefined ? line : `${line}\n${renderNext(next, paint)}`;
}

/** A server's message may contain lines that a CI system would read as commands: `::error::`. */
export function onOneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ");
}

/** `definitions/shop/products.json:4:41`, or the known parts of it. */
export function renderPlace({ file, ...at }: Pick<Problem, "file" | "line" | "column">, cwd: string): string {
  return printPlace({ ...(file !== undefined && { file: renderPath(file, cwd) }), ...at });
}
