import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes, ToldKeyspace } from "../../model/index.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** What the definitions are compared with. */
export interface Against {
  /** As shown to users: `main`, `the live database`, `old/definitions`. */
  readonly name: string;
  readonly load: (folder: DefinedFolder, known: KnownDefinitions) => Promise<FoundKeyspace>;
  /** Its other keyspaces whose folder was removed. Absent if they are not known. */
  readonly findGone?: (
    folders: readonly DefinedFolder[],
  ) => readonly DefinedFolder[] | Promise<readonly DefinedFolder[]>;
}

/** What is known when the other side is read. */
export interface KnownDefinitions extends Pick<KnownTypes, "customTypes"> {
  /** From the files: what a service does not report is taken from here, so that it does not count as a change. */
  readonly defined: Keyspace;
}

export interface FoundKeyspace extends ToldKeyspace {
  readonly warnings?: readonly Problem[];
  /** All dropped columns that it remembers; absent if it does not report them. */
  readonly dropped?: readonly DroppedColumn[];
}
