import { expect, it } from "vitest";
import { CatalogRecords } from "../../../../src/store/embedded/definitions/catalog-records.ts";
import { Draft } from "../../../../src/store/embedded/storage/draft.ts";
import { KeyValueStore } from "../../../../src/store/embedded/storage/key-value-store.ts";
import { MemoryBackend } from "../../../../src/store/embedded/storage/memory-storage.ts";
import { StoredTimes } from "../../../../src/store/embedded/write/stored-times.ts";

const write = { timestamp: undefined };

it("drafts the record of times until one is on disk, and then once a second", async () => {
  const keyValues = new KeyValueStore(new MemoryBackend());
  const records = new CatalogRecords(keyValues);
  const times = new StoredTimes(records);
  const draftAt = (nowMs: number): readonly [Draft, (() => void) | undefined] => {
    times.next(nowMs, [write], false);
    const draft = new Draft(keyValues);
    return [draft, times.draftRecord(draft)];
  };
  const [lost] = draftAt(5000);
  const [draft, noteRecorded] = draftAt(5001);
  expect([lost, draft].map((one) => one.operations().length)).toEqual([1, 1]);
  await keyValues.write(draft.operations());
  noteRecorded?.();
  expect(draftAt(6001)[0].isEmpty).toBe(true);
  expect(draftAt(6002)[0].isEmpty).toBe(false);
  expect(new StoredTimes(records).next(0, [write], false).writtenAt).toBe(6_001_001);
});

it("records a time ahead of the clock at once, since later writes must be compared with it", () => {
  const keyValues = new KeyValueStore(new MemoryBackend());
  const times = new StoredTimes(new CatalogRecords(keyValues));
  const draftOf = (timestamp: number): boolean => {
    times.next(5000, [{ timestamp }], false);
    const draft = new Draft(keyValues);
    times.draftRecord(draft)?.();
    return !draft.isEmpty;
  };
  expect([5_000_000, 5_000_001, 9_000_000, 8_000_000, 9_000_001].map(draftOf)).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});
