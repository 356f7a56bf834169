import { createHash } from "node:crypto";
import { byCodeUnits } from "../../model/index.ts";
import { printDetails, printSettings } from "./keyspace-details.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import { printStoredTable, printStoredUserType } from "./stored-definition.ts";

/** A keyspace is the same object until something of it changes. */
const hashes = new WeakMap<KnownKeyspace, string>();

/** A UUID that follows from all definitions: the same ones have the same, after a restart too. */
export function schemaVersionOf(keyspaces: Iterable<KnownKeyspace>): string {
  const sorted = [...keyspaces].sort((one, other) => byCodeUnits(one.keyspace.name, other.keyspace.name));
  const hash = createHash("sha256");
  for (const known of sorted) hash.update(hashOf(known));
  const bytes = hash.digest().subarray(0, 16);
  // Of a name, by its version and variant.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function hashOf(known: KnownKeyspace): string {
  const found = hashes.get(known);
  if (found !== undefined) return found;
  const { keyspace, settings, layouts } = known;
  const content = {
    name: keyspace.name,
    ...printSettings(settings),
    userTypes: keyspace.userTypes.map(printStoredUserType),
    tables: Array.from(layouts.values(), ({ table, details }) => ({
      ...printDetails(details),
      ...printStoredTable(table),
    })),
  };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  hashes.set(known, hash);
  return hash;
}
