import type { LoadedConfig } from "../../config/index.ts";
import type { Target } from "../../generate.ts";
import type { TextChange } from "./write-together.ts";

export type RenameMode = "in-code" | "in-database" | "to-config";

/** The changes of a rename besides those of the app and its bindings. */
export interface PlannedRename {
  readonly mode: RenameMode;
  /** Each output with its settings before and after. */
  readonly outputs: readonly { readonly before: Target; readonly after: Target }[];
  /** The changed config and definitions. */
  readonly files: readonly TextChange[];
  /** The statements that a person runs in the database, without semicolons. */
  readonly statements: readonly string[];
  /** The lines for the user to add to a config that cannot be edited. */
  readonly toAdd: readonly string[];
}

/** The project before a rename. */
export interface RenamedProject {
  readonly config: LoadedConfig;
  readonly targets: readonly Target[];
  readonly cwd: string;
}
