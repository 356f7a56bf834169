/**
 * Finds the generated files that are up to date by their fingerprints, as listed in the manifest, and makes the others. A file
 * with an unchanged fingerprint need not be generated again.
 *
 * A table's files depend on its definition, those of the keyspace on the names of all files. Everything else that can
 * change a file is among the inputs of the run, which all files share, or in the table's context.
 */
import { ObjectCache } from "../cache.ts";
import type { DocumentsFilePlan } from "../emit/documents.ts";
import type { FilePlan } from "../emit/index.ts";
import { fingerprintOf, fromSources, hashOf, upToDateArtifact, upToDateArtifacts } from "../output/index.ts";
import type { Artifact, Cause, OutputFolder, RunInputs } from "../output/index.ts";
import type { Plan, TablePlan } from "../plan/index.ts";
import type { DefinitionFile, DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import { renderDocuments } from "./render-documents.ts";

/** Inputs that change every file. The keyspace's name is among the settings. */
type SharedInputs = Omit<RunInputs, "keyspace">;

const ofFiles = new ObjectCache<DefinitionFile, string>();

/** The fingerprints of files that share the inputs of a run. */
class Fingerprints {
  readonly #inputs: SharedInputs;
  readonly #version: string;

  constructor(inputs: SharedInputs) {
    this.#inputs = inputs;
    this.#version = `${inputs.generator} ${inputs.settings} ${inputs.userTypes}`;
  }

  /**
   * The fingerprint of a table's files.
   * @param context see `contextOf`
   */
  table(file: DefinitionFile, context: readonly string[] = []): string {
    const make = (): string => fingerprintOf(this.#inputs, ["table", hashOfDefinition(file), ...context]);
    return ofFiles.get(file, make, context.length === 0 ? this.#version : `${this.#version} ${context.join()}`);
  }

  /** The fingerprint of the keyspace's files, which contain the names of the others. */
  keyspace(paths: Iterable<string>, context: readonly string[]): string {
    return fingerprintOf(this.#inputs, ["keyspace", ...[...paths].sort(), ...[...context].sort()]);
  }

  everyTable(tables: Iterable<string>): string {
    return fingerprintOf(this.#inputs, ["every table", ...[...tables].sort()]);
  }
}

/**
 * @param settings plain data. The order of members matters, since the last matching rule wins.
 * @param generator undefined if it cannot be distinguished from other versions
 */
export function runInputsOf(
  keyspace: string,
  settings: object,
  files: DefinitionFiles,
  formatter: string | undefined,
  generator = fromSources,
): RunInputs {
  return {
    keyspace,
    generator,
    settings: hashOf(JSON.stringify([settings, formatter ?? ""])),
    userTypes: hashOf(files.userTypes.map(hashOfDefinition).join(" ")),
  };
}

/**
 * The artifacts of a keyspace if nothing changed: each definition is unselected or has files, and each file comes from
 * one of these definitions. Only a run without mistakes records this, so parsing would find none.
 */
export function upToDateKeyspace(
  folder: OutputFolder,
  inputs: RunInputs,
  files: DefinitionFiles,
): UpToDateKeyspace | undefined {
  const fingerprints = new Fingerprints(inputs);
  const needed = new Set(files.tables.map((file) => fingerprints.table(file)));
  // Two identical files define a table twice.
  if (needed.size < files.tables.length) return undefined;
  const listed = new Set(Array.from(folder.manifest.files.values(), ({ fingerprint = "" }) => fingerprint));
  const unselected = [...needed].filter((fingerprint) => !listed.has(fingerprint));
  for (const fingerprint of unselected) needed.delete(fingerprint);
  const ofTables = [...needed];
  let ofEveryTable: string | undefined;
  needed.add(fingerprints.keyspace(folder.manifest.files.keys(), unselected));
  const artifacts = upToDateArtifacts(folder, needed, (fingerprint) => {
    return needed.has(fingerprint) || fingerprint === (ofEveryTable ??= fingerprints.everyTable(ofTables));
  });
  return artifacts && { tables: ofTables.length, artifacts };
}

interface UpToDateKeyspace {
  /** The number of tables with files. */
  readonly tables: number;
  readonly artifacts: readonly Artifact[];
}

/**
 * Whether the manifest lists files that were generated from a definition with these inputs: then a run found it valid, and
 * so is this one.
 */
export function isValidBy({ manifest }: OutputFolder, inputs: RunInputs): (file: DefinitionFile) => boolean {
  const fingerprints = new Fingerprints(inputs);
  const listed = new Set(Array.from(manifest.files.values(), ({ fingerprint }) => fingerprint));
  return (file) => listed.has(fingerprints.table(file));
}

interface ArtifactContext {
  readonly folder: OutputFolder;
  readonly inputs: RunInputs;
  readonly parsed: ParsedKeyspace;
  /** The user's own, where their files are laid out by one. */
  readonly format: ((path: string, text: string) => Promise<string>) | undefined;
  /** Whether a file that is up to date by its fingerprint need not be made. */
  readonly mayReuse: boolean;
  /** Whether the folder was taken for what an earlier run wrote: then it is looked at where a file may change. */
  readonly mayBeEdited: boolean;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
}

/** The files of a plan: those that are up to date, and the others to be emitted. */
export async function makeArtifacts(
  plan: Plan,
  planned: readonly DocumentsFilePlan[],
  { folder, inputs, parsed, format, mayReuse, mayBeEdited, onFile }: ArtifactContext,
): Promise<readonly Artifact[]> {
  const fingerprints = planFingerprints(inputs, plan, planned, parsed.files);
  const causeOf = planCauses(folder, inputs, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  let done = 0;
  for (const file of planned) {
    const { path, madeFrom, emit, graphql } = file;
    const own = fingerprints(madeFrom);
    const upToDate = mayReuse ? upToDateArtifact(folder, path, own) : undefined;
    if (upToDate) {
      onFile?.(++done, planned.length);
      artifacts.push(upToDate);
      continue;
    }
    if (mayBeEdited) folder.lookAt(path);
    const artifact = { path, fingerprint: own, cause: causeOf(file, own) };
    const render = (): string => {
      onFile?.(++done, planned.length);
      return emit();
    };
    const text = graphql ? await renderDocuments({ path, render, ...graphql() }) : undefined;
    // A formatter may have to be waited for.
    if (format) artifacts.push({ ...artifact, text: await format(path, text ?? render()) });
    else artifacts.push(text === undefined ? { ...artifact, render } : { ...artifact, text });
  }
  return artifacts;
}

/**
 * Returns why a file's fingerprint differs from the one in the manifest; undefined if they are equal.
 *
 * The manifest's generator and settings show whether a change of definitions alone explains the difference. What a file
 * takes from other tables depends on the settings too, so it is not considered if the settings changed.
 */
function planCauses(
  { manifest }: OutputFolder,
  inputs: RunInputs,
  plan: Plan,
  planned: readonly FilePlan[],
  files: ReadonlyMap<string, DefinitionFile>,
): (file: FilePlan, fingerprint: string) => Cause | undefined {
  const { generator = "", settings = "", userTypes = "" } = manifest;
  const before = { generator, settings, userTypes };
  const earlier = new Fingerprints(before);
  const sameSettings = manifest.settings === inputs.settings;
  const fingerprintsBefore = once(() => planFingerprints(before, plan, planned, files));
  const listed = once(() => new Set(Array.from(manifest.files.values(), ({ fingerprint }) => fingerprint)));
  const alone = (table: TablePlan): string | undefined => {
    const file = files.get(table.table.name);
    return file && earlier.table(file);
  };
  const sameTables = once(() =>
    plan.tables.every((table) => listed().has(fingerprintsBefore()(table)) || listed().has(alone(table))),
  );
  const sameDefinitions = (madeFrom: FilePlan["madeFrom"], fingerprint: string): boolean => {
    if (fingerprintsBefore()(madeFrom) === fingerprint) return true;
    if (sameSettings) return false;
    return typeof madeFrom === "string" ? sameTables() : alone(madeFrom) === fingerprint;
  };
  return ({ path, madeFrom }, fingerprint) => {
    const entry = manifest.files.get(path);
    if (!entry || entry.fingerprint === fingerprint) return undefined;
    // Older versions recorded less.
    if (entry.fingerprint === undefined || manifest.userTypes === undefined) return "generator changed";
    if (!sameDefinitions(madeFrom, entry.fingerprint)) return "definitions changed";
    if (!sameSettings) return "config changed";
    return manifest.userTypes === inputs.userTypes ? "generator changed" : "definitions changed";
  };
}

function once<Result>(make: () => Result): () => Result {
  let computed: { readonly result: Result } | undefined;
  return () => (computed ??= { result: make() }).result;
}

/** The fingerprint of each file of a plan. */
function planFingerprints(
  inputs: SharedInputs,
  plan: Plan,
  planned: readonly FilePlan[],
  files: ReadonlyMap<string, DefinitionFile>,
): (madeFrom: FilePlan["madeFrom"]) => string {
  const fingerprints = new Fingerprints(inputs);
  const context = contextOf(plan);
  const ofTables = new Map<TablePlan, string>();
  for (const [table, own] of context) {
    const file = files.get(table.table.name);
    if (file) ofTables.set(table, fingerprints.table(file, own));
  }
  const selected = new Set(Array.from(context.keys(), ({ table }) => table.name));
  const unselected = [...files].filter(([name]) => !selected.has(name)).map(([, file]) => fingerprints.table(file));
  // Only a run without warnings can be skipped next time.
  const shared = [
    ...unselected,
    ...new Set([...context.values()].flat()),
    ...plan.warnings.map(({ message }) => message),
  ];
  const paths = planned.map(({ path }) => path);
  const ofKeyspace = fingerprints.keyspace(paths, shared);
  return (madeFrom) => {
    if (madeFrom === "every table") return fingerprints.everyTable(ofTables.values());
    return (madeFrom === "the keyspace" ? undefined : ofTables.get(madeFrom)) ?? ofKeyspace;
  };
}

function hashOfDefinition({ bytes }: DefinitionFile): string {
  return hashOf(bytes);
}

/**
 * What each table's files depend on in other tables; usually nothing. API names that conflict are decided together, so
 * a new table can change another one's name. A column can contain another table's ID.
 */
function contextOf({ tables, ids }: Plan): ReadonlyMap<TablePlan, readonly string[]> {
  const ofIds = ids.length === 0 ? [] : [hashOf(JSON.stringify(ids))];
  return new Map(tables.map((table) => [table, table.hasPlainName ? ofIds : [table.apiName, ...ofIds]]));
}
