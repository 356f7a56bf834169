/**
 * What files are made from, as the manifest has it: a run that finds a file with the same inputs need not make it again.
 *
 * A table's files are made from its definition, those of the keyspace from the names of all files. Whatever else can change
 * one is in the origin, which they have in common, or in a table's context.
 */
import type { FilePlan } from "../emit/index.ts";
import { hashOf, inputsOf, standingArtifacts } from "../output/index.ts";
import type { Artifact, Cause, Origin, OutputFolder } from "../output/index.ts";
import type { Plan, TablePlan } from "../plan/index.ts";
import type { DefinitionFile, DefinitionFiles } from "../source/folder.ts";

/** What changes every file; the keyspace's name is among the settings. */
type Made = Omit<Origin, "keyspace">;

/**
 * @param settings plain data; the order of members counts, since the last rule that fits wins
 * @param generator undefined for one that cannot be told from others
 */
export function originOf(
  keyspace: string,
  settings: object,
  files: DefinitionFiles,
  formatter: string | undefined,
  generator = "source",
): Origin {
  return {
    keyspace,
    generator,
    settings: hashOf(JSON.stringify([settings, formatter ?? ""])),
    userTypes: hashOf(files.userTypes.map(hashOfDefinition).join(" ")),
  };
}

/**
 * The artifacts of a keyspace of which nothing changed: each definition is one that files were made from or one of those
 * that are not selected, and each file was made from one of them. Only a run without a mistake notes that, so there is none
 * to find by parsing.
 */
export function standingKeyspace(
  folder: OutputFolder,
  origin: Origin,
  files: DefinitionFiles,
): StandingKeyspace | undefined {
  const needed = new Set(files.tables.map((file) => tableInputs(origin, file, [])));
  // Two files that are alike define a table twice.
  if (needed.size < files.tables.length) return undefined;
  const listed = new Set(Array.from(folder.manifest.files.values(), ({ inputs = "" }) => inputs));
  const unselected = [...needed].filter((inputs) => !listed.has(inputs));
  for (const inputs of unselected) needed.delete(inputs);
  const ofTables = [...needed];
  let ofEveryTable: string | undefined;
  needed.add(keyspaceInputs(origin, [...folder.manifest.files.keys()], unselected));
  const artifacts = standingArtifacts(folder, needed, (inputs) => {
    return needed.has(inputs) || inputs === (ofEveryTable ??= everyTableInputs(origin, ofTables));
  });
  return artifacts && { tables: ofTables.length, artifacts };
}

export interface StandingKeyspace {
  /** How many tables they are made from. */
  readonly tables: number;
  readonly artifacts: readonly Artifact[];
}

/** What a manifest's inputs were made with. */
function originBefore({ manifest: { generator = "", settings = "", userTypes = "" } }: OutputFolder): Made {
  return { generator, settings, userTypes };
}

/**
 * Tells why a file is not what the manifest has, when that was made from other inputs; undefined when it was not.
 *
 * The manifest's own generator and settings tell whether the definitions alone could have made another file of it. What other
 * tables lend to a file depends on the settings as well, so that is left out of the question when those changed.
 */
