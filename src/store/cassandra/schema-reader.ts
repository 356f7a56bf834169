/** Reads definitions from the system tables of a cluster. */
import type { Keyspace } from "../../model/index.ts";
import { byCodeUnits } from "../../model/index.ts";
import type { Client, Host } from "../../source/cql/driver.ts";
import { parseSystemRows } from "../../source/cql/parse-system-rows.ts";
import { readSystemRows } from "../../source/cql/read-system-rows.ts";
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

/** Keyspaces of the database itself, which are neither listed nor changed. */
export function isSystemKeyspace(name: string): boolean {
  return /^system(?:_|$)/.test(name);
}

/** Well below the time that requests wait: what cannot be read now is read with the next look. */
const timeoutMs = 5_000;

export function createSchemaReader(client: SchemaClient): SchemaReader {
  const query = async (cql: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    try {
      return (await client.execute(cql, [], { host: chooseHost(client), readTimeout: timeoutMs })).rows;
    } catch (error) {
      throw unreadable(error);
    }
  };
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
    keyspace: async (name) => {
      try {
        const rows = await readSystemRows({ client, host: chooseHost(client), timeoutMs }, name);
        const { keyspace, notes } = parseSystemRows(name, rows, { mayLack: () => true });
        const hidden = notes.filter(({ kind }) => kind === "left-out" || kind === "materialized-view");
        return { keyspace, leftOut: hidden.map(({ table }) => table) };
      } catch (error) {
        if (isColonnadeError(error) && error.code === "cql-no-keyspace") return undefined;
        throw unreadable(error);
      }
    },
  };
}

/** A node that responds, always the same one, so that all results are one node's view. */
function chooseHost(client: SchemaClient): Host {
  const hosts = [...client.getState().getConnectedHosts(), ...(client.hosts?.values() ?? [])];
  const host = hosts.find((one) => one.isUp()) ?? hosts[0];
  if (host) return host;
  throw new Error("the client is not connected");
}

function unreadable(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError("unavailable", `the definitions of the cluster cannot be read: ${reason}`, error, "no");
}
