import type { FoundConfig } from "./found-config.ts";
import type { Project } from "./project.ts";

/** The answers so far, by flag; folders as they were given. */
export type Draft = Readonly<Partial<Record<QuestionFlag, string>>>;

export type QuestionFlag = "keyspace" | "definitions" | "output" | "format" | "validators";

/** What is known before anything is asked. */
export interface Known {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  /** The config file's name, where `--config` gives one. */
  readonly named?: string | undefined;
}
