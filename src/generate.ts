/**
 * The sentence of the program: load a source, parse it into the model, plan every file and name, emit text, then write it
 * or compare it with what is there.
 *
 * In come targets, out go reports. What the manifest proves to stand already is not made again; when that is all,
 * nothing is even parsed. Opens no socket, reads no secret, prints nothing.
 */
import type { Problem } from "./errors.ts";
import { forEveryTarget } from "./generate/every-target.ts";
import { causeOf, originBefore, originOf, planInputs, standingKeyspace } from "./generate/inputs.ts";
import type { Memory } from "./generate/memory.ts";
import {
  OutputFolder,
  compareArtifacts,
  finishInterrupted,
  loadFormatter,
  noteWritten,
  stageArtifacts,
  standingArtifact,
} from "./output/index.ts";
import type {
  Artifact,
  CompareOptions,
  CompareReport,
  Origin,
  StagedArtifacts,
  WriteReport,
  PrintedManifest,
} from "./output/index.ts";
import type { PlanSettings } from "./plan/index.ts";
import { loadDefinitionFiles } from "./source/folder.ts";
import type { DefinitionFiles } from "./source/folder.ts";
import type { ParsedKeyspace } from "./source/parse-keyspace.ts";

export type { Keyspace } from "./model/index.ts";
export type { ComparedFile, FileState, WriteReport } from "./output/index.ts";
export { findKeyspaces } from "./source/find-keyspaces.ts";

/** One keyspace and where its bindings go. All but the two folders is plain data, and can change every file. */
export interface Target extends PlanSettings {
  readonly keyspace: string;
  /** The keyspace's folder of definition files. */
  readonly definitions: string;
  /** The folder of generated files; they sit directly in it. */
  readonly output: string;
}

export interface RenderOptions {
  /**
   * What tells this Colonnade from any that would render otherwise; without it, everything is made again.
   * @default the version that the build gave it; none where it runs from its sources, which change without one
   */
  readonly generator?: string | undefined;
  /** What an earlier run of this process left; takes what this one leaves. */
  readonly memory?: Memory | undefined;
  /** Is told how many milliseconds each phase of the work took. */
  readonly onPhase?: ((phase: Phase, milliseconds: number) => void) | undefined;
  /** Is told of each file that is looked at: how many were, and of how many. */
  readonly onFile?: ((keyspace: string, done: number, total: number) => void) | undefined;
}

export type Phase = "load" | "parse" | "plan" | "emit" | "compare" | "write";

export interface GenerateOptions extends RenderOptions {
  /** Judge everything and report what would be done, but write nothing. @default false */
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
  /** How many tables are selected. */
  readonly tables: number;
  /** Rules of the settings that match nothing. */
  readonly warnings: readonly Problem[];
}

/** The bindings of a keyspace, before they are written or compared. */
export interface Rendering extends TargetReport {
  /** The output folder as it was found. */
  readonly folder: OutputFolder;
  readonly origin: Origin;
  readonly artifacts: readonly Artifact[];
  readonly files: DefinitionFiles;
  /** Undefined where nothing had to be parsed. */
  readonly parsed?: ParsedKeyspace | undefined;
}

/**
 * Writes the bindings of a keyspace:
 *
 * ```ts
 * const { report } = await generate({ keyspace: "shop", definitions: "definitions/shop", output: "src/db" });
 * report.written; // [".colonnade.json", "index.ts", "products.ts", …]
 * ```
 *
 * @throws {ColonnadeError} before anything is written, when the definitions or the output folder are wrong
 */
export async function generate(target: Target, options: GenerateOptions = {}): Promise<GenerateReport> {
  const [report] = await generateAll([target], options);
  return report as GenerateReport;
}

/**
 * Writes the bindings of several keyspaces, all or none: a mistake in one of them leaves every folder as it is.
 *
 * @returns a report for each target, in their order
 * @throws {ColonnadeError} with the mistakes of every target
 */
export async function generateAll(
  targets: readonly Target[],
  options: GenerateOptions = {},
): Promise<readonly GenerateReport[]> {
  const { memory } = options;
  if (!memory) return generateChanged(targets, options);
  return memory.withChanges((changed) => generateChanged(targets, options, changed));
}

async function generateChanged(
  targets: readonly Target[],
  { dryRun = false, ...options }: GenerateOptions,
  changed?: ReadonlySet<string>,
): Promise<readonly GenerateReport[]> {
  const renderings = await forEveryTarget(targets, (target) => {
    // What this process wrote last, it finished.
    if (!dryRun && !options.memory?.of(target.output)) finishInterrupted(target.output);
    return render(target, options, changed);
  });
  const done = timed("write", options);
  const written = await writeRenderings(renderings, dryRun);
  done();
  if (!dryRun) {
    written.forEach(({ manifest }, index) => {
      const { files, parsed, folder } = renderings[index] as Rendering;
      const written = noteWritten(folder.directory, manifest);
      options.memory?.remember(folder.directory, { files, parsed, written });
    });
  }
  return written.map(({ manifest: _manifest, ...report }) => report);
}

