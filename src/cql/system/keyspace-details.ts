import type { EmbeddedStore } from "../../store/index.ts";
import type { TableOptions } from "../definition/table-options.ts";
import { nameUuid } from "./name-uuid.ts";
import { isSystemKeyspace } from "./system-tables.ts";

/** What a store keeps of a keyspace beside its definitions. */
export interface KeyspaceDetails {
  readonly replication: ReadonlyMap<string, string>;
  readonly durableWrites: boolean;
  readonly tables: ReadonlyMap<string, TableDetails>;
}

export interface TableDetails {
  /** A UUID. */
  readonly id: string;
  readonly options: TableOptions;
}

export const locatorPackage = "org.apache.cassandra.locator.";

const oneCopy: ReadonlyMap<string, string> = new Map([
  ["class", `${locatorPackage}SimpleStrategy`],
  ["replication_factor", "1"],
]);

export function detailsOf(store: EmbeddedStore, keyspace: string): KeyspaceDetails {
  return isSystemKeyspace(keyspace) ? systemDetails(keyspace) : userDetails(store, keyspace);
}

function userDetails(_store: EmbeddedStore, _keyspace: string): KeyspaceDetails {
  return { replication: oneCopy, durableWrites: true, tables: new Map() };
}

export function tableDetails({ tables }: KeyspaceDetails, keyspace: string, table: string): TableDetails {
  return tables.get(table) ?? { id: nameUuid(keyspace, table), options: new Map() };
}

/** What Cassandra 5.0 has for its own keyspaces. */
const replicas: Readonly<Record<string, string>> = { system_auth: "1", system_distributed: "3", system_traces: "2" };

function systemDetails(keyspace: string): KeyspaceDetails {
  const factor = replicas[keyspace];
  return {
    replication: new Map(
      factor === undefined
        ? [["class", `${locatorPackage}LocalStrategy`]]
        : [
            ["class", `${locatorPackage}SimpleStrategy`],
            ["replication_factor", factor],
          ],
    ),
    durableWrites: true,
    tables: new Map(),
  };
}
