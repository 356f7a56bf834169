import type { Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { wantsColours } from "../terminal/paint.ts";
import type { Ask } from "./answers.ts";

/** Decides who answers: the proposals, a person on the terminal, or nobody (undefined). */
export function chooseAsk(flags: Flags, io: Io): Ask | undefined {
  if (flags.has("yes")) return acceptProposals;
  const ci = io.env["CI"] ?? "";
  // A CI job may have something like a terminal, but nobody is watching it.
  const unattended = (ci !== "" && ci !== "false") || io.env["TERM"] === "dumb";
  const terminal = unattended ? undefined : io.terminal?.();
  if (terminal) {
    const { input, output } = terminal;
    const colours = !flags.has("no-color") && wantsColours(io.stderr, io.env);
    return askOn({ input, output: colours ? output : withoutColours(output), ...(io.signal && { signal: io.signal }) });
  }
  // A dry run writes nothing, so it needs no confirmation.
  return flags.has("dry-run") ? acceptProposals : undefined;
}

const acceptProposals: Ask = (_, proposal) => Promise.resolve(proposal);

function askOn(streams: Pick<Parameters<typeof text>[0], "input" | "output" | "signal">): Ask {
  return async ({ message, choices }, proposal, objectTo) => {
    const answer = choices
      ? await select<string>({
          ...streams,
          message,
          initialValue: proposal,
          options: Object.entries(choices).map(([value, label]) => ({ value, label })),
        })
      : await text({
          ...streams,
          message,
          placeholder: proposal,
          defaultValue: proposal,
          validate: (value) => objectTo(value === undefined || value.trim() === "" ? proposal : value),
        });
    return isCancel(answer) ? undefined : answer;
  };
}

/** The prompts have no option that turns colours off. */
function withoutColours(output: Writable): Writable {
  return new Proxy(output, {
    get: (target, name) => {
      if (name === "write") return (text: unknown) => target.write(String(text).replace(/\x1b\[[\d;]*m/g, ""));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
