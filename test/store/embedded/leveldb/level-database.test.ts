/** What would end the process in the binding is refused, and what is under way ends before the database closes. */
import { afterEach, describe, expect, it } from "vitest";
import { LevelDatabase } from "../../../../src/store/embedded/leveldb/level-database.ts";
import { temporaryDirectory } from "../temporary-store.ts";

const opened: LevelDatabase[] = [];

async function open(directory?: string): Promise<LevelDatabase> {
  const database = new LevelDatabase(directory ?? (await temporaryDirectory()));
  await database.open();
  opened.push(database);
  return database;
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

const bytes = (text: string): Buffer => Buffer.from(text);
const texts = (buffers: readonly Buffer[]): string[] => buffers.map(String);

async function put(database: LevelDatabase, ...keys: string[]): Promise<void> {
  const batch = database.batch();
  for (const key of keys) batch.put(bytes(key), bytes(`value of ${key}`));
  await batch.write({ sync: true });
}

describe("LevelDB in a folder", () => {
  it("keeps what was written, and applies a batch as a whole", async () => {
    const directory = await temporaryDirectory();
    const database = await open(directory);
    await put(database, "a", "b", "c");
    const batch = database.batch();
    batch.del(bytes("a"));
    batch.put(bytes("d"), Buffer.of());
    expect(database.getSync(bytes("a"))).toEqual(bytes("value of a"));
    await batch.write({ sync: true });
    await database.close();
    await database.open();
    expect(texts(await database.keys({}).all())).toEqual(["b", "c", "d"]);
    expect(database.getSync(bytes("a"))).toBeUndefined();
    expect(database.getSync(bytes("d"))).toEqual(Buffer.of());
  });

  it("reads ranges forward and backward, with a limit and in parts", async () => {
    const database = await open();
    await put(database, "a", "b", "c", "d");
    expect(texts(await database.keys({ gte: bytes("b"), lt: bytes("d") }).all())).toEqual(["b", "c"]);
    expect(texts(await database.keys({ gt: bytes("b"), limit: 1 }).all())).toEqual(["c"]);
    expect(texts(await database.keys({ lt: bytes("d"), reverse: true, limit: 2 }).all())).toEqual(["c", "b"]);
    const cursor = database.iterator({});
    expect((await cursor.nextv(3)).map(([key, value]) => `${key}: ${value}`)).toHaveLength(3);
    expect(await cursor.nextv(3)).toEqual([[bytes("d"), bytes("value of d")]]);
    expect(await cursor.nextv(3)).toEqual([]);
    await cursor.close();
    const keys: string[] = [];
    for await (const [key] of database.iterator({ highWaterMarkBytes: 1 })) keys.push(String(key));
    expect(keys).toEqual(["a", "b", "c", "d"]);
  });

  it("shows a snapshot as it was", async () => {
    const database = await open();
    await put(database, "a");
    const snapshot = database.snapshot();
    const cursor = database.keys({});
    await put(database, "a", "b");
    expect(database.getSync(bytes("b"), { snapshot })).toBeUndefined();
    expect(texts(await database.keys({ snapshot }).all())).toEqual(["a"]);
    expect(texts(await cursor.all())).toEqual(["a"]);
    await snapshot.close();
    await snapshot.close();
    expect(() => database.getSync(bytes("a"), { snapshot })).toThrow("Snapshot is not open");
    expect(() => database.keys({ snapshot })).toThrow("Snapshot is not open");
  });

  it("refuses every call before it opens and after it closes", async () => {
    const database = new LevelDatabase(await temporaryDirectory());
    const expectRefused = async (): Promise<void> => {
      const refused = { code: "LEVEL_DATABASE_NOT_OPEN" };
      for (const call of [
        () => database.getSync(bytes("a")),
        () => database.snapshot(),
        () => database.iterator({}),
        () => database.keys({}),
        () => database.batch(),
      ]) {
        expect(call).toThrow(expect.objectContaining(refused));
      }
      await expect(database.approximateSize(bytes("a"), bytes("b"))).rejects.toMatchObject(refused);
      await expect(database.compactRange(bytes("a"), bytes("b"))).rejects.toMatchObject(refused);
    };
    await expectRefused();
    await database.close();
    await database.open();
    const batch = database.batch();
    batch.put(bytes("a"), bytes("b"));
    await database.close();
    await expectRefused();
    await expect(batch.write({ sync: true })).rejects.toThrow("Database is not open");
  });

  it("closes what is open of it first, and ends what is under way", async () => {
    const database = await open();
    await put(database, ...Array.from({ length: 500 }, (_, number) => String(number)));
    const [reading, idle, snapshot] = [database.iterator({}), database.keys({}), database.snapshot()];
    const read = reading.nextv(500);
    const batch = database.batch();
    batch.put(bytes("last"), bytes("one"));
    const written = batch.write({ sync: true });
    await Promise.all([database.close(), database.close()]);
    expect(await read).toHaveLength(500);
    await written;
    await expect(reading.nextv(1)).rejects.toMatchObject({ code: "LEVEL_ITERATOR_NOT_OPEN" });
    await idle.close();
    await snapshot.close();
    await database.open();
    expect(database.getSync(bytes("last"))).toEqual(bytes("one"));
  });

  it("refuses to read from a cursor twice at once", async () => {
    const database = await open();
    await put(database, "a");
    const cursor = database.keys({});
    const [first, second] = await Promise.allSettled([cursor.nextv(1), cursor.nextv(1)]);
    expect(first).toMatchObject({ value: [bytes("a")] });
    expect(second).toMatchObject({ reason: { code: "LEVEL_ITERATOR_BUSY" } });
    await cursor.close();
  });

  it("says why it cannot be opened", async () => {
    const database = await open();
    const second = new LevelDatabase(database.location);
    await expect(second.open()).rejects.toMatchObject({
      message: "Database failed to open",
      cause: { code: "LEVEL_LOCKED" },
    });
    expect(second.status).toBe("closed");
    await second.close();
  });

  it("knows how large a range is, and compacts it", async () => {
    const database = await open();
    await put(database, "a", "b");
    await database.compactRange(bytes("a"), bytes("z"));
    expect(await database.approximateSize(bytes("a"), bytes("z"))).toBeGreaterThan(0);
  });
});
