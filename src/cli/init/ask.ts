import type { Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { ColonnadeError } from "../../errors.ts";
import type { Terminal } from "../terminal/io.ts";
import { refuseAnswer } from "./answers.ts";
import type { Ask } from "./answers.ts";

/** Takes what is proposed. */
export const takeProposals: Ask = ({ proposal, question, object }) => {
  const objection = object(proposal);
  if (objection === undefined) return Promise.resolve(proposal);
  const refusal = { next: `name another: --${question.flag}`, ...question.refusal };
  return Promise.reject(refuseAnswer({ ...question, refusal }, proposal, objection));
};

/** Where nobody can answer, says what is to be decided. */
export const refuseToAsk: Ask = ({ open }) => {
  const decisions = open().map(([flag, proposal]) => `--${flag} ${proposal}`);
  return Promise.reject(
    new ColonnadeError("no-terminal", "init has questions, and there is no terminal to ask them on", {
      next: `--yes takes ${decisions.join(" ")}; give those that you want otherwise`,
    }),
  );
};

export interface AskOptions {
  /** Whether the terminal takes colours. */
  readonly colours: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Asks a person. */
export function askOn({ input, output }: Terminal, { colours, signal }: AskOptions): Ask {
  const streams = { input, output: colours ? output : withoutColours(output), ...(signal && { signal }) };
  return async ({ question: { message, choices }, proposal, object }) => {
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
          validate: (value) => {
            const objection = object(value === undefined || value.trim() === "" ? proposal : value);
            return objection === undefined ? undefined : `It ${objection}.`;
          },
        });
    return isCancel(answer) ? undefined : answer;
  };
}

/** What is drawn has colours of its own accord; of a flag of ours it knows nothing. */
function withoutColours(output: Writable): Writable {
  return new Proxy(output, {
    get: (target, name) => {
      if (name === "write") return (text: unknown) => target.write(String(text).replace(/\x1b\[[\d;]*m/g, ""));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
