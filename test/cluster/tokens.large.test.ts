/** Tokens that services share through a real cluster, by a clock that the test moves; the cluster's own goes on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import { openStoredTokens, tokenKeyspace } from "../../src/service/index.ts";
import { TokenRegister } from "../../src/service/tokens.ts";
import { openCassandraStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { everybody, userOf } from "../service/everybody.ts";

const dead = { problem: "authorization failed" };
const ofAnn = { user: userOf("ann") };
const minuteMs = 60_000;

await describeOnCluster("tokens in a cluster", (cluster) => {
  const stores: Store[] = [];
  let nowMs = Date.now();
  let registers: TokenRegister[] = [];
  beforeAll(async () => {
    const { contactPoints, credentials } = cluster();
    for (const _ of [1, 2]) stores.push(await openCassandraStore({ contactPoints, credentials }));
    registers = await Promise.all(
      stores.map(
        async (store) =>
          new TokenRegister({ users: everybody, now: () => nowMs, storage: await openStoredTokens(store) }),
      ),
    );
  }, 60_000);
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const accept = (register: number, token: string) => registers[register]?.accept(token);
  const create = async (): Promise<string> => (await registers[0]?.create(userOf("ann"))) ?? "";
  const rows = async () => {
    const selection = { keyspace: tokenKeyspace, table: "tokens", filters: [], pageSize: 1000 };
    return (await stores[0]?.select(selection))?.rows ?? [];
  };

  it("are accepted by both, do not die before 30 idle minutes, and do not live past 31", async () => {
    const token = await create();
    for (const [turn, idleMs] of [tokenIdleMs - 1, minuteMs - 1, tokenIdleMs - 1, 1, tokenIdleMs - 1].entries()) {
      nowMs += idleMs;
      expect(await accept(turn % 2, token)).toEqual(ofAnn);
    }
    nowMs += tokenIdleMs + minuteMs;
    expect(await accept(0, token)).toEqual(dead);
    expect(await accept(1, token)).toEqual(dead);
  }, 60_000);

  it("are ended for both, and not revived by a use that is written late", async () => {
    const before = new Set((await rows()).map((row) => row.get("hash")));
    const token = await create();
    expect(await accept(1, token)).toEqual(ofAnn);
    const hash = (await rows()).map((row) => row.get("hash")).find((one) => !before.has(one));
    const storage = await openStoredTokens(stores[0] as Store);
    await storage.remove(String(hash));
    nowMs += minuteMs;
    expect(await accept(0, token)).toEqual(dead);
    expect(await accept(1, token)).toEqual(dead);
    expect((await rows()).map((row) => row.get("hash"))).not.toContain(hash);
  }, 60_000);

  it("are hashed, and leave the cluster by themselves", async () => {
    const token = await create();
    expect(JSON.stringify((await rows()).map((row) => [...row]))).not.toContain(token);
    const definition = (await stores[0]?.keyspace(tokenKeyspace))?.tables[0];
    expect(definition?.defaultTimeToLive).toBe(32 * 60);
  }, 60_000);
});
