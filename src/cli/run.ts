/**
 * Runs the command line as a function: takes the arguments and an `Io`, and returns the exit code.
 *
 * Results go to stdout, everything else to stderr. Never exits, never throws, and changes no global of the process,
 * which only `main.ts` does. The modules of a command's work are loaded when it runs, and yargs when
 * help is shown.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import manifest from "../../package.json" with { type: "json" };
import { ColonnadeError } from "../errors.ts";
import type { Command, Flags, ValueKind, Work } from "./arguments/command.ts";
import { parseArguments } from "./arguments/parse-arguments.ts";
import { checkCommand } from "./check/check-command.ts";
import { completionCommand } from "./completion/completion-command.ts";
import { diffCommand } from "./diff/diff-command.ts";
import { explainCommand } from "./explain/explain-command.ts";
import { exportCommand } from "./export/export-command.ts";
import { exitCodes } from "./faults/exit-codes.ts";
import { logFault, showFault } from "./faults/show-fault.ts";
import { generateCommand } from "./generate/generate-command.ts";
import { initCommand } from "./init/init-command.ts";
import { introspectCommand } from "./introspect/introspect-command.ts";
import { pushCommand } from "./push/push-command.ts";
import { renameCommand } from "./rename/rename-command.ts";
import { serveCommand } from "./serve/serve-command.ts";
import { aborted } from "./terminal/io.ts";
import type { Io } from "./terminal/io.ts";
import { createTalk, isForPrograms, renderPath } from "./terminal/talk.ts";
import type { Talk } from "./terminal/talk.ts";
import { usersCommand } from "./users/users-command.ts";

/** The commands in the order of help, each with its work, which is loaded when it runs. */
const works: ReadonlyMap<Command, () => Promise<Work>> = new Map([
  [initCommand, async () => (await import("./init/init.ts")).init],
  [generateCommand, async () => (await import("./generate/generate.ts")).generate],
  [checkCommand, async () => (await import("./check/check.ts")).check],
  [explainCommand, async () => (await import("./explain/explain.ts")).explain],
  [serveCommand, async () => (await import("./serve/serve.ts")).serve],
  [usersCommand, async () => (await import("./users/change-users.ts")).changeUsers],
  [introspectCommand, async () => (await import("./introspect/introspect.ts")).introspect],
  [pushCommand, async () => (await import("./push/push.ts")).push],
  [exportCommand, async () => (await import("./export/export.ts")).exportDefinitions],
  [diffCommand, async () => (await import("./diff/diff.ts")).diff],
  [renameCommand, async () => (await import("./rename/rename.ts")).rename],
  [completionCommand, async () => (await import("./completion/completion.ts")).printCompletionScript],
]);

export const commands: readonly Command[] = [...works.keys()];

/** @param argv the arguments after the program's name: `["generate", "--output", "src/db"]` */
export async function run(argv: readonly string[], processIo: Io): Promise<number> {
  let io = processIo;
  // Until the line is parsed, its mistakes are reported by the flags that it seems to have.
  let talk = talkFor(io, (flag) => argv.includes(`--${flag}`));
  let show = showFault;
  try {
    const width = io.stdout.columns ?? 80;
    const findValues = async (kind: ValueKind, flags: Flags, word: string): Promise<readonly string[]> => {
      const found = await import("./completion/find-values.ts");
      return found.findValues(kind, flags, word, io);
    };
    const parsed = await parseArguments(argv, commands, { version: manifest.version, width, findValues });
    if (parsed.kind === "text") {
      if (parsed.text !== "") (parsed.mistake ? talk.insist : talk.data)(parsed.text);
      return parsed.mistake ? exitCodes.input : exitCodes.fine;
    }
    const { command, flags } = parsed;
    talk = talkFor(io, (flag) => flags.has(flag));
    // Only `serve` has --log: in its log, an error is an entry.
    if (flags.has("log") && isForPrograms(io.stderr)) show = logFault;
    const reporter = flags.text("reporter");
    if (reporter !== undefined) {
      if (talk.json) {
        const next = "omit --reporter or --json";
        throw new ColonnadeError("usage", "--reporter and --json cannot be combined", { next });
      }
      const { reportFault } = await import("./reports/print-report.ts");
      show = (error, io, talk) => reportFault(error, reporter, command.name, io, talk);
    }
    io = { ...processIo, env: loadEnvFiles(flags, processIo) };
    // The command is a key: it was found among `commands`.
    const start = await works.get(command)!();
    const work = start(flags, io, talk);
    const { stopsItself } = command;
    if (stopsItself === true || (stopsItself && flags.has(stopsItself))) return await work;
    await Promise.race([work, aborted(io.signal)]);
    // A signal that arrived while the work blocked the event loop is delivered only now.
    await new Promise(setImmediate);
    return io.signal?.aborted ? exitCodes.interrupted : await work;
  } catch (error) {
    return show(error, io, talk);
  }
}

function talkFor(io: Io, has: (flag: string) => boolean): Talk {
  return createTalk(io, { json: has("json"), verbose: has("verbose"), quiet: has("quiet"), noColor: has("no-color") });
}

/**
 * Returns the environment with the variables of `--env-file`. The environment overrides the files, and a later file an
 * earlier one.
 *
 * @throws {ColonnadeError} `unreadable`
 */
export function loadEnvFiles(flags: Flags, { env, cwd }: Pick<Io, "env" | "cwd">): Io["env"] {
  const files = flags.list("env-file");
  // None without need: on Windows, a copy loses that names are case-insensitive.
  if (!files) return env;
  return Object.assign({}, ...files.map((file) => parseEnv(readEnvFile(resolve(cwd, file), cwd))), env) as Io["env"];
}

function readEnvFile(path: string, cwd: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const next = "check the path of --env-file, and its permissions";
    const message = `${renderPath(path, cwd)} cannot be read`;
    throw new ColonnadeError("unreadable", message, { kind: "machine", next, cause: error });
  }
}
