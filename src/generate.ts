/**
 * The sentence of the program: load a source, parse it into the model, plan every file and name, emit text, then write it
 * or compare it with what is there.
 *
 * In comes a target, out goes a report. What the manifest proves to stand already is not made again; when that is all,
 * nothing is even parsed. Opens no socket, reads no secret, prints nothing.
 */
import type { Problem } from "./errors.ts";
import { originOf, planInputs, standingKeyspace } from "./generate/inputs.ts";
import { OutputFolder, compareArtifacts, loadFormatter, standingArtifact, writeArtifacts } from "./output/index.ts";
import type { Artifact, CompareReport, Origin, WriteReport } from "./output/index.ts";
import type { PlanSettings } from "./plan/index.ts";
import { loadDefinitionFiles } from "./source/folder.ts";

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
}

export interface GenerateOptions extends RenderOptions {
  /** Judge everything and report what would be done, but write nothing. @default false */
  readonly dryRun?: boolean;
}

export interface GenerateReport extends TargetReport {
  readonly report: WriteReport;
}

export interface CheckReport extends TargetReport {
  readonly report: CompareReport;
}

export interface TargetReport {
  readonly keyspace: string;
  /** How many tables the keyspace has. */
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
}

/**
 * Writes the bindings of a keyspace.
 * @throws {ColonnadeError} before anything is written, when the definitions or the output folder are wrong
 */
export async function generate(target: Target, options: GenerateOptions = {}): Promise<GenerateReport> {
  return write(await render(target, options), options);
}

/** Compares the bindings of a keyspace with what they would be now; writes nothing. */
export async function compare(target: Target, options: RenderOptions = {}): Promise<CheckReport> {
  const { folder, artifacts, keyspace, tables, warnings } = await render(target, options);
  return { keyspace, tables, warnings, report: compareArtifacts(folder, artifacts) };
}

/**
 * Loads, plans and emits what does not stand already; writes nothing. For callers with several targets, who write when all
 * of them are rendered.
 */
export async function render(target: Target, { generator = builtGenerator }: RenderOptions = {}): Promise<Rendering> {
  const files = loadDefinitionFiles(target.definitions);
  const folder = new OutputFolder(target.output);
  const formatter = await loadFormatter(target.output);
  const origin = originOf(settingsOf(target), files, formatter?.id, generator);
  const found = { keyspace: target.keyspace, tables: files.tables.length, folder, origin };
  const standing = generator === undefined ? undefined : standingKeyspace(folder, origin, files);
  if (standing) return { ...found, artifacts: standing, warnings: [] };

  const [{ parseKeyspace }, { planKeyspace }, { listFiles }] = await Promise.all([
    import("./source/parse-keyspace.ts"),
    import("./plan/index.ts"),
    import("./emit/index.ts"),
  ]);
  const customTypes = new Set(Object.keys(target.types ?? {}));
  const parsed = parseKeyspace(files, target.keyspace, { customTypes });
  const plan = planKeyspace(parsed.keyspace, target);
  const planned = listFiles(plan);
  const inputs = planInputs(origin, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  for (const { path, madeFrom, emit } of planned) {
    const own = inputs(madeFrom);
    const artifact = generator === undefined ? undefined : standingArtifact(folder, path, own);
    if (artifact) artifacts.push(artifact);
    else artifacts.push({ path, inputs: own, text: formatter ? await formatter.format(path, emit()) : emit() });
  }
  return { ...found, artifacts, warnings: plan.warnings };
}

/** Writes what was rendered. */
export async function write(
  { folder, origin, artifacts, keyspace, tables, warnings }: Rendering,
  { dryRun = false }: Pick<GenerateOptions, "dryRun"> = {},
): Promise<GenerateReport> {
  return { keyspace, tables, warnings, report: writeArtifacts(folder, artifacts, { dryRun, origin }) };
}

/** The build replaces it: the version, and a hash of the code that makes the files. */
declare const COLONNADE_GENERATOR: string | undefined;
const builtGenerator = typeof COLONNADE_GENERATOR === "undefined" ? undefined : COLONNADE_GENERATOR;

/** All that can change every file. */
function settingsOf({ definitions: _definitions, output: _output, ...settings }: Target): object {
  return settings;
}
