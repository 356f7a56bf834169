import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { OpenSession } from "@colonnade/runtime";
import type { Credentials } from "@colonnade/runtime/protocol";
import type { CqlListener } from "../cql/index.ts";
import { orderUserTypes } from "../model/cql-type.ts";
import type { Keyspace } from "../model/index.ts";
import {
  Faults,
  ServiceClock,
  Snapshots,
  checkRows,
  createService,
  emptyTables,
  hashPassword,
  listRows,
  listUsers,
  listen,
  loadRows,
  writeRows,
} from "../service/index.ts";
import type { Listener, SeedRows, Service } from "../service/index.ts";
import { findKeyspaces } from "../source/folder.ts";
import { loadKeyspace } from "../source/parse-keyspace.ts";
import { openMemoryStore } from "../store/index.ts";
import type { Store } from "../store/index.ts";

export interface TestServiceOptions {
  /** The folder of definitions: of one keyspace, or with a folder for each. A relative path begins at the working folder. */
  readonly definitions: string | URL;
  /** The keyspace of `/api/graphql`. @default the only one */
  readonly keyspace?: string;
  /** The initial rows, also after `reset`: JSON objects keyed by CQL column name, or a folder of JSON lines. @default none */
  readonly rows?: SeedRows | string | URL;
}

/** Where drivers of the database connect to, as those of Node take it. */
export interface TestContact {
  /** `["127.0.0.1:41234"]` */
  readonly contactPoints: string[];
  readonly localDataCenter: string;
  readonly host: string;
  readonly port: number;
}

export interface TestService {
  /** For bound functions. Its requests go through the whole service, but through no port. */
  readonly session: OpenSession;
  /** The service as a function. */
  readonly service: Service;
  /** Its store, in memory. */
  readonly store: Store;
  /** The user for whom clients of `url` create tokens. */
  readonly credentials: Credentials;
  /** The time by which tokens and rows expire. */
  readonly clock: ServiceClock;
  /** Rules by which requests fail: `faults.set([{ operation: "insertProducts", drop: "after", count: 1 }])`. */
  readonly faults: Faults;
  /** The base address, on a free port of this machine; the first call opens it. */
  readonly url: () => Promise<string>;
  /**
   * Where drivers and cqlsh find the same data, on a free port of this machine; the first call opens it. It asks for no
   * password, as a new Cassandra does: `new Client(await service.cql())`.
   */
  readonly cql: () => Promise<TestContact>;
  /** Deletes all rows, writes the initial ones, clears all faults and resets the clock. Definitions and tokens stay. */
  readonly reset: () => Promise<void>;
  /** Copies all rows into memory, for `restore`; a later copy of that name takes its place. @default name "default" */
  readonly snapshot: (name?: string) => Promise<void>;
  /** Replaces all rows by those of a snapshot. Clock and faults stay. @throws {Error} if there is none */
  readonly restore: (name?: string) => Promise<void>;
  /** Closes the session, the port and the store. */
  readonly close: () => Promise<void>;
  /** The same as `close`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Opens a separate service: it shares nothing with others in this or another process.
 *
 * @throws {ColonnadeError} `no-definitions`, `bad-definitions` or `bad-rows`
 */
export async function openTestService({ definitions, keyspace, rows = {} }: TestServiceOptions): Promise<TestService> {
  const folders = await findKeyspaces(pathOf(definitions));
  const keyspaces = await Promise.all(folders.map((folder) => loadKeyspace(folder.directory, folder.keyspace)));
  const given =
    typeof rows === "string" || rows instanceof URL ? loadRows(pathOf(rows), keyspaces) : listRows(rows, keyspaces);
  const seeded = checkRows(given, keyspaces);

  const [clock, faults] = [new ServiceClock(), new Faults()];
  const store = await openMemoryStore({ now: clock.now });
  const snapshots = new Snapshots(store);
  await define(store, keyspaces);
  await writeRows(store, seeded);

  const credentials = { username: "test", password: randomBytes(18).toString("base64url") };
  const user = {
    id: "test",
    name: credentials.username,
    readOnly: false,
    passwordHash: hashPassword(credentials.password, quick),
  };
  const served = keyspace ?? (keyspaces.length === 1 ? keyspaces[0]?.name : undefined);
  const service = createService({
    store,
    users: listUsers([user]),
    now: clock.now,
    control: { clock, faults, snapshots, expireRows: () => store.expireRows() },
    ...(served !== undefined && { keyspace: served }),
  });
  // The name is never looked up.
  const session = createSession({ url: "http://localhost", credentials, transport: serviceTransport(service) });

  let listening: Promise<Listener> | undefined;
  let drivers: Promise<CqlListener> | undefined;
  const openDrivers = async (): Promise<CqlListener> => {
    // Few tests use a driver: the others start sooner so.
    const { listenCql } = await import("../cql/index.ts");
    const door = await listenCql({ port: 0, host: "127.0.0.1", graceMs: 0 });
    await door.open({ store, now: clock.now, faults });
    return door;
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await session.close();
    await (await listening)?.close();
    await (await drivers)?.close();
    await store.close();
  };
  return {
    session,
    service,
    store,
    credentials,
    clock,
    faults,
    url: async () => (await (listening ??= listen(service, { port: 0, graceMs: 0 }))).url,
    cql: async () => {
      const { address: host, port } = await (drivers ??= openDrivers());
      return { contactPoints: [`${host}:${port}`], localDataCenter: dataCenter, host, port };
    },
    reset: async () => {
      clock.reset();
      faults.clear();
      await emptyTables(store);
      await writeRows(store, seeded);
    },
    snapshot: (name = "default") => snapshots.take(name),
    restore: async (name = "default") => {
      if (!(await snapshots.restore(name))) throw new Error(`there is no snapshot ${name}`);
    },
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** As the tables of the system name it. */
const dataCenter = "datacenter1";

/** A cheap hash suffices for a password that ends with the test. */
const quick = { n: 2, p: 1 };

async function define(store: Store, keyspaces: readonly Keyspace[]): Promise<void> {
  for (const { name, userTypes, tables } of keyspaces) {
    await store.createKeyspace(name);
    for (const type of orderUserTypes(userTypes)) await store.createUserType(name, type);
    for (const table of tables) await store.createTable(name, table);
  }
}

function pathOf(folder: string | URL): string {
  return typeof folder === "string" ? folder : fileURLToPath(folder);
}
