import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, KnownTypes, ToldKeyspace } from "../../model/index.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** What is compared with. */
export interface Against {
  /** As a person names it: `main`, `the live database`, `old/definitions`. */
  readonly name: string;
  readonly load: (folder: DefinedFolder, known: KnownDefinitions) => Promise<FoundKeyspace>;
  /** Keyspaces that it has beside those that are compared, and whose folder is gone. Absent where they are not known. */
  readonly findGone?: (
    folders: readonly DefinedFolder[],
  ) => readonly DefinedFolder[] | Promise<readonly DefinedFolder[]>;
}

/** What helps to read the other side. */
export interface KnownDefinitions extends Pick<KnownTypes, "customTypes"> {
  /** As the files have it: what a service does not tell is taken from there, and so is no difference. */
  readonly defined: Keyspace;
}

export interface FoundKeyspace extends ToldKeyspace {
  readonly warnings?: readonly Problem[];
  /** All columns that it remembers; absent where it does not tell. */
  readonly dropped?: readonly DroppedColumn[];
}
