import { createHash } from "node:crypto";
import { byCodeUnits } from "../../../model/index.ts";
import type { UserType } from "../../../model/index.ts";
import type { Layout } from "../rows/layout.ts";
import { printDetails, printSettings } from "./keyspace-details.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import { printStoredTable, printStoredUserType } from "./stored-definition.ts";

/** A UUID derived from all definitions: the same definitions give the same UUID, also after a restart. */
export function schemaVersionOf(keyspaces: Iterable<KnownKeyspace>): string {
  const sorted = [...keyspaces].sort((one, other) => byCodeUnits(one.keyspace.name, other.keyspace.name));
  const bytes = hash(sorted.map(keyspaceHash)).subarray(0, 16);
  // Version and variant of a name-based UUID.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Unchanged keyspaces, types and tables stay the same objects, so that a change hashes only changed ones. */
const hashes = new WeakMap<KnownKeyspace | UserType | Layout, Buffer>();

function keyspaceHash(known: KnownKeyspace): Buffer {
  const { keyspace, settings, layouts } = known;
  return remembered(known, () => [
    JSON.stringify({ name: keyspace.name, ...printSettings(settings) }),
    ...keyspace.userTypes.map((type) => remembered(type, () => [JSON.stringify(printStoredUserType(type))])),
    ...Array.from(layouts.values(), tableHash),
  ]);
}

function tableHash(layout: Layout): Buffer {
  const { table, details } = layout;
  return remembered(layout, () => [JSON.stringify({ ...printDetails(details), ...printStoredTable(table) })]);
}

function remembered(of: KnownKeyspace | UserType | Layout, print: () => readonly (string | Buffer)[]): Buffer {
  const known = hashes.get(of) ?? hash(print());
  hashes.set(of, known);
  return known;
}

function hash(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
