/**
 * The sentence of the program: load a source, parse it into the model, plan every file and name, emit text, then write it
 * or compare it with what is there.
 *
 * In comes a target, out goes a report. Opens no socket, reads no secret, prints nothing.
 */
import { emitKeyspace } from "./emit/index.ts";
import { compareArtifacts, writeArtifacts } from "./output/index.ts";
import type { Artifact, CompareReport, WriteOptions, WriteReport } from "./output/index.ts";
import { planKeyspace } from "./plan/index.ts";
import type { PlanSettings } from "./plan/index.ts";
import { loadKeyspace } from "./source/files.ts";

export { findKeyspaces } from "./source/files.ts";

/** One keyspace and where its bindings go. */
export interface Target extends PlanSettings {
  readonly keyspace: string;
  /** The keyspace's folder of definition files. */
  readonly definitions: string;
  /** The folder of generated files; they sit directly in it. */
  readonly output: string;
}

export interface GenerateReport {
  readonly keyspace: string;
  /** How many tables the keyspace has. */
  readonly tables: number;
  readonly report: WriteReport;
}

export interface CheckReport {
  readonly keyspace: string;
  readonly tables: number;
  readonly report: CompareReport;
}

/** The bindings of a keyspace, before they are written or compared. */
export interface Rendering {
  readonly target: Target;
  readonly artifacts: readonly Artifact[];
  readonly tables: number;
}

/**
 * Writes the bindings of a keyspace.
 * @throws {ColonnadeError} before anything is written, when the definitions or the output folder are wrong
 */
export async function generate(target: Target, options: WriteOptions = {}): Promise<GenerateReport> {
  return write(await render(target), options);
}

/** Compares the bindings of a keyspace with what they would be now; writes nothing. */
export async function compare(target: Target): Promise<CheckReport> {
  const { artifacts, tables } = await render(target);
  const report = await compareArtifacts(target.output, artifacts);
  return { keyspace: target.keyspace, tables, report };
}

/** Loads, plans and emits; writes nothing. For callers with several targets, who write when all of them are rendered. */
export async function render(target: Target): Promise<Rendering> {
  const keyspace = await loadKeyspace(target.definitions, target.keyspace);
  const plan = planKeyspace(keyspace, target);
  return { target, artifacts: emitKeyspace(plan), tables: keyspace.tables.length };
}

/** Writes what was rendered. */
export async function write(rendering: Rendering, options: WriteOptions = {}): Promise<GenerateReport> {
  const { target, artifacts, tables } = rendering;
  const report = await writeArtifacts(target.output, artifacts, options);
  return { keyspace: target.keyspace, tables, report };
}
