import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { isCi } from "../terminal/progress.ts";
import { wantsColors } from "../terminal/talk.ts";
import type { DecidedExtension, ImportExtension } from "./import-extension.ts";
import type { Draft, Existing } from "./existing.ts";
import { definitionsOf, questions } from "./questions.ts";
import type { Question } from "./questions.ts";
import { relativePath } from "./text-files.ts";

/** Everything that init writes depends on these and on the existing files. Folders are relative to the app's folder. */
export interface Answers {
  readonly keyspace: string;
  /** The keyspace's own folder; undefined if an existing config does not show it. */
  readonly definitions: string | undefined;
  readonly outputs: readonly string[];
  /** The config file, existing or new. */
  readonly configFile: string;
  readonly validators: boolean;
  readonly importExtension: ImportExtension;
}

/** Answers a question, or returns undefined to cancel. */
type Ask = (
  question: Question,
  proposal: string,
  objectTo: (value: string) => string | undefined,
) => Promise<string | undefined>;

/** The answers in the flags. */
export function givenAnswers(flags: Flags): Draft {
  const given = questions.map(({ flag }) => [flag, flags.text(flag)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * Asks every question that applies and that no flag answers.
 *
 * @param ask undefined without a terminal
 * @returns undefined if the user cancels
 * @throws {ColonnadeError} `no-terminal`, or the question's own code for an answer that is not valid
 */
export async function gatherAnswers(
  existing: Existing,
  given: Draft,
  ask: Ask | undefined,
): Promise<Draft | undefined> {
  let draft: Draft = {};
  const open: string[] = [];
  for (const question of questions) {
    const { flag, propose, applies = () => true, rule } = question;
    if (!applies(existing, draft)) continue;
    const before = draft;
    const objectTo = (value: string): string | undefined => rule?.object(value.trim(), existing, before);
    const proposal = propose(existing, draft);
    if (given[flag] === undefined) open.push(`--${flag} ${proposal}`);
    const answer = given[flag] ?? (ask ? await ask(question, proposal, objectTo) : proposal);
    if (answer === undefined) return undefined;
    const objection = objectTo(answer);
    if (rule && objection !== undefined) {
      const message = `--${flag} ${JSON.stringify(answer)} cannot be used: ${objection}`;
      throw new ColonnadeError(rule.code, message, { next: rule.next });
    }
    draft = { ...draft, [flag]: answer.trim() };
  }
  if (ask || open.length === 0) return draft;
  throw new ColonnadeError("no-terminal", "init has questions, but there is no terminal to ask them on", {
    next: `add --yes to accept these values, or set other ones: ${open.join(" ")}`,
  });
}

/** Adds everything that follows from the answers. */
export function completeAnswers(existing: Existing, draft: Draft, { importExtension }: DecidedExtension): Answers {
  const { project, config, named } = existing;
  const { keyspace = "", output = "", format, validators } = draft;
  const configFile = config?.file ?? named ?? configFileName(format ?? "json", project.manifest?.isModule ?? true);
  if (!config?.has(keyspace)) {
    const definitions = definitionsOf(existing, draft);
    const outputs = [relativePath(project.folder, resolve(project.folder, output))];
    return { keyspace, definitions, outputs, configFile, validators: validators !== "no", importExtension };
  }
  const entry = config.entries.find((candidate) => candidate.keyspace === keyspace);
  // The config may name the parent folder of the keyspace's own.
  const own = entry && `${entry.definitions}/${keyspace}`;
  const definitions = own !== undefined && project.entriesOf(own).length > 0 ? own : entry?.definitions;
  const { outputs = [], validators: has = true } = entry ?? {};
  return { keyspace, definitions, outputs, configFile, validators: has, importExtension };
}

/** Unless the package has the type "module", Node loads a plain `.ts` as CommonJS. */
function configFileName(format: string, isModule: boolean): string {
  if (format === "json") return "colonnade.config.json";
  return isModule ? "colonnade.config.ts" : "colonnade.config.mts";
}

/** Decides who answers: the proposals, a person on the terminal, or nobody (undefined). */
export function chooseAsk(flags: Flags, io: Io): Ask | undefined {
  if (flags.has("yes")) return acceptProposals;
  // A CI job may have something like a terminal, but nobody is watching it.
  const unattended = isCi(io.env) || io.env["TERM"] === "dumb";
  const terminal = unattended ? undefined : io.terminal?.();
  if (terminal) {
    const { input, output } = terminal;
    const colors = !flags.has("no-color") && wantsColors(io.stderr, io.env);
    return askOn({ input, output: colors ? output : withoutColors(output), ...(io.signal && { signal: io.signal }) });
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

/** The prompts have no option that turns colors off. */
function withoutColors(output: Writable): Writable {
  return new Proxy(output, {
    get: (target, name) => {
      if (name === "write") return (text: unknown) => target.write(String(text).replace(/\x1b\[[\d;]*m/g, ""));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
