/** The input and output of the pipeline: a target with options, and a report. */
import { isAbsolute, join, relative, sep } from "node:path";
import { mapCodecModules } from "../config/index.ts";
import type { KeyspaceConfig } from "../config/index.ts";
import { validateSettings } from "../config/validate.ts";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { isWithin } from "../output/index.ts";
import type { CompareOptions, CompareReport, WriteReport } from "../output/index.ts";
import type { HookedNames, OutputSettings } from "../plan/index.ts";
import type { DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import type { RunCache } from "./run-cache.ts";

/** A keyspace with its output folder. The settings can change every file, and are plain data except the name hook. */
export interface Target extends OutputSettings {
  readonly keyspace: string;
  /** The keyspace's folder of definition files. */
  readonly definitions: string;
  /** The folder of generated files, without subfolders. */
  readonly output: string;
}

export interface RenderOptions {
  /**
   * Identifies this version of Colonnade among all that could render differently. Without it, everything is generated
   * again.
   * @default the version set by the build; none when run from sources
   */
  readonly generator?: string | undefined;
  /** Definition files with other texts than on disk, by their absolute paths. */
  readonly definitions?: ReadonlyMap<string, string> | undefined;
  /** The cache of an earlier run in this process. This run updates it. */
  readonly cache?: RunCache | undefined;
  /** Called with the duration of each phase, in milliseconds. */
  readonly onPhase?: OnPhase | undefined;
  /** Called for each file checked, with the number of files checked and their total. */
  readonly onFile?: ((keyspace: string, done: number, total: number) => void) | undefined;
}

export interface GenerateOptions extends RenderOptions {
  /** Check everything and report what would be done, but write nothing. @default false */
  readonly dryRun?: boolean;
}

export interface CheckOptions extends RenderOptions, CompareOptions {}

export interface GenerateReport extends TargetReport {
  readonly report: WriteReport;
}

export interface CheckReport extends TargetReport {
  readonly report: CompareReport;
}

export interface TargetReport {
  readonly keyspace: string;
  /** The number of selected tables. */
  readonly tables: number;
  /** Rules of the settings that match nothing. */
  readonly warnings: readonly Problem[];
}

/** A target whose names are rules: plain data except its folders. */
export type PlainTarget = Omit<Target, "name">;

interface NamedTarget {
  readonly target: PlainTarget;
  /** The names that the hook decided. */
  readonly hooked?: HookedNames | undefined;
  /** The definitions, if they had to be parsed. */
  readonly parsed?: ParsedKeyspace;
}

/**
 * Replaces the name hook of a target by rules with its results. Only a target with a hook has its definitions parsed
 * here, since it is asked for the names of each table and column.
 *
 * @throws {ColonnadeError} `name-hook`, and the errors of parsing definitions
 */
export async function nameTarget(
  target: Target,
  files: DefinitionFiles,
  earlier?: ParsedKeyspace,
): Promise<NamedTarget> {
  if (!target.name) return { target };
  const [{ parseKeyspace }, { askNames, withNames }] = await Promise.all([
    import("../source/parse-keyspace.ts"),
    import("../plan/index.ts"),
  ]);
  const customTypes = new Set(Object.keys(target.types ?? {}));
  const parsed = parseKeyspace(files, target.keyspace, { customTypes }, earlier);
  const hooked = askNames(parsed.keyspace, target);
  return { target: withNames(target, hooked), hooked, parsed };
}

/** The target of an output in the config, with absolute folders. */
export function targetOf(
  keyspace: string,
  { definitions: _definitions, output: _output, ...settings }: Partial<KeyspaceConfig>,
  { definitions, output }: Pick<Target, "definitions" | "output">,
): Target {
  const rules = mapCodecModules(settings, (from) => importPath(output, from, settings.importExtension ?? ".js"));
  return { ...settings, ...rules, keyspace, definitions, output };
}

/**
 * The module path of a codec as the generated files import it: `/app/src/money.ts` is `../money.js` for files in
 * `/app/src/db`. A package name stays as it is.
 */
function importPath(output: string, from: string, importExtension: string): string {
  if (!isAbsolute(from)) return from;
  const path = relative(output, from).split(sep).join("/");
  const dotted = path.startsWith(".") ? path : `./${path}`;
  return dotted.replace(/\.([cm]?)ts$/, (_, kind: string) =>
    importExtension === ".js" ? `.${kind}js` : importExtension,
  );
}

/**
 * Checks the settings of a target, which a build script may pass without types.
 *
 * @throws {ColonnadeError} `bad-target` with every unknown or wrong setting
 */
export function validateTarget(target: Target): void {
  const { keyspace, ...settings } = target;
  const found = validateSettings(settings);
  if (found.length === 0) return;
  const problems = found.map(({ code, message, next }) => ({ code, message, next }));
  const count = problems.length === 1 ? "a mistake" : `${problems.length} mistakes`;
  throw new ColonnadeError("bad-target", `the target of the keyspace ${keyspace} has ${count}`, { problems });
}

/** An output with its folder, absolute. */
export interface PlacedOutput {
  readonly keyspace: string;
  readonly output: string;
}

interface Wording {
  /** Prints a folder in a message. @default as it is */
  readonly render?: (folder: string) => string;
  /** What to do about two outputs of one keyspace. */
  readonly next?: string;
}

/**
 * Refuses two outputs in one folder: they would remove each other's files.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseSharedFolders(outputs: readonly PlacedOutput[], { render = asItIs, next }: Wording = {}): void {
  const owners = new Map<string, string>();
  for (const { keyspace, output } of outputs) {
    const other = owners.get(output);
    if (other === keyspace) {
      throw new ColonnadeError("same-folder", `${render(output)} would hold two outputs of ${keyspace}`, {
        next: next ?? "give each a folder of its own",
      });
    }
    if (other !== undefined) throw sameFolder(render(output), keyspace, `the files of ${other}`);
    owners.set(output, keyspace);
  }
}

/**
 * Refuses an output in the folder of its definitions, or inside it.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseDefinitionsFolder(
  { keyspace, output }: PlacedOutput,
  definitions: string,
  { render = asItIs }: Wording = {},
): void {
  if (isWithin(definitions, output)) throw sameFolder(render(output), keyspace, `the definitions of ${keyspace}`);
}

function sameFolder(output: string, keyspace: string, other: string): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} would hold the files of ${keyspace} and ${other}`, {
    next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
  });
}

function asItIs(folder: string): string {
  return folder;
}

/**
 * The phases of a run. Files are emitted one at a time while they are compared or written; a formatter runs in `plan`.
 */
export type Phase = "load" | "parse" | "plan" | "compare" | "write";

export type OnPhase = (phase: Phase, milliseconds: number) => void;

/** Runs a phase and reports its duration. */
export async function inPhase<Result>(
  phase: Phase,
  { onPhase }: { readonly onPhase?: OnPhase | undefined },
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (!onPhase) return work();
  const begun = performance.now();
  const result = await work();
  onPhase(phase, performance.now() - begun);
  return result;
}
