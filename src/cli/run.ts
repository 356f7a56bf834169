/**
 * The command line as a function: in come the words after `colonnade` and what it has of the world, out goes the exit code.
 *
 * Data goes to stdout, everything else to stderr. Never exits, never throws, and touches no global of the process: the bin
 * (`main.ts`) does that. A command's parts are loaded when it runs, so that help costs no more than yargs.
 */
import manifest from "../../package.json" with { type: "json" };
import { parseArguments } from "./arguments.ts";
import { checkCommand } from "./commands/check.ts";
import { generateCommand } from "./commands/generate.ts";
import { introspectCommand } from "./commands/introspect.ts";
import { serveCommand } from "./commands/serve.ts";
import { exitCodes } from "./exit-codes.ts";
import { describeError } from "./fault.ts";
import type { Io } from "./io.ts";
import { printFault, renderFault } from "./render-fault.ts";
import { createTalk } from "./talk.ts";
import type { Talk } from "./talk.ts";

const commands = [generateCommand, checkCommand, serveCommand, introspectCommand];

/** @param argv the words after the program's name: `["generate", "--output", "src/db"]` */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  // Until the line is parsed, a mistake in it is told by the look of its words.
  let talk = talkFor(io, (flag) => argv.includes(`--${flag}`));
  try {
    const width = io.stdout.columns ?? 80;
    const parsed = await parseArguments(argv, commands, { version: manifest.version, width });
    if (parsed.kind === "text") {
      (parsed.mistake ? talk.insist : talk.data)(parsed.text);
      return parsed.mistake ? exitCodes.input : exitCodes.fine;
    }
    const { command, flags } = parsed;
    talk = talkFor(io, (flag) => flags.has(flag));
    const work = command.run(flags, io, talk);
    return await (command.stopsItself || !io.signal ? work : Promise.race([work, interruption(io.signal)]));
  } catch (error) {
    const fault = describeError(error);
    if (talk.json) talk.document(printFault(fault));
    talk.insist(renderFault(fault, { paint: talk.paint, cwd: io.cwd, verbose: talk.verbose }));
    return fault.exitCode;
  }
}

function talkFor(io: Io, has: (flag: string) => boolean): Talk {
  return createTalk(io, { json: has("json"), verbose: has("verbose"), quiet: has("quiet"), noColor: has("no-color") });
}

function interruption(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(exitCodes.interrupted);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
