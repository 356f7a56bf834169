import type { Sink } from "./io.ts";
import { escapeControls } from "./talk.ts";

export type LogLevel = "error" | "warn" | "info";

/** Whether a program reads the log: all of it is JSON then, a line for each message. */
export function isForPrograms(stderr: Sink): boolean {
  return !stderr.isTTY;
}

/** A line of a log for programs. @param timeMs since 1970 */
export function printLogLine(timeMs: number, level: LogLevel, members: object): string {
  return `${escapeControls(JSON.stringify({ time: new Date(timeMs).toISOString(), level, ...members }))}\n`;
}
