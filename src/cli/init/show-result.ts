import type { Problem } from "../../errors.ts";
import { wrap } from "../terminal/render-sheet.ts";
import { renderNext } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import type { Decision } from "./decide.ts";
import type { Action, PlannedFile } from "./planned-file.ts";

/** All that there is to tell in the end. */
export interface Result extends Decision {
  readonly dryRun: boolean;
  readonly files: readonly PlannedFile[];
  readonly warnings: readonly Problem[];
  /** Commands to type. */
  readonly next: readonly string[];
}

type Words = Readonly<Record<Action, string>>;

const past: Words = { created: "created", changed: "changed", kept: "kept", left: "left" };
const future: Words = { ...past, created: "create", changed: "change" };

const gap = "  ";
/** With less room beside the paths, notes stand below them. */
const leastNote = 20;

/**
 * Shows what was written, or would be; data is only what a dry run lists.
 *
 * @param width of the terminal; Infinity where no line shall be broken
 */
export function showResult(result: Result, talk: Talk, width: number): void {
  const { dryRun, files, warnings, next, answers, because } = result;
  const { paint } = talk;
  if (talk.json) talk.document({ dryRun, files: files.map(({ text: _, ...shown }) => shown), warnings, next });
  if (files.some(({ path, action }) => path === answers.configFile && action !== "kept")) {
    const { importExtension } = answers;
    const end = importExtension === "" ? "have no ending" : `end in ${importExtension}`;
    for (const line of wrap(`relative imports ${end}: ${because}`, width)) talk.say(paint("dim", line));
  }
  showFiles(result, talk, width);
  // What is broken hangs behind the mark that each begins with.
  const hang = (text: string): string => wrap(text, width - 2).join("\n  ");
  for (const { message, next: advice } of warnings) {
    talk.say(`${paint("yellow", "!")} ${hang(message)}`);
    if (advice !== undefined) talk.say(renderNext(hang(advice), paint));
  }
  if (talk.json) return;
  if (files.every(({ action }) => action === "kept")) talk.say("nothing to do: all of it is there");
  talk.say("next:");
  for (const command of next) talk.say(`  ${paint("cyan", command)}`);
}

/** A path is to be copied, and stays whole; what is said of it is broken beside the paths, or else below its own. */
function showFiles({ dryRun, files }: Result, talk: Talk, width: number): void {
  const isList = dryRun && !talk.json;
  const words = isList ? future : past;
  const indent = words.created.length + gap.length;
  const beside = indent + Math.max(...files.map(({ path }) => path.length)) + gap.length;
  const isBeside = width - beside >= leastNote;
  const column = isBeside ? beside : indent;
  for (const file of files) {
    const begin = `${words[file.action].padEnd(indent)}${file.path}`;
    if (file.action === "left") showLeft(file, { indent, width }, talk);
    else if (isList && file.action !== "kept") talk.data(begin);
    else {
      const [first = "", ...others] = wrap(file.note, width - column);
      const below = isBeside ? others : [first, ...others];
      talk.say(isBeside ? `${begin.padEnd(beside)}${talk.paint("dim", first)}` : begin);
      for (const line of below) talk.say(" ".repeat(column) + talk.paint("dim", line));
    }
  }
}

function showLeft(
  { path, note, add = "" }: PlannedFile,
  { indent, width }: { readonly indent: number; readonly width: number },
  { insist, paint }: Talk,
): void {
  const [first, ...others] = wrap(`${path}: ${note}; put into it yourself`, width - indent);
  insist(`${paint("yellow", "left".padEnd(indent))}${first}`);
  // What is to be put in is to be copied.
  for (const line of [...others, ...add.split("\n")]) insist(" ".repeat(indent) + line);
}
