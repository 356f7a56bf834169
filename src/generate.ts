/**
 * The pipeline: loads a source, parses it into the model, plans every file and name, emits text, then writes it or
 * compares it with the existing files.
 *
 * Takes targets and returns reports. Files that the manifest proves up to date are not generated again; if all are,
 * nothing is even parsed. Opens no connection, reads no secret, prints nothing.
 */
import { isValidBy, makeArtifacts, runInputsOf, upToDateKeyspace } from "./generate/fingerprints.ts";
import type { RunCache } from "./generate/run-cache.ts";
import { forEveryTarget, inPhase, nameTarget, validateTarget } from "./generate/target.ts";
import type {
  CheckOptions,
  CheckReport,
  GenerateOptions,
  GenerateReport,
  PlainTarget,
  RenderOptions,
  Target,
  TargetReport,
} from "./generate/target.ts";
import type { DocumentsFilePlan } from "./emit/documents.ts";
import type { Problem } from "./errors.ts";
import type { Keyspace } from "./model/index.ts";
import type { Plan } from "./plan/index.ts";
import {
  OutputFolder,
  compareArtifacts,
  finishInterrupted,
  isInterrupted,
  loadFormatter,
  noteWritten,
  stageArtifacts,
  validateKeyspace,
} from "./output/index.ts";
import type { Artifact, RunInputs, StagedArtifacts } from "./output/index.ts";
import { loadDefinitionFiles, withTexts } from "./source/folder.ts";
import type { DefinitionFiles } from "./source/folder.ts";
import type { ParsedKeyspace } from "./source/parse-keyspace.ts";

export type * from "./generate/target.ts";
export type { Keyspace } from "./model/index.ts";
export type { ComparedFile, FileState, WriteReport } from "./output/index.ts";
export { loadConfig } from "./generate/load-config.ts";
export type { ConfigPlace, ProjectConfig } from "./generate/load-config.ts";
export { findKeyspaces } from "./source/folder.ts";

/**
 * Writes the bindings of a keyspace:
 *
 * ```ts
 * const { report } = await generate({ keyspace: "shop", definitions: "definitions/shop", output: "src/db" });
 * report.written; // [".colonnade.json", "index.ts", "products.ts", …]
 * ```
 *
 * @throws {ColonnadeError} before anything is written, if a definition or the output folder is invalid
 */
export async function generate(target: Target, options: GenerateOptions = {}): Promise<GenerateReport> {
  const [report] = await generateAll([target], options);
  return report as GenerateReport;
}

/**
 * Writes the bindings of several keyspaces, all or none: a mistake in one of them leaves every folder unchanged.
 *
 * @returns a report for each target, in their order
 * @throws {ColonnadeError} with the mistakes of every target
 */
export async function generateAll(
  targets: readonly Target[],
  options: GenerateOptions = {},
): Promise<readonly GenerateReport[]> {
  const { cache, dryRun = false } = options;
  const work = async (changed?: ReadonlySet<string>): Promise<readonly GenerateReport[]> => {
    const renderings = await forEveryTarget(targets, async (target) => {
      const finished = dryRun ? [] : finishEarlier(target, cache);
      const rendering = await render(target, options, changed);
      return { ...rendering, warnings: [...finished, ...rendering.warnings] };
    });
    return inPhase("write", options, () => writeRenderings(renderings, { dryRun, cache }));
  };
  return cache ? cache.withChanges(work) : work();
}

/** Finishes what an interrupted run was writing. @returns a warning that says so, if there was one */
export function finishEarlier({ output }: Target, cache?: RunCache): readonly Problem[] {
  // A run of this process with the same cache was not interrupted.
  if (cache?.get(output) || !finishInterrupted(output)) return [];
  return [
    {
      code: "interrupted-run",
      message: `an earlier run was interrupted while it wrote to ${output}: that is done now`,
    },
  ];
}

/** Writes all of them or none, and records the result in the cache. */
async function writeRenderings(
  renderings: readonly Rendering[],
  { dryRun, cache }: { readonly dryRun: boolean; readonly cache?: RunCache | undefined },
): Promise<readonly GenerateReport[]> {
  const staged = new Map<Rendering, StagedArtifacts>();
  try {
    // The innermost first: a new folder is made as a whole, which it cannot be once another was made in it.
    const inwards = renderings.toSorted((one, other) => other.folder.directory.length - one.folder.directory.length);
    await forEveryTarget(inwards, async (rendering) => {
      const { folder, artifacts, inputs } = rendering;
      staged.set(rendering, await stageArtifacts(folder, artifacts, { dryRun, inputs }));
    });
    for (const { commit } of staged.values()) commit();
    for (const { finish } of staged.values()) finish();
  } catch (error) {
    for (const { discard } of staged.values()) discard();
    throw error;
  }
  return renderings.map((rendering): GenerateReport => {
    const { keyspace, tables, warnings, folder, files, parsed } = rendering;
    const { report, manifest } = staged.get(rendering) as StagedArtifacts;
    if (!dryRun) {
      cache?.set(folder.directory, { files, parsed, written: noteWritten(folder.directory, manifest) });
    }
    return { keyspace, tables, warnings, report };
  });
}

