/** Reads definitions from the system tables of a cluster. */
import type { Keyspace } from "../../model/index.ts";
import { byCodeUnits } from "../../model/index.ts";
import type { Client, Host } from "../../source/cql/driver.ts";
import { parseSystemRows } from "../../source/cql/parse-system-rows.ts";
import { isSystemKeyspace, readSystemRows } from "../../source/cql/introspect-cql.ts";
import { isColonnadeError } from "../../errors.ts";
import { StoreError } from "../store-error.ts";

export interface SchemaReader {
  /** Another one after each change of definitions, whoever made it. */
  version(): Promise<string>;
  /** The keyspaces of users, in code-unit order. */
  names(): Promise<readonly string[]>;
  /** Undefined if it does not exist. */
  keyspace(name: string): Promise<ReadKeyspace | undefined>;
}

export interface ReadKeyspace {
  readonly keyspace: Keyspace;
  /** Names of tables, views and user types that a definition cannot express. */
  readonly leftOut: readonly string[];
}

/** What of a client the definitions of a cluster need. */
export type SchemaClient = Pick<Client, "connect" | "shutdown" | "execute" | "getState" | "hosts" | "metadata">;

/** Well below the time that requests wait: what cannot be read now is read with the next look. */
const timeoutMs = 3_000;
/** One node may be down, and another one stopped without anybody knowing yet. */
const mostNodes = 3;

export function createSchemaReader(client: SchemaClient): SchemaReader {
  /** The node that responded last, so that all results are one node's view as long as it does. */
  let last: Host | undefined;
  const readFrom = async <Result>(read: (host: Host) => Promise<Result>): Promise<Result> => {
    let failure: unknown = new Error("the client is not connected");
    for (const host of hostsOf(client, last).slice(0, mostNodes)) {
      try {
        const result = await read(host);
        last = host;
        return result;
      } catch (error) {
        failure = error;
      }
    }
    throw unreadable(failure);
  };
  const query = (cql: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    readFrom(async (host) => (await client.execute(cql, [], { host, readTimeout: timeoutMs })).rows);
  return {
    version: async () => {
      const [row] = await query("SELECT schema_version FROM system.local");
      return String(row?.["schema_version"]);
    },
    names: async () => {
      const rows = await query("SELECT keyspace_name FROM system_schema.keyspaces");
      const names = rows.map((row) => String(row["keyspace_name"]));
      return names.filter((name) => !isSystemKeyspace(name)).sort(byCodeUnits);
    },
    keyspace: (name) =>
      readFrom(async (host) => {
        const rows = await readSystemRows({ client, host, timeoutMs }, name).catch((error: unknown) => {
          if (isColonnadeError(error) && error.code === "cql-no-keyspace") return undefined;
          throw error;
        });
        if (!rows) return undefined;
        const { keyspace, notes } = parseSystemRows(name, rows, { mayLack: () => true });
        const hidden = notes.filter(({ kind }) => kind === "left-out" || kind === "materialized-view");
        return { keyspace, leftOut: hidden.map(({ table }) => table) };
      }),
  };
}

/** The given node, then those that are up, then the others. */
function hostsOf(client: SchemaClient, first: Host | undefined): readonly Host[] {
  const hosts = new Set([...client.getState().getConnectedHosts(), ...(client.hosts?.values() ?? [])]);
  const rank = (host: Host): number => (!host.isUp() ? 2 : host === first ? 0 : 1);
  return [...hosts].sort((one, other) => rank(one) - rank(other));
}

function unreadable(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError("unavailable", `the definitions of the cluster cannot be read: ${reason}`, error, "no");
}
