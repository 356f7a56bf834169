import { styleText } from "node:util";
import type { Io, Sink } from "./io.ts";
import { escapeMark } from "./printable.ts";

export type Style = "red" | "green" | "yellow" | "cyan" | "dim" | "bold";

/** Styles a text, or returns it unchanged if colors are off. */
export type Paint = (style: Style, text: string) => string;

/**
 * Creates a painter whose output goes through `printable`, which distinguishes these escapes from all others.
 * @param colors whether the stream shows them; see `wantsColors`
 */
export function createPaint(colors: boolean): Paint {
  return (style, text) => {
    if (!colors) return text;
    const [before = "", after = ""] = styleText(style, "|", { validateStream: false }).split("|");
    return [before.replace("\u001b", escapeMark), text, after.replace("\u001b", escapeMark)].join("");
  };
}

/**
 * Whether to color the output of a stream: if it is a terminal, unless the environment says otherwise.
 *
 * `FORCE_COLOR` overrides `NO_COLOR`, as in Node itself; `--no-color` overrides both.
 */
export function wantsColors(sink: Sink, env: Io["env"]): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  return sink.isTTY === true && env["TERM"] !== "dumb";
}
