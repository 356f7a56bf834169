import type { Artifact, RunInputs, OutputFolder } from "../output/index.ts";
import type { DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import type { TargetReport } from "./target.ts";

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
