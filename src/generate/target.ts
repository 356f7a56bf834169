/** The input and output of the pipeline: a target with options, and a report. */
import type { Problem } from "../errors.ts";
import type { CompareOptions, CompareReport, WriteReport } from "../output/index.ts";
import type { OutputSettings } from "../plan/index.ts";
import type { RunCache } from "./run-cache.ts";
import type { OnPhase } from "./phases.ts";

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
