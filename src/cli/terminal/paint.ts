import { styleText } from "node:util";
import type { Io, Sink } from "./io.ts";
import { escapeMark } from "./printable.ts";

export type Style = "red" | "green" | "yellow" | "cyan" | "dim" | "bold";

/** Gives a text a style, or leaves it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string;

/**
 * For text that `printable` makes fit for a terminal: it knows the escapes of our own from all others.
 * @param colours whether the sink takes them; see `wantsColours`
 */
export function createPaint(colours: boolean): Paint {
  return (style, text) => {
    if (!colours) return text;
    const [before = "", after = ""] = styleText(style, "|", { validateStream: false }).split("|");
    return [before.replace("\u001b", escapeMark), text, after.replace("\u001b", escapeMark)].join("");
  };
}

/**
 * Whether to colour what goes to a sink: a terminal, unless the environment says otherwise.
 *
 * `FORCE_COLOR` comes before `NO_COLOR`, as in Node itself; `--no-color` comes before both.
 */
export function wantsColours(sink: Sink, env: Io["env"]): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  return sink.isTTY === true && env["TERM"] !== "dumb";
}