interface Written extends GenerateReport {
  readonly manifest: PrintedManifest;
}

async function writeRenderings(renderings: readonly Rendering[], dryRun: boolean): Promise<readonly Written[]> {
  const staged: StagedArtifacts[] = [];
  try {
    const written = await forEveryTarget(
      renderings,
      async ({ keyspace, tables, warnings, folder, artifacts, origin }): Promise<Written> => {
        const work = await stageArtifacts(folder, artifacts, { dryRun, origin });
        staged.push(work);
        return { keyspace, tables, warnings, report: work.report, manifest: work.manifest };
      },
    );
    for (const { commit } of staged) commit();
    for (const { finish } of staged) finish();
    return written;
  } catch (error) {
    for (const { discard } of staged) discard();
    throw error;
  }
}

/** Compares the bindings of a keyspace with what they would be now; writes nothing. */
export async function compare(target: Target, options: CheckOptions = {}): Promise<CheckReport> {
  const { folder, artifacts, keyspace, tables, warnings } = await render(target, options);
  const done = timed("compare", options);
  const report = await compareArtifacts(folder, artifacts, options);
  done();
  return { keyspace, tables, warnings, report };
}

/** Compares the bindings of several keyspaces, in their order. @throws {ColonnadeError} with the mistakes of every target */
export function compareAll(targets: readonly Target[], options: CheckOptions = {}): Promise<readonly CheckReport[]> {
  return forEveryTarget(targets, (target) => compare(target, options));
}

/** Loads, plans and emits what does not stand already; writes nothing. */
export async function render(
  target: Target,
  options: RenderOptions,
  changed: ReadonlySet<string> = new Set(),
): Promise<Rendering> {
  const { generator = builtGenerator, memory } = options;
  const loaded = timed("load", options);
  const earlier = memory?.of(target.output);
  const files = loadDefinitionFiles(target.definitions, earlier && { files: earlier.files, changed });
  const folder = new OutputFolder(target.output, earlier?.written);
  const formatter = await loadFormatter(target.output);
  const origin = originOf(settingsOf(target), files, formatter?.id, generator);
  const mayStand = generator !== undefined && changed.size === 0;
  const standing = mayStand ? standingKeyspace(folder, origin, files) : undefined;
  const found = { keyspace: target.keyspace, folder, origin, files };
  loaded();
  if (standing) return { ...found, ...standing, parsed: earlier?.parsed, warnings: [] };

  const [{ parseKeyspace }, { planKeyspace }, { listFiles }] = await Promise.all([
    import("./source/parse-keyspace.ts"),
    import("./plan/index.ts"),
    import("./emit/index.ts"),
  ]);
  const parsedIn = timed("parse", options);
  const customTypes = new Set(Object.keys(target.types ?? {}));
  const parsed = parseKeyspace(files, target.keyspace, { customTypes }, earlier?.parsed);
  parsedIn();
  const plannedIn = timed("plan", options);
  const plan = planKeyspace(parsed.keyspace, target);
  const planned = listFiles(plan);
  plannedIn();

  const emitted = timed("emit", options);
  const inputs = planInputs(origin, plan, planned, parsed.files);
  let before: ReturnType<typeof planInputs> | undefined;
  const inputsBefore = (): typeof inputs => (before ??= planInputs(originBefore(folder), plan, planned, parsed.files));
  const artifacts: Artifact[] = [];
  for (const { path, madeFrom, emit } of planned) {
    options.onFile?.(target.keyspace, artifacts.length, planned.length);
    const own = inputs(madeFrom);
    const artifact = generator === undefined ? undefined : standingArtifact(folder, path, own);
    if (artifact) artifacts.push(artifact);
    else {
      const cause = causeOf(folder, path, origin, own, () => inputsBefore()(madeFrom));
      if (memory) folder.lookAt(path);
      const text = formatter ? await formatter.format(path, emit()) : emit();
      artifacts.push({ path, inputs: own, cause, text });
    }
  }
  emitted();
  return { ...found, tables: plan.tables.length, artifacts, parsed, warnings: plan.warnings };
}

/** The build replaces it: the version, and a hash of the code that makes the files. */
declare const COLONNADE_GENERATOR: string | undefined;
const builtGenerator = typeof COLONNADE_GENERATOR === "undefined" ? undefined : COLONNADE_GENERATOR;

/** All that can change every file. */
function settingsOf({ definitions: _definitions, output: _output, ...settings }: Target): object {
  return settings;
}

/** Begins a phase; the result ends it. */
function timed(phase: Phase, { onPhase }: RenderOptions): () => void {
  if (!onPhase) return () => undefined;
  const begun = performance.now();
  return () => onPhase(phase, performance.now() - begun);
}
