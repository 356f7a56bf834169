import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { onTestFinished, vi } from "vitest";
import { parseTableDefinition } from "../../../src/model/index.ts";
import type { IndexDefinition, Table, UserType } from "../../../src/model/index.ts";
import { openEmbeddedStore, StoreError } from "../../../src/store/index.ts";
import type { EmbeddedStore, Row, Store, Value, Values } from "../../../src/store/index.ts";

/** A folder that is gone after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "colonnade-store-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export interface OpenStore {
  readonly store: EmbeddedStore;
  readonly directory: string;
  /** The clock of the store, in milliseconds. */
  readonly clock: { now: number };
}

/** A store with the keyspace `shop` and the tables that are given, closed after the test. */
export async function openStore(tables: readonly Table[] = [], directory?: string): Promise<OpenStore> {
  const place = directory ?? (await temporaryDirectory());
  const clock = { now: Date.UTC(2020, 6, 31) };
  const store = await openEmbeddedStore({ directory: place, now: () => clock.now });
  onTestFinished(() => store.close());
  await store.createKeyspace("shop");
  for (const table of tables) await store.createTable("shop", table);
  return { store, directory: place, clock };
}

interface TableParts {
  readonly defaultTimeToLive?: number;
  readonly indexes?: readonly IndexDefinition[];
  readonly userTypes?: readonly UserType[];
}

/** A table by its columns: `table("hits", { page: "text", views: "counter" }, ["page"])`. */
export function table(
  name: string,
  columns: Readonly<Record<string, string>>,
  partitionKey: readonly string[],
  clusteringKey: Readonly<Record<string, "ASC" | "DESC">> = {},
  more: number | TableParts = {},
): Table {
  const {
    defaultTimeToLive = 0,
    indexes = [],
    userTypes = [],
  } = typeof more === "number" ? { defaultTimeToLive: more } : more;
  const definition = {
    name,
    columnDefinitions: Object.entries(columns).map(([column, type]) => ({
      name: column,
      typeDefinition: type.replace(/ static$/, ""),
      static: type.endsWith(" static"),
    })),
    primaryKey: { partitionKey, clusteringKey: Object.keys(clusteringKey) },
    tableOptions: {
      defaultTimeToLive,
      clusteringExpression: Object.entries(clusteringKey).map(([column, order]) => ({ column, order })),
    },
    indexes,
  };
  const { table: parsed, problems } = parseTableDefinition(definition, {
    userTypes: new Map(userTypes.map((type) => [type.name, type])),
  });
  if (!parsed) throw new Error(problems.map(({ message }) => message).join("\n"));
  return parsed;
}

/** The tables that the captures of a real database are about. */
export const products = table(
  "products",
  { id: "uuid", name: "text", description: "text", price: "decimal", created: "timestamp" },
  ["id"],
);
export const readings = table(
  "readings",
  {
    sensor: "text",
    day: "int",
    at: "timestamp",
    seq: "int",
    owner: "text static",
    site: "uuid static",
    value: "double",
    note: "text",
  },
  ["sensor", "day"],
  { at: "DESC", seq: "ASC" },
);
export const items = table("items", { order_id: "int", item_no: "int", sku: "text" }, ["order_id"], { item_no: "ASC" });
export const hits = table("hits", { page: "text", day: "int", views: "counter", clicks: "counter" }, ["page"], {
  day: "ASC",
});

export type Columns = Readonly<Record<string, Value | null>>;

export function values(columns: Columns): Values {
  return new Map(Object.entries(columns));
}

/** Rows as plain objects, without their nulls. */
export function plain(rows: readonly Row[]): Columns[] {
  return rows.map((row) => Object.fromEntries([...row].filter(([, value]) => value !== null)));
}

/** All rows of a table in the order of a scan. */
export async function scan(store: Store, name: string): Promise<Columns[]> {
  return plain((await store.select({ keyspace: "shop", table: name, filters: [], pageSize: 1000 })).rows);
}

/** What a call is refused with, or undefined when it is not. */
export async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

type Batch = ReturnType<ClassicLevel["batch"]>;
type Write = Batch["write"];

const begin = ClassicLevel.prototype.batch as () => Batch;

/** LevelDB refuses the next write, or does not acknowledge it although the bytes are on disk. */
export function failNextWrite(error: Error, what: "refused" | "not acknowledged" = "refused"): void {
  let isNext = true;
  changeWrites((_, write) => {
    const fails = isNext;
    isNext = false;
    if (!fails) return write;
    return async (options) => {
      if (what === "not acknowledged") await write(options);
      throw error;
    };
  });
}

/** How many changes each write to LevelDB has from now on, and how it is done. */
export function watchWrites(): readonly { readonly length: number; readonly options: unknown }[] {
  const writes: { readonly length: number; readonly options: unknown }[] = [];
  changeWrites((batch, write) => (options) => {
    writes.push({ length: batch.length, options });
    return write(options);
  });
  return writes;
}

function changeWrites(change: (batch: Batch, write: Write) => (options: Parameters<Write>[0]) => Promise<void>): void {
  const changed = function (this: ClassicLevel): Batch {
    const batch = begin.call(this);
    batch.write = change(batch, batch.write.bind(batch)) as Write;
    return batch;
  };
  vi.spyOn(ClassicLevel.prototype, "batch").mockImplementation(changed as typeof ClassicLevel.prototype.batch);
}
