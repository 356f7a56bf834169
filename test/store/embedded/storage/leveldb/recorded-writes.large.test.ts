/**
 * The store after a power cut at every point of its writes, as `record-writes.ts` recorded them.
 *
 * After a change of how the store writes, record again where strace is installed:
 * `COLONNADE_RECORD=1 npx vitest run test/store/embedded/storage/leveldb/recorded-writes.large.test.ts`
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "../../../../../src/store/index.ts";
import { items, refusalOf, temporaryDirectory } from "../../temporary-store.ts";
import { cuts } from "./power-cuts.ts";
import { recordWrites } from "./record-writes.ts";
import type { Step } from "./record-writes.ts";

const fixture = join(import.meta.dirname, "../../../../fixtures/store/recorded-writes.json.gz");

async function readSteps(): Promise<readonly Step[]> {
  return JSON.parse(gunzipSync(await readFile(fixture)).toString()) as readonly Step[];
}

beforeAll(async () => {
  if (!process.env["COLONNADE_RECORD"]) return;
  const place = await mkdtemp(join(tmpdir(), "colonnade-"));
  const steps = await recordWrites(join(place, "data"), items);
  await rm(place, { recursive: true });
  await writeFile(fixture, gzipSync(JSON.stringify(steps), { level: 9 }));
}, 60_000);

const isFolderSync = (step: Step): boolean => step[0] === "sync" && step[1] === ".";

/** How the store fares with what the disk kept. */
async function tryCuts(
  steps: readonly Step[],
  mostLost = Infinity,
): Promise<{ tried: number; refused: string[]; lost: string[] }> {
  const directory = join(await temporaryDirectory(), "data");
  const outcome = { tried: 0, refused: [] as string[], lost: [] as string[] };
  for (const { place, acknowledged, files } of cuts(steps)) {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory);
    for (const [name, bytes] of files) await writeFile(join(directory, name), bytes);
    outcome.tried++;
    const refusal = await refusalOf(
      openEmbeddedStore({ directory }).then(async (store) => {
        try {
          const rows = await store.select({ keyspace: "shop", table: "items", filters: [], pageSize: 100 }).then(
            (page) => page.rows,
            () => [],
          );
          const found = rows.map((row) => Number(row.get("item_no"))).filter((row) => row <= acknowledged);
          if (found.length < acknowledged) outcome.lost.push(`${place}: ${found.length} of ${acknowledged}`);
        } finally {
          await store.close();
        }
      }),
    );
    if (refusal !== undefined) outcome.refused.push(`${place}: ${refusal}`);
    if (outcome.lost.length >= mostLost) break;
  }
  return outcome;
}

describe("a power cut", () => {
  it("loses nothing acknowledged, and is taken for damage at one known moment alone", async () => {
    const steps = await readSteps();
    expect(steps.filter(([kind]) => kind === "acknowledge")).toHaveLength(10);
    const { tried, refused, lost } = await tryCuts(steps);
    // LevelDB writes which table it made, and syncs the name of the table a moment later: see docs/operations.md.
    const others = refused.filter(
      (text) => !/write MANIFEST.* 1 of the bytes: damaged: .*ldb: it is missing/.test(text),
    );
    expect({ others, lost }).toEqual({ others: [], lost: [] });
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(tried).toBeGreaterThan(100);
  }, 120_000);

  it("would lose rows if the folder were not synced", async () => {
    const { lost } = await tryCuts(
      (await readSteps()).filter((step) => !isFolderSync(step)),
      1,
    );
    expect(lost).not.toEqual([]);
  }, 120_000);
});
