/**
 * A cluster of Apache Cassandra, or of a database with its protocol, as a store: rows, and the definitions that give them
 * their types.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Keyspace } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { ClusterWords } from "../../source/cql/cql-options.ts";
import type { Statistic } from "../statistics.ts";
import type { Store, TableSize } from "../store.ts";
import { Catalog } from "./catalog.ts";
import { Definitions } from "./definitions.ts";
import type { DefinitionOptions } from "./definitions.ts";
import { storeFailure } from "./failures.ts";
import { openCassandraClient } from "./open-client.ts";
import type { CassandraOptions, OpenClient } from "./open-client.ts";
import { cassandraRows } from "./rows.ts";
import type { CassandraRowsOptions, Rows } from "./rows.ts";
import { createSchemaReader } from "./schema-reader.ts";
import type { SchemaClient } from "./schema-reader.ts";
import { StoreError } from "../store-error.ts";

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
    const changes: DefinitionOptions = {
      catalog,
      execute: (cql) =>
        executeDefinition(client, cql).catch((error: unknown) => {
          throw storeFailure(error);
        }),
      replication: (wanted = replication) => replicationIn(dataCentersOf(client), wanted),
    };
    return new CassandraStore(opened, changes, cassandraRows({ client: opened.client, tables: catalog, joinsTurns }));
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

/** Definitions, and the rows in them. */
class CassandraStore extends Definitions implements Store {
  readonly #opened: OpenClient;
  readonly #catalog: Catalog;
  readonly #rows: Rows;
  #closing: Promise<void> | undefined;
  readonly insert: Store["insert"];
  readonly update: Store["update"];
  readonly delete: Store["delete"];
  readonly batch: Store["batch"];
  readonly select: Store["select"];

  constructor(opened: OpenClient, changes: DefinitionOptions, rows: Rows) {
    super(changes);
    this.#opened = opened;
    this.#catalog = changes.catalog;
    this.#rows = rows;
    this.insert = rows.insert;
    this.update = rows.update;
    this.delete = rows.delete;
    this.batch = rows.batch;
    this.select = rows.select;
  }

  keyspaces(): Promise<readonly string[]> {
    return this.#catalog.keyspaces();
  }

  keyspace(name: string): Promise<Keyspace | undefined> {
    return this.#catalog.known(name) ?? this.#catalog.keyspace(name);
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
    const done = Promise.all([this.#rows.close(), this.endChanges()]).then(() => this.#catalog.close());
    await Promise.race([done, sleep(closeMs, undefined, { ref: false })]);
    // Also where the time was not enough.
    void this.#catalog.close();
    await this.#opened.close();
  }
}

/** The usual number of replicas: two of three are a quorum, so that one node may be away. */
const usual = 3;

/**
 * The replication of a new keyspace, with a number for each data center: Cassandra before 4 takes no other.
 *
 * @param dataCenters that of each node
 * @param wanted @default 3, or as many as there are nodes
 */
export function replicationIn(dataCenters: readonly string[], wanted?: Replication): Replication {
  if (typeof wanted === "object") return wanted;
  const nodes = new Map<string, number>();
  for (const name of dataCenters) nodes.set(name, (nodes.get(name) ?? 0) + 1);
  return Object.fromEntries(Array.from(nodes, ([name, count]) => [name, wanted ?? Math.min(count, usual)]));
}

/** Dropping a keyspace with many tables takes long. */
const timeoutMs = 60_000;
const agreementMs = 30_000;
const checkMs = 200;

/**
 * Executes a statement that changes definitions, and waits until all nodes that are up have the change.
 *
 * @throws {StoreError} `timeout` when they do not agree in time: the change is applied nevertheless
 */
export async function executeDefinition(client: SchemaClient, cql: string): Promise<void> {
  // The driver waits for a while itself.
  const { info } = await client.execute(cql, [], { readTimeout: timeoutMs });
  if (info?.isSchemaInAgreement !== false) return;
  const deadline = performance.now() + agreementMs;
  while (!(await client.metadata.checkSchemaAgreement())) {
    if (performance.now() > deadline) {
      throw new StoreError("timeout", "the nodes of the cluster do not agree on its definitions");
    }
    await sleep(checkMs);
  }
}
