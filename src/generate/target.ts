/** What the pipeline takes and gives: a target with options, and a report of what was done or found. */
import type { Problem } from "../errors.ts";
import type { CompareOptions, CompareReport, WriteReport } from "../output/index.ts";
import type { PlanSettings } from "../plan/index.ts";
import type { RunCache } from "./run-cache.ts";
import type { OnPhase } from "./phases.ts";

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
  readonly cache?: RunCache | undefined;
  /** Is told how many milliseconds each phase of the work took. */
  readonly onPhase?: OnPhase | undefined;
  /** Is told of each file that is looked at: how many were, and of how many. */
  readonly onFile?: ((keyspace: string, done: number, total: number) => void) | undefined;
}

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
