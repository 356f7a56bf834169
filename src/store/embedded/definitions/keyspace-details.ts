/**
 * What is kept of a keyspace and of a table beside their definitions, and how it is stored: as plain JSON, with what was
 * given alone.
 */
import { randomUUID } from "node:crypto";
import type { Replication } from "../../../model/print-cql.ts";
import { defaultTableOptions } from "../../details.ts";
import type {
  KeyspaceDetails,
  KeyspaceSettings,
  KnownTableDetails,
  TableDetails,
  TableOptions,
} from "../../details.ts";
import type { Layout } from "../rows/layout.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";

type StoredOptions = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Each is absent in data of earlier versions. */
export interface StoredSettings {
  readonly replication?: Readonly<Record<string, string>>;
  readonly durableWrites?: boolean;
}

/** The details of a table; also absent in data of earlier versions. */
export interface StoredDetails {
  readonly uuid?: string;
  readonly options?: StoredOptions;
}

const locator = "org.apache.cassandra.locator";
const oneCopy: ReadonlyMap<string, string> = new Map([
  ["class", `${locator}.SimpleStrategy`],
  ["replication_factor", "1"],
]);
/** The one of a cluster that is a single node. */
const dataCenter = "datacenter1";

/** @param wanted a map as CQL has it, a number of copies, or one for each data center */
export function replicationOf(
  wanted: Replication | ReadonlyMap<string, string> = oneCopy,
): ReadonlyMap<string, string> {
  if (wanted instanceof Map) return new Map(wanted);
  const counts = typeof wanted === "number" ? { [dataCenter]: wanted } : wanted;
  const factors = Object.entries(counts).map(([name, count]) => [name, String(count)] as const);
  return new Map([["class", `${locator}.NetworkTopologyStrategy`], ...factors]);
}

export function newDetails(options: TableOptions = new Map()): TableDetails {
  return { id: randomUUID(), options };
}

export function printSettings({ replication, durableWrites }: KeyspaceSettings): StoredSettings {
  return { replication: Object.fromEntries(replication), durableWrites };
}

export function parseSettings({ replication, durableWrites = true }: StoredSettings): KeyspaceSettings {
  return { replication: replication ? new Map(Object.entries(replication)) : oneCopy, durableWrites };
}

export function printDetails({ id, options }: TableDetails): StoredDetails {
  const printed = Array.from(options, ([name, value]) => {
    return [name, typeof value === "string" ? value : Object.fromEntries(value)] as const;
  });
  return { uuid: id, options: Object.fromEntries(printed) };
}

/** A table of an earlier version gets an id, which is to be stored. */
export function parseDetails({ uuid, options = {} }: StoredDetails): TableDetails {
  const parsed = Object.entries(options).map(([name, value]) => {
    return [name, typeof value === "string" ? value : new Map(Object.entries(value))] as const;
  });
  return uuid === undefined ? newDetails(new Map(parsed)) : { id: uuid, options: new Map(parsed) };
}

/** With the options that were given, the defaults, and those that are part of the definition. */
export function detailsOf({ settings, layouts }: KnownKeyspace): KeyspaceDetails {
  const tables = Array.from(layouts, ([name, layout]) => [name, tableDetailsOf(layout)] as const);
  return { ...settings, tables: new Map(tables) };
}

/** A layout is another object once something of its table has changed. */
const knownDetails = new WeakMap<Layout, KnownTableDetails>();

function tableDetailsOf(layout: Layout): KnownTableDetails {
  const known = knownDetails.get(layout);
  if (known) return known;
  const { table, details, numbers } = layout;
  const { description = "", defaultTimeToLive } = table;
  const defined = [["comment", description] as const, ["default_time_to_live", String(defaultTimeToLive)] as const];
  const options = new Map([...defaultTableOptions, ...details.options, ...defined]);
  const computed = { id: details.id, options, dropped: numbers.dropped };
  knownDetails.set(layout, computed);
  return computed;
}
