import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { wantsColours } from "../terminal/paint.ts";
import { completeAnswers, gatherAnswers, validateConfigName } from "./answers.ts";
import type { Answers, Ask } from "./answers.ts";
import { askOn, refuseToAsk, takeProposals } from "./ask.ts";
import { loadFoundConfig } from "./found-config.ts";
import type { FoundConfig } from "./found-config.ts";
import { decideImportExtension } from "./import-extension.ts";
import type { ImportExtension } from "./import-extension.ts";
import type { Draft } from "./known.ts";
import { listIgnored } from "./list-ignored.ts";
import { findOwnExtension } from "./own-imports.ts";
import { loadProject } from "./project.ts";
import type { Project } from "./project.ts";
import { questions } from "./questions.ts";

/** What is there, and what shall be. */
export interface Decision {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  readonly answers: Answers;
  /** What decided how imports end. */
  readonly because: string;
  /** Flags that say otherwise than a config that has the keyspace already, and so change nothing. */
  readonly ignored: readonly string[];
  /** What flags say. */
  readonly given: Draft;
}

const extensions: Readonly<Record<string, ImportExtension>> = { ".js": ".js", ".ts": ".ts", none: "" };

/**
 * Looks at the project, and asks what is left to be decided.
 *
 * @returns undefined when somebody broke it off
 * @throws {ColonnadeError} `usage`, `bad-output`, `no-terminal`, `two-configs`
 */
export async function decide(flags: Flags, io: Io): Promise<Decision | undefined> {
  const named = flags.text("config");
  validateConfigName(named);
  const project = loadProject(io.cwd, { ...io, named });
  const config = await loadFoundConfig(project);
  const known = { project, config, named };
  const given = givenBy(flags);
  const draft = await gatherAnswers(known, given, chooseAsk(flags, io));
  if (!draft) return undefined;
  const asked = flags.text("import-extension");
  const { importExtension, because } = findOwnExtension(project.folder) ?? decideImportExtension(project);
  const wanted = asked === undefined ? undefined : extensions[asked];
  const answers = completeAnswers(known, draft, wanted ?? importExtension);
  return {
    project,
    config,
    answers,
    because: wanted === undefined ? because : "by --import-extension",
    ignored: listIgnored(known, { given, extension: wanted }, answers),
    given,
  };
}

function givenBy(flags: Flags): Draft {
  const given = questions.map(({ flag }) => [flag, flags.text(flag)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Questions are for people: a build that runs on something like a terminal has nobody at it. */
function chooseAsk(flags: Flags, io: Io): Ask {
  if (flags.has("yes")) return takeProposals;
  const ci = io.env["CI"] ?? "";
  const nobody = (ci !== "" && ci !== "false") || io.env["TERM"] === "dumb";
  const terminal = nobody ? undefined : io.terminal?.();
  const colours = !flags.has("no-color") && wantsColours(io.stderr, io.env);
  if (terminal) return askOn(terminal, { colours, signal: io.signal });
  // What writes nothing may go on with what nobody has confirmed.
  return flags.has("dry-run") ? takeProposals : refuseToAsk;
}
