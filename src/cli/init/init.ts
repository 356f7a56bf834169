/** Sets up an app: looks at it, gathers answers, plans files, writes them and shows the result. */
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { completeAnswers, gatherAnswers, givenAnswers } from "./answers.ts";
import { chooseAsk } from "./ask.ts";
import { decideImportExtension } from "./import-extension.ts";
import { loadKnown } from "./known.ts";
import { findWarnings, listNextCommands } from "./next-steps.ts";
import { planFiles } from "./plan-files.ts";
import { showResult } from "./show-result.ts";
import { layOutFiles, writeFiles } from "./text-files.ts";

/** @returns the exit code */
export async function init(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const known = await loadKnown(io, flags.text("config"));
  const draft = await gatherAnswers(known, givenAnswers(flags), chooseAsk(flags, io));
  if (!draft) {
    talk.insist("no files were written");
    return exitCodes.interrupted;
  }
  const extension = decideImportExtension(known.project, flags.text("import-extension"));
  const answers = completeAnswers(known, draft, extension);

  const dryRun = flags.has("dry-run");
  const files = planFiles(known, answers);
  if (!dryRun) writeFiles(io.cwd, await layOutFiles(io.cwd, files));

  const warnings = findWarnings(known, answers, flags);
  const next = listNextCommands(known, answers);
  showResult({ dryRun, files, warnings, next, extension }, talk);
  return files.some(({ action }) => action === "left") ? exitCodes.input : exitCodes.fine;
}
