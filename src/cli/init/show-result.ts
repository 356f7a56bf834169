import type { Problem } from "../../errors.ts";
import { renderWarning } from "../render-fault.ts";
import type { Talk } from "../talk.ts";
import type { Decision } from "./decide.ts";
import type { PlannedFile } from "./planned-file.ts";

/** All that there is to tell in the end. */
export interface Result extends Decision {
  readonly dryRun: boolean;
  readonly files: readonly PlannedFile[];
  readonly warnings: readonly Problem[];
  /** Commands to type. */
  readonly next: readonly string[];
}

/** Shows what was written, or would be; data is only what a dry run lists. */
export function showResult({ dryRun, files, warnings, next, ...decision }: Result, talk: Talk): void {
  if (talk.json) talk.document({ dryRun, files: files.map(({ text: _, ...shown }) => shown), warnings, next });
  const { configFile, importExtension } = decision.answers;
  if (files.some(({ path, action }) => path === configFile && action !== "kept")) {
    const end = importExtension === "" ? "have no ending" : `end in ${importExtension}`;
    talk.say(talk.paint("dim", `relative imports ${end}: ${decision.because}`));
  }
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const file of files) {
    if (file.action === "left") showLeft(file, talk);
    else if (dryRun && !talk.json && file.action !== "kept") talk.data(`${verbs[file.action]}  ${file.path}`);
    else talk.say(`${file.action.padEnd(8)} ${file.path.padEnd(width)}  ${talk.paint("dim", file.note)}`);
  }
  for (const warning of warnings) talk.say(renderWarning(warning, talk.paint));
  if (talk.json) return;
  if (files.every(({ action }) => action === "kept")) talk.say("nothing to do: all of it is there");
  talk.say("next:");
  for (const command of next) talk.say(`  ${talk.paint("cyan", command)}`);
}

const verbs = { created: "create", changed: "change" } as const;

function showLeft({ path, note, add = "" }: PlannedFile, { insist, paint }: Talk): void {
  insist(`${paint("yellow", "left".padEnd(8))} ${path}: ${note}; put into it yourself`);
  for (const line of add.split("\n")) insist(`${" ".repeat(9)}${line}`);
}