export function planCauses(
  folder: OutputFolder,
  origin: Origin,
  plan: Plan,
  planned: readonly FilePlan[],
  files: ReadonlyMap<string, DefinitionFile>,
): (file: FilePlan, inputs: string) => Cause | undefined {
  const { manifest } = folder;
  const before = originBefore(folder);
  const sameSettings = manifest.settings === origin.settings;
  const inputsBefore = once(() => planInputs(before, plan, planned, files));
  const listed = once(() => new Set(Array.from(manifest.files.values(), ({ inputs }) => inputs)));
  const alone = (table: TablePlan): string | undefined => {
    const file = files.get(table.table.name);
    return file && tableInputs(before, file, []);
  };
  const sameTables = once(() =>
    plan.tables.every((table) => listed().has(inputsBefore()(table)) || listed().has(alone(table))),
  );
  const sameDefinitions = (madeFrom: FilePlan["madeFrom"], inputs: string): boolean => {
    if (inputsBefore()(madeFrom) === inputs) return true;
    if (sameSettings) return false;
    return typeof madeFrom === "string" ? sameTables() : alone(madeFrom) === inputs;
  };
  return ({ path, madeFrom }, inputs) => {
    const entry = manifest.files.get(path);
    if (!entry || entry.inputs === inputs) return undefined;
    // An older version noted less.
    if (entry.inputs === undefined || manifest.userTypes === undefined) return "generator changed";
    if (!sameDefinitions(madeFrom, entry.inputs)) return "definitions changed";
    if (!sameSettings) return "config changed";
    return manifest.userTypes === origin.userTypes ? "generator changed" : "definitions changed";
  };
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

/** What each file of a plan is made from. */
export function planInputs(
  origin: Made,
  plan: Plan,
  planned: readonly FilePlan[],
  files: ReadonlyMap<string, DefinitionFile>,
): (madeFrom: FilePlan["madeFrom"]) => string {
  const context = contextOf(plan);
  const ofTables = new Map<TablePlan, string>();
  for (const [table, own] of context) {
    const file = files.get(table.table.name);
    if (file) ofTables.set(table, tableInputs(origin, file, own));
  }
  const selected = new Set(Array.from(context.keys(), ({ table }) => table.name));
  const unselected = [...files]
    .filter(([name]) => !selected.has(name))
    .map(([, file]) => tableInputs(origin, file, []));
  // A run without warnings alone may be one that the next need not repeat.
  const shared = [
    ...unselected,
    ...new Set([...context.values()].flat()),
    ...plan.warnings.map(({ message }) => message),
  ];
  const paths = planned.map(({ path }) => path);
  const ofKeyspace = keyspaceInputs(origin, paths, shared);
  return (madeFrom) => {
    if (madeFrom === "every table") return everyTableInputs(origin, ofTables.values());
    return (madeFrom === "the keyspace" ? undefined : ofTables.get(madeFrom)) ?? ofKeyspace;
  };
}

/** The last that were asked for: a run after another has most of its files. */
const ofFiles = new WeakMap<
  DefinitionFile,
  { readonly origin: string; readonly context: string; readonly inputs: string }
>();

/** What a table's files are made from. */
function tableInputs(made: Made, file: DefinitionFile, own: readonly string[]): string {
  const [origin, context] = [wordsOf(made), own.length === 0 ? "" : own.join()];
  const known = ofFiles.get(file);
  if (known?.origin === origin && known.context === context) return known.inputs;
  const inputs = inputsOf(made, ["table", hashOfDefinition(file), ...own]);
  ofFiles.set(file, { origin, context, inputs });
  return inputs;
}

let lastMade: { readonly made: Made; readonly words: string } | undefined;

/** The same text for the same origin, so that a thousand comparisons are of one and the same. */
function wordsOf(made: Made): string {
  if (lastMade?.made === made) return lastMade.words;
  const text = `${made.generator} ${made.settings} ${made.userTypes}`;
  const words = lastMade?.words === text ? lastMade.words : text;
  lastMade = { made, words };
  return words;
}

function hashOfDefinition({ bytes }: DefinitionFile): string {
  return hashOf(bytes);
}

/** What the files of the whole keyspace are made from: they name the others. */
function keyspaceInputs(origin: Made, paths: readonly string[], context: readonly string[]): string {
  return inputsOf(origin, ["keyspace", ...[...paths].sort(), ...[...context].sort()]);
}

function everyTableInputs(origin: Made, tables: Iterable<string>): string {
  return inputsOf(origin, ["every table", ...[...tables].sort()]);
}

/**
 * What each table's files take from the keyspace's other tables; mostly nothing. Names of tables that would meet are decided
 * together, so a new table can change another's; and a column can hold another table's id.
 */
function contextOf({ tables, ids }: Plan): ReadonlyMap<TablePlan, readonly string[]> {
  const ofIds = ids.length === 0 ? [] : [hashOf(JSON.stringify(ids))];
  return new Map(tables.map((table) => [table, table.hasPlainName ? ofIds : [table.apiName, ...ofIds]]));
}