/** Compares the bindings of a keyspace with what a run would generate. Writes nothing. */
export async function compare(target: Target, options: CheckOptions = {}): Promise<CheckReport> {
  const { folder, artifacts, keyspace, tables, warnings } = await render(target, options);
  const report = await inPhase("compare", options, () => compareArtifacts(folder, artifacts, options));
  const interrupted = report.upToDate ? [] : tellInterrupted(target);
  return { keyspace, tables, warnings: [...interrupted, ...warnings], report };
}

/** The warning about an output folder that an interrupted run left half old and half new. */
function tellInterrupted({ output }: Target): readonly Problem[] {
  if (!isInterrupted(output)) return [];
  const message = `a run was interrupted while it wrote to ${output}: some files are old and some are new`;
  return [{ code: "interrupted-run", message, next: "colonnade generate does the rest" }];
}

/** Compares the bindings of several keyspaces, in their order. @throws {ColonnadeError} with the mistakes of every target */
export function compareAll(targets: readonly Target[], options: CheckOptions = {}): Promise<readonly CheckReport[]> {
  return forEveryTarget(targets, (target) => compare(target, options));
}

/** The bindings of a keyspace before they are written or compared. */
export interface Rendering extends TargetReport {
  /** The output folder in the state found. */
  readonly folder: OutputFolder;
  readonly inputs: RunInputs;
  readonly artifacts: readonly Artifact[];
  readonly files: DefinitionFiles;
  /** Undefined if nothing had to be parsed. */
  readonly parsed?: ParsedKeyspace | undefined;
}

/**
 * Loads, parses and plans a keyspace, and prepares the files that are out of date. Writes nothing.
 *
 * @param changed the definition files changed since the cache was filled, absolute
 */
export async function render(
  given: Target,
  options: RenderOptions,
  changed: ReadonlySet<string> = new Set(),
): Promise<Rendering> {
  validateTarget(given);
  const { keyspace } = given;
  const { generator = builtGenerator, cache } = options;
  const mayReuse = generator !== undefined;
  const earlier = cache?.get(given.output);
  const { upToDate, formatter, named, ...found } = await inPhase("load", options, async () => {
    const files = withTexts(
      loadDefinitionFiles(given.definitions, earlier && { files: earlier.files, changed }),
      options.definitions,
    );
    const named = await nameTarget(given, files, earlier?.parsed);
    const { target } = named;
    const folder = new OutputFolder(target.output, earlier?.written);
    validateKeyspace(folder, keyspace);
    const formatter = await loadFormatter(target.output);
    const inputs = runInputsOf(keyspace, settingsOf(target), files, formatter?.id, generator);
    const upToDate = mayReuse && changed.size === 0 ? upToDateKeyspace(folder, inputs, files) : undefined;
    return { keyspace, files, folder, formatter, inputs, upToDate, named };
  });
  const { target, hooked, parsed: earlierParsed = earlier?.parsed } = named;
  if (upToDate) return { ...found, ...upToDate, parsed: earlierParsed, warnings: [] };

  const [{ parseKeyspace, placeOfDefinition }, { planKeyspace }, { listFiles }] = await Promise.all([
    import("./source/parse-keyspace.ts"),
    import("./plan/index.ts"),
    import("./emit/index.ts"),
  ]);
  const customTypes = new Set(Object.keys(target.types ?? {}));
  const parsed = await inPhase("parse", options, () =>
    parseKeyspace(
      found.files,
      keyspace,
      { customTypes },
      earlierParsed,
      mayReuse ? isValidBy(found.folder, found.inputs) : undefined,
    ),
  );
  const { plan, artifacts } = await inPhase("plan", options, async () => {
    const plan = planKeyspace(parsed.keyspace, target, (defined) => placeOfDefinition(parsed, defined), hooked);
    const artifacts = await makeArtifacts(plan, [...listFiles(plan), ...(await listDocuments(plan, parsed.keyspace))], {
      ...found,
      parsed,
      format: formatter?.format,
      mayReuse,
      mayBeEdited: earlier !== undefined,
      onFile: options.onFile && ((done, total) => options.onFile?.(keyspace, done, total)),
    });
    return { plan, artifacts };
  });
  return { ...found, tables: plan.tables.length, artifacts, parsed, warnings: plan.warnings };
}

/** The modules of documents, for the few keyspaces that have some. */
async function listDocuments(plan: Plan, keyspace: Keyspace): Promise<readonly DocumentsFilePlan[]> {
  if (!plan.documents) return [];
  const { listDocumentFiles } = await import("./emit/documents.ts");
  return listDocumentFiles(plan, keyspace);
}

/** Replaced by the build: the version, and a hash of the code that generates the files. */
declare const COLONNADE_GENERATOR: string | undefined;
const builtGenerator = typeof COLONNADE_GENERATOR === "undefined" ? undefined : COLONNADE_GENERATOR;

/** The settings that can change every file. */
function settingsOf({ definitions: _definitions, output: _output, ...settings }: PlainTarget): object {
  return settings;
}
