/**
 * Carries a rename through an app: bindings before and after, and the app's programs → its files with the new names, and
 * the places that are left to a person.
 *
 * Reads files; writes none. What no checker can decide is listed, never guessed.
 */
import { readFileSync } from "node:fs";
import { ts } from "ts-morph";
import type { Overlay } from "./app-program.ts";
import { modulePath, findNameChanges } from "./name-changes.ts";
import type { Bindings, RenamedBindings } from "./name-changes.ts";
import { Edits, applyEdits } from "./findings.ts";
import type { Finding, Place } from "./findings.ts";
import { followFlows } from "./follow-flows.ts";
import { listLeft } from "./list-left.ts";
import { loadPrograms } from "./app-program.ts";
import { renameExports } from "./rename-exports.ts";
import { renameMembers } from "./rename-members.ts";
import { preparePass } from "./rename-pass.ts";
import { renameStrings } from "./rename-strings.ts";
import { newNames, repair } from "./repair.ts";

export { findConfigFiles } from "./app-program.ts";
export type { Bindings, RenamedBindings } from "./name-changes.ts";
export type { Finding, FindingKind } from "./findings.ts";

interface AppRename {
  /** The bindings of each output. */
  readonly bindings: readonly RenamedBindings[];
  /** The app's `tsconfig.json` files, absolute; what they refer to is added. It may have none. */
  readonly configFiles: readonly string[];
  /** The app's folder, absolute. */
  readonly folder: string;
  /** Whether an app with errors is renamed too. @default false */
  readonly allowErrors?: boolean;
  /** Called before each part of the work. */
  readonly onPhase?: (phase: string) => void;
}

export interface RenamedApp {
  /** The app's changed files, absolute, with their texts before and after. */
  readonly files: ReadonlyMap<string, ChangedText>;
  /** The places that changed, in the text before. */
  readonly changes: readonly ChangedPlace[];
  /** The number of declarations with a new name. */
  readonly names: number;
  readonly findings: readonly Finding[];
  /** The compiler's errors before the rename. Unless they are allowed, the app was not examined further. */
  readonly errorsBefore: readonly CompileError[];
  /** New errors of the compiler after the rename. */
  readonly errors: readonly CompileError[];
  /** The config files of the programs that use the bindings. */
  readonly programs: readonly string[];
}

interface ChangedText {
  readonly before: string;
  readonly after: string;
}

interface ChangedPlace extends Place {
  /** The line after the change. */
  readonly text: string;
}

interface CompileError extends Place {
  readonly message: string;
}

export function renameInApp(renamed: AppRename): RenamedApp {
  const { bindings, allowErrors = false, onPhase } = renamed;
  onPhase?.("reading the app");
  const names = findNameChanges(bindings);
  const overlay: Overlay = new Map(bindings.flatMap(({ before }) => textsOf(before)));
  const programs = loadPrograms(renamed.configFiles, renamed.folder, overlay);
  onPhase?.("checking the app");
  const earlier = programs.map((program) => program.errors());
  const errorsBefore = unique(earlier.flat().map(toError));
  const checked = { names: names.length, errorsBefore, programs: programs.map(({ configFile }) => configFile) };
  if (errorsBefore.length > 0 && !allowErrors)
    return { ...checked, files: new Map(), changes: [], findings: [], errors: [] };

  onPhase?.("renaming");
  const edits = new Edits();
  const findings: Finding[] = [];
  for (const program of programs) {
    const outputs = bindings.map(({ before }) => before);
    const pass = preparePass(program, names, outputs, { edits, findings });
    renameExports(pass);
    renameMembers(pass);
    renameStrings(pass);
    followFlows(pass);
    listLeft(pass);
  }

  onPhase?.("checking the renamed app");
  for (const [file, text] of bindings.flatMap(({ after }) => textsOf(after))) overlay.set(file, text);
  const generated = new Set(overlay.keys());
  const texts = new Map<string, string>();
  for (const file of edits.files()) {
    const text = readText(file);
    texts.set(file, text);
    overlay.set(file, applyEdits(text, edits.of(file)));
  }
  const edited = new Map(overlay);
  const undecided = new Set(findings.filter(({ kind }) => kind === "union").map(placeOf));
  const isOpen = (file: string, line: number): boolean => !undecided.has(`${file}:${line}`);
  const errors = programs.flatMap((program, index) => {
    program.refresh();
    const earlierKeys = new Set(earlier[index]?.map(keyOf));
    return repair(program, overlay, newNames(names), isOpen, (error) => earlierKeys.has(keyOf(error))).map(toError);
  });

  const files = new Map<string, ChangedText>();
  for (const [file, after] of overlay) {
    if (generated.has(file)) continue;
    const before = texts.get(file) ?? readText(file);
    const mark = readFileSync(file, "utf8").startsWith(byteOrderMark) ? byteOrderMark : "";
    files.set(file, { before: mark + before, after: mark + after });
  }
  // Places that the compiler's errors have decided meanwhile need nobody's attention.
  const left = findings.filter(({ file, line }) => lineOf(edited.get(file), line) === lineOf(overlay.get(file), line));
  return { ...checked, files, changes: changedPlaces(files), findings: unique(left), errors: unique(errors) };
}

const byteOrderMark = "\uFEFF";

/** The text as the compiler has it, which counts places without the byte order mark. */
function readText(file: string): string {
  return readFileSync(file, "utf8").replace(byteOrderMark, "");
}

function textsOf(bindings: Bindings): readonly (readonly [file: string, text: string])[] {
  return Array.from(bindings.modules, ([path, text]) => [modulePath(bindings, path), text]);
}

/** An edit changes no line end, so that a line has the same number before and after. */
function changedPlaces(files: RenamedApp["files"]): readonly ChangedPlace[] {
  return [...files].flatMap(([file, { before, after }]) => {
    const lines = before.split("\n");
    return after.split("\n").flatMap((text, index): ChangedPlace[] => {
      const oldLine = lines[index] ?? "";
      if (text === oldLine) return [];
      let column = 0;
      while (text[column] === oldLine[column]) column++;
      return [{ file, line: index + 1, column: column + 1, text: text.trim() }];
    });
  });
}

function placeOf({ file, line }: Finding): string {
  return `${file}:${line}`;
}

/** Tells whether an error was there before the rename. */
function keyOf(error: ts.Diagnostic): string {
  const { file, line } = toError(error);
  return `${file}:${line}:${error.code}`;
}

function lineOf(text: string | undefined, line: number): string | undefined {
  return text?.split("\n")[line - 1];
}

function toError({ file, start, messageText }: ts.Diagnostic): CompileError {
  const { line, character } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0, character: 0 };
  const message = ts.flattenDiagnosticMessageText(messageText, " ");
  return { file: file?.fileName ?? "", line: line + 1, column: character + 1, message };
}

/** In the order of files and lines, each once: several programs may have a file. */
function unique<Found extends Place>(found: readonly Found[]): readonly Found[] {
  const byKey = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...byKey.values()].sort(
    (one, other) =>
      (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) ||
      one.line - other.line ||
      one.column - other.column,
  );
}
