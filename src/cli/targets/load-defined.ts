import type { LoadedConfig } from "../../config/index.ts";
import type { DroppedColumn, Keyspace, KnownTypes } from "../../model/index.ts";
import { loadDropped } from "../../source/dropped-columns.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { customTypesOf, selectDefined } from "./keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";

/** A keyspace in its files, with the dropped columns recorded beside them. */
export interface DefinedKeyspace {
  readonly keyspace: Keyspace;
  readonly dropped: readonly DroppedColumn[];
}

interface Defined {
  readonly keyspaces: readonly DefinedKeyspace[];
  /** Type strings that the config accepts. */
  readonly customTypes: KnownTypes["customTypes"];
}

/**
 * Loads the keyspaces that flags and config select. @throws {ColonnadeError} the errors of selecting and reading them
 */
export async function loadDefined(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<Defined> {
  const { folders } = await selectDefined(flags, io, config);
  const customTypes = customTypesOf(folders.flatMap(({ settings }) => settings));
  const keyspaces: DefinedKeyspace[] = [];
  for (const { keyspace, directory } of folders) {
    const loaded = await loadKeyspace(directory, keyspace, { customTypes });
    keyspaces.push({ keyspace: loaded, dropped: loadDropped(directory) });
  }
  return { keyspaces, customTypes };
}
