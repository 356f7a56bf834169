/** Changes of a keyspace itself: what each stores, and the keyspace after it. */
import { isKeyspaceName } from "../../../model/index.ts";
import type { KeyspaceSettings } from "../../details.ts";
import { rejection } from "../rows/rejection.ts";
import type { Operation } from "../storage/key-value-store.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import { printSettings } from "./keyspace-details.ts";
import { knownKeyspace, withDefinitions } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace } from "./known-keyspace.ts";
import { tableRemoval } from "./table-changes.ts";

export function addKeyspace(
  known: KnownKeyspace | undefined,
  name: string,
  settings: KeyspaceSettings,
): DefinitionChange | undefined {
  if (known) return undefined;
  if (!isKeyspaceName(name)) {
    throw rejection(
      "Keyspace name must not be empty and must contain alphanumeric or underscore characters only, at most 48 " +
        `(got ${JSON.stringify(name)})`,
    );
  }
  return { operations: [settingsRecord(name, settings)], after: knownKeyspace(name, settings, [], []) };
}

export function changeKeyspace(known: KnownKeyspace, changed: Partial<KeyspaceSettings>): DefinitionChange {
  const settings = { ...known.settings, ...changed };
  return { operations: [settingsRecord(known.keyspace.name, settings)], after: withDefinitions(known, { settings }) };
}

export function removeKeyspace(known: KnownKeyspace | undefined): DefinitionChange | undefined {
  if (!known) return undefined;
  const { keyspace, types, layouts } = known;
  const removal = (...parts: readonly string[]): Operation => ({ type: "del", key: recordKey(parts) });
  const operations = [
    removal("keyspace", keyspace.name),
    ...Array.from(types.keys(), (type) => removal("type", keyspace.name, type)),
    ...Array.from(layouts.values(), tableRemoval),
  ];
  return { operations, after: undefined };
}

function settingsRecord(name: string, settings: KeyspaceSettings): Operation {
  return recordPut(["keyspace", name], printSettings(settings));
}
