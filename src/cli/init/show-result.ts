import type { Problem } from "../../errors.ts";
import { renderWarning } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import type { DecidedExtension } from "./import-extension.ts";
import type { Action, PlannedFile } from "./text-files.ts";

export interface Result {
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
export function showResult({ dryRun, files, warnings, next, extension }: Result, talk: Talk): void {
  const { paint, say } = talk;
  if (talk.json) talk.document({ dryRun, files: files.map(({ text: _, ...shown }) => shown), warnings, next });
  const isNew = files[0]?.action !== "kept";
  if (isNew) say(paint("dim", `relative imports ${ending(extension)} (${extension.because})`));
  showFiles(files, dryRun && !talk.json, talk);
  for (const warning of warnings) say(renderWarning(warning, paint));
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
