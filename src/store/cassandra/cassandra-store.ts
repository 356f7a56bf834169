/**
 * A cluster of Apache Cassandra, or of a database with its protocol, as a store: rows, and the definitions that give them
 * their types.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { ClusterWords } from "../../source/cql/cql-options.ts";
import type { Statistic } from "../statistics.ts";
import { StoreError } from "../store-error.ts";
import type {
  ChangedDefinitions,
  Delete,
  Insert,
  Outcome,
  Page,
  Selection,
  Store,
  TableChange,
  TableSize,
  Update,
  UserTypeChange,
  Write,
  WriteOptions,
} from "../store.ts";
import { Catalog } from "./catalog.ts";
import { Definitions } from "./definitions.ts";
import { executeDefinition } from "./execute-definition.ts";
import { storeFailure } from "./failures.ts";
import { openCassandraClient } from "./open-client.ts";
import type { CassandraOptions, OpenClient } from "./open-client.ts";
import { replicationIn } from "./replication.ts";
import { cassandraRows } from "./rows.ts";
import type { CassandraRowsOptions, Rows } from "./rows.ts";
import { createSchemaReader } from "./schema-reader.ts";
import type { SchemaClient } from "./schema-reader.ts";

export type CassandraStoreOptions = CassandraOptions & {
  /** The replication of new keyspaces. @default 3 replicas in each data center, or as many as it has nodes */
  readonly replication?: Replication | undefined;
  /** The names of the options in messages. @default their names in code */
  readonly words?: ClusterWords | undefined;
} & Pick<CassandraRowsOptions, "joinsTurns">;

/**
 * Connects to a cluster.
 *
 * @throws {ColonnadeError} those of `openCassandraClient`
 * @throws {StoreError} `unavailable` when the definitions cannot be read
 */
export async function openCassandraStore({
  replication,
  words,
  joinsTurns,
  ...options
}: CassandraStoreOptions): Promise<Store> {
  const opened = await openCassandraClient(options, words);
  try {
    // The definitions use a part of the client whose types are the same but declared differently.
    const client = opened.client as unknown as SchemaClient;
    const catalog = await Catalog.open(createSchemaReader(client));
    const definitions = new Definitions({
      catalog,
      execute: (cql) =>
        executeDefinition(client, cql).catch((error: unknown) => {
          throw storeFailure(error);
        }),
      replication: (wanted = replication) => replicationIn(dataCentersOf(client), wanted),
    });
    const rows = cassandraRows({ client: opened.client, tables: catalog, joinsTurns });
    return new CassandraStore(opened, catalog, definitions, rows);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function dataCentersOf(client: SchemaClient): readonly string[] {
  return (client.hosts?.values() ?? []).flatMap(({ datacenter }) => datacenter ?? []);
}

/** Requests in flight for longer fail: the driver tries one node after the other, for 12 seconds each. */
const closeMs = 3_000;

class CassandraStore implements Store {
  readonly #opened: OpenClient;
  readonly #catalog: Catalog;
  readonly #definitions: Definitions;
  readonly #rows: Rows;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(opened: OpenClient, catalog: Catalog, definitions: Definitions, rows: Rows) {
    this.#opened = opened;
    this.#catalog = catalog;
    this.#definitions = definitions;
    this.#rows = rows;
  }

  keyspaces(): Promise<readonly string[]> {
    return this.#track(() => this.#catalog.keyspaces());
  }

  keyspace(name: string): Promise<Keyspace | undefined> {
    return this.#catalog.known(name) ?? this.#track(() => this.#catalog.keyspace(name));
  }

  insert(write: Insert): Promise<Outcome> {
    return this.#rows.insert(write);
  }

  update(write: Update): Promise<Outcome> {
    return this.#rows.update(write);
  }

  delete(write: Delete): Promise<Outcome> {
    return this.#rows.delete(write);
  }

  batch(writes: readonly Write[], options?: WriteOptions): Promise<readonly Outcome[]> {
    return this.#rows.batch(writes, options);
  }

  select(selection: Selection): Promise<Page> {
    return this.#rows.select(selection);
  }

  createKeyspace(name: string, replication?: Replication): Promise<boolean> {
    return this.#track(() => this.#definitions.createKeyspace(name, replication));
  }

  createUserType(keyspace: string, type: UserType): Promise<boolean> {
    return this.#track(() => this.#definitions.createUserType(keyspace, type));
  }

  alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void> {
    return this.#track(() => this.#definitions.alterUserType(keyspace, type, change));
  }

  createTable(keyspace: string, table: Table): Promise<boolean> {
    return this.#track(() => this.#definitions.createTable(keyspace, table));
  }

  alterTable(keyspace: string, table: string, change: TableChange): Promise<void> {
    return this.#track(() => this.#definitions.alterTable(keyspace, table, change));
  }

  truncateTable(keyspace: string, table: string): Promise<void> {
    return this.#track(() => this.#definitions.truncateTable(keyspace, table));
  }

  dropTable(keyspace: string, table: string): Promise<boolean> {
    return this.#track(() => this.#definitions.dropTable(keyspace, table));
  }

  dropUserType(keyspace: string, type: string): Promise<boolean> {
    return this.#track(() => this.#definitions.dropUserType(keyspace, type));
  }

  dropKeyspace(name: string): Promise<boolean> {
    return this.#track(() => this.#definitions.dropKeyspace(name));
  }

  onChange(listener: (changed: ChangedDefinitions) => void): () => void {
    return this.#definitions.onChange(listener);
  }

  async statistics(): Promise<readonly Statistic[]> {
    return this.#rows.statistics();
  }

  /** A node knows only the size of its own part. */
  async tableSizes(): Promise<ReadonlyMap<string, TableSize>> {
    return new Map();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#release());
  }

  async #release(): Promise<void> {
    const settled = Promise.allSettled([this.#rows.close(), ...this.#underWay]);
    await Promise.race([settled, sleep(closeMs, undefined, { ref: false })]);
    this.#catalog.close();
    await this.#opened.close();
  }

  /** Lets `close` wait for work on definitions; rows track their own requests. */
  async #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw new StoreError("unavailable", "the store is closed", undefined, "no");
    const running = work();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }
}
