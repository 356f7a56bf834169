/** The input and output of the pipeline: targets with options, and their reports or mistakes. */
import { isAbsolute, relative, sep } from "node:path";
import { mapCodecModules } from "../config/index.ts";
import type { KeyspaceConfig } from "../config/index.ts";
import { validateSettings } from "../config/validate.ts";
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
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

/**
 * Processes every target before reporting a failure, so that a mistake in one leaves no other half done.
 *
 * @throws {ColonnadeError} with the mistakes of every target, if several have some
 */
export async function forEveryTarget<Target, Result>(
  targets: readonly Target[],
  work: (target: Target) => Promise<Result>,
): Promise<readonly Result[]> {
  const errors: ColonnadeError[] = [];
  const results: Result[] = [];
  for (const target of targets) {
    try {
      results.push(await work(target));
    } catch (error) {
      if (!isColonnadeError(error)) throw error;
      errors.push(error);
    }
  }
  // Two outputs of one keyspace have the same mistakes.
  const different = [
    ...new Map(errors.map((error) => [JSON.stringify([error.message, error.problems]), error])).values(),
  ];
  const [first, ...rest] = different;
  if (first && rest.length === 0) throw first;
  if (first) {
    const message = `${different.length} outputs cannot be generated; nothing was written`;
    throw new ColonnadeError(first.code, message, { kind: first.kind, problems: different.flatMap(problemsOf) });
  }
  return results;
}

/** The mistakes in an error; the error itself where it lists none. */
function problemsOf({ code, message, next, problems }: ColonnadeError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ code, message, next }];
}

/**
 * The phases of a run. Files are emitted one at a time while they are compared or written; a formatter runs in `plan`.
 */
export type Phase = "load" | "parse" | "plan" | "compare" | "write";

type OnPhase = (phase: Phase, milliseconds: number) => void;

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
