/** Sets up an app: looks at it, gathers answers, plans files, writes them and shows the result. */
import type { Problem } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { chooseAsk, completeAnswers, gatherAnswers, givenAnswers } from "./answers.ts";
import { decideImportExtension } from "./import-extension.ts";
import type { DecidedExtension } from "./import-extension.ts";
import { loadExisting } from "./existing.ts";
import { findWarnings, listNextCommands } from "./next-steps.ts";
import { planFiles } from "./plan-files.ts";
import { layOutFiles, writeFiles } from "./text-files.ts";
import type { Action, PlannedFile } from "./text-files.ts";

/** @returns the exit code */
export async function init(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const existing = await loadExisting(io, flags.text("config"));
  const draft = await gatherAnswers(existing, givenAnswers(flags), chooseAsk(flags, io));
  if (!draft) {
    talk.insist("no files were written");
    return exitCodes.interrupted;
  }
  const extension = decideImportExtension(existing.project, flags.text("import-extension"));
  const answers = completeAnswers(existing, draft, extension);

  const dryRun = flags.has("dry-run");
  const files = planFiles(existing, answers);
  if (!dryRun) writeFiles(io.cwd, await layOutFiles(io.cwd, files));

  const warnings = findWarnings(existing, answers, flags);
  const next = listNextCommands(existing, answers);
  showResult({ dryRun, files, warnings, next, extension }, talk);
  return files.some(({ action }) => action === "left") ? exitCodes.input : exitCodes.fine;
}

interface Result {
  readonly dryRun: boolean;
  readonly files: readonly PlannedFile[];
  readonly warnings: readonly Problem[];
  /** The commands to run next. */
  readonly next: readonly string[];
  readonly extension: DecidedExtension;
}

type Words = Readonly<Record<Action, string>>;

const past: Words = { created: "created", changed: "changed", kept: "kept", left: "left" };
const future: Words = { ...past, created: "create", changed: "change" };
const gap = "  ";

/** Shows what was written, or would be. Only the list of a dry run is a result. */
function showResult({ dryRun, files, warnings, next, extension }: Result, talk: Talk): void {
  const { paint, say, warn } = talk;
  if (talk.json) talk.document({ dryRun, files: files.map(({ text: _, ...shown }) => shown), warnings, next });
  const isNew = files[0]?.action !== "kept";
  if (isNew) say(paint("dim", `relative imports ${ending(extension)} (${extension.because})`));
  showFiles(files, dryRun && !talk.json, talk);
  for (const warning of warnings) warn(warning);
  if (talk.json) return;
  if (files.every(({ action }) => action === "kept")) say("everything is up to date");
  say("next:");
  for (const command of next) say(`  ${paint("cyan", command)}`);
}

function ending({ importExtension }: DecidedExtension): string {
  return importExtension === "" ? "have no extension" : `end in ${importExtension}`;
}

function showFiles(files: readonly PlannedFile[], isList: boolean, { data, say, insist, paint }: Talk): void {
  const words = isList ? future : past;
  const column = words.created.length + gap.length;
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const { path, action, note, add = "" } of files) {
    const word = words[action].padEnd(column);
    if (action === "left") {
      insist(`${paint("yellow", word)}${path}: ${note}; add these lines yourself`);
      for (const line of add.split("\n")) insist(" ".repeat(column) + line);
    } else if (isList && action !== "kept") data(word + path);
    else say(`${word}${path.padEnd(width)}${gap}${paint("dim", note)}`);
  }
}
