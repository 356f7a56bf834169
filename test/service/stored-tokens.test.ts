/** Tokens that services share through a store; that of a cluster is in test/cluster. */
import { describe, expect, it, vi } from "vitest";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import { createService } from "../../src/service/index.ts";
import { openStoredTokens, tokenKeyspace, withoutTokens } from "../../src/service/stored-tokens.ts";
import { TokenRegister } from "../../src/service/tokens.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { request } from "./service-fixture.ts";
import { everybody, userOf } from "./everybody.ts";

const dead = { problem: "authorization failed" };
const minuteMs = 60_000;

/** Two services on one store, by one clock. */
async function open() {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const now = (): number => clock.ms;
  const store = await openMemoryStore({ now });
  const [one, other] = [await openStoredTokens(store), await openStoredTokens(store)];
  const registers = [
    new TokenRegister({ users: everybody, now, storage: one }),
    new TokenRegister({ users: everybody, now, storage: other }),
  ] as const;
  const rows = async () =>
    (await store.select({ keyspace: tokenKeyspace, table: "tokens", filters: [], pageSize: 100 })).rows;
  return { clock, store, registers, rows };
}

describe("tokens in a store", () => {
  it("are accepted by a service that did not create them, and their text is nowhere in it", async () => {
    const { registers, rows } = await open();
    const token = await registers[0].create(userOf("ann"));
    expect(await registers[1].accept(token)).toEqual({ user: userOf("ann") });
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.get("user")).toMatch(/^\S{44} ann$/);
    expect(JSON.stringify([...(row ?? [])])).not.toContain(token);
  });

  it("do not die before 30 idle minutes, nor live past 31, when used by turns", async () => {
    const { clock, registers } = await open();
    const token = await registers[0].create(userOf("ann"));
    for (let turn = 0; turn < 20; turn++) {
      clock.ms += tokenIdleMs - 1;
      expect(await registers[turn % 2]?.accept(token)).toEqual({ user: userOf("ann") });
      clock.ms += minuteMs - 1;
      expect(await registers[turn % 2]?.accept(token)).toEqual({ user: userOf("ann") });
    }
    clock.ms += tokenIdleMs + minuteMs;
    for (const register of registers) expect(await register.accept(token)).toEqual(dead);
  });

  it("are written once a minute for all services together, which read them before", async () => {
    const clock = { ms: Date.UTC(2026, 0, 1) };
    const now = (): number => clock.ms;
    const store = await openMemoryStore({ now });
    let writes = 0;
    const counting: Store = {
      ...withoutTokens(store),
      createKeyspace: (name) => store.createKeyspace(name),
      createTable: (keyspace, table) => store.createTable(keyspace, table),
      insert: (write) => store.insert(write),
      select: (selection) => store.select(selection),
      update: (write) => (writes++, store.update(write)),
    };
    const registers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        return new TokenRegister({ users: everybody, now, storage: await openStoredTokens(counting) });
      }),
    );
    const token = (await registers[0]?.create(userOf("ann"))) ?? "";
    for (let second = 0; second < 600; second++, clock.ms += 1000) {
      expect(await registers[second % 10]?.accept(token)).toEqual({ user: userOf("ann") });
    }
    expect(writes).toBe(9);
  });

  it("leave the store by themselves, a while after they died", async () => {
    const { clock, registers, rows } = await open();
    const [used] = [await registers[0].create(userOf("ann")), await registers[1].create(userOf("bob"))];
    clock.ms += 20 * minuteMs;
    await registers[0].accept(used);
    clock.ms += 12 * minuteMs;
    expect((await rows()).map((row) => row.get("user"))).toEqual([expect.stringMatching(/ ann$/)]);
    clock.ms += 21 * minuteMs;
    expect(await rows()).toEqual([]);
  });

  it("go by the time of day, which goes on while a machine sleeps; those in memory by the time of the process", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const store = await openMemoryStore();
    const user = { username: "ann", password: "correct horse" };
    const statuses: number[] = [];
    try {
      for (const options of [{ tokenStorage: await openStoredTokens(store) }, {}]) {
        const service = createService({ store, user, ...options });
        const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
        const headers = { "x-service-token": (json as { authToken: string }).authToken };
        const list = () => request(service, "GET", "/api/rest/v1/keyspaces", undefined, headers);
        statuses.push((await list()).status);
        vi.setSystemTime(Date.now() + tokenIdleMs + minuteMs);
        statuses.push((await list()).status);
      }
    } finally {
      vi.useRealTimers();
      await store.close();
    }
    expect(statuses).toEqual([200, 401, 200, 200]);
  });

  it("stay in the store for as long as a service whose clock is a minute behind may accept them", async () => {
    const { clock, registers, rows } = await open();
    await registers[0].create(userOf("ann"));
    clock.ms += tokenIdleMs + 2 * minuteMs - 1;
    expect(await rows()).toHaveLength(1);
    clock.ms += 1;
    expect(await rows()).toEqual([]);
  });

  it("are written with a condition each, so that clusters put late writes in their order", async () => {
    const { clock, store } = await open();
    const conditions: unknown[] = [];
    const recording: Store = {
      ...store,
      createKeyspace: (name) => store.createKeyspace(name),
      keyspaces: () => store.keyspaces(),
      keyspace: (name) => store.keyspace(name),
      createTable: (keyspace, table) => store.createTable(keyspace, table),
      select: (selection) => store.select(selection),
      insert: async (write) => (conditions.push(["insert", write.ifNotExists]), store.insert(write)),
      update: async (write) => (conditions.push(["update", write.ifExists]), store.update(write)),
      delete: async (write) => (conditions.push(["delete", write.ifExists]), store.delete(write)),
    };
    const storage = await openStoredTokens(recording);
    const token = { owner: "ann", lastUseMs: clock.ms };
    await storage.add("hash", token);
    const later = { ...token, lastUseMs: clock.ms + minuteMs };
    expect(await storage.slide("hash", later)).toBe(later.lastUseMs);
    await storage.remove("hash");
    expect(await storage.slide("hash", later)).toBeUndefined();
    expect(conditions).toEqual([
      ["insert", true],
      ["update", true],
      ["delete", true],
    ]);
  });

  it("never change their owner, and are none without one or without a last use", async () => {
    const { clock, store } = await open();
    const storage = await openStoredTokens(store);
    const token = { owner: "ann", lastUseMs: clock.ms };
    await storage.add("hash", token);
    await storage.add("hash", { owner: "bob", lastUseMs: clock.ms + 1 });
    expect(await storage.find("hash")).toEqual(token);
    const target = { keyspace: tokenKeyspace, table: "tokens" };
    await store.insert({
      ...target,
      values: new Map([
        ["hash", "no-use"],
        ["user", "ann"],
      ]),
    });
    await store.insert({
      ...target,
      values: new Map<string, string | Date>([
        ["hash", "no-owner"],
        ["last_use", new Date()],
      ]),
    });
    expect([await storage.find("no-use"), await storage.find("no-owner"), await storage.find("never")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("stay ended, even when a use of them is written late", async () => {
    const { clock, store, registers, rows } = await open();
    const token = await registers[0].create(userOf("ann"));
    const [row] = await rows();
    const storage = await openStoredTokens(store);
    await storage.remove(String(row?.get("hash")));
    clock.ms += minuteMs;
    expect(await registers[0].accept(token)).toEqual(dead);
    expect(await rows()).toEqual([]);
  });
});

describe("services on one store, with a user from the environment", () => {
  const path = "/api/rest/v1/keyspaces";
  const start = async (store: Store, password: string) => {
    const user = { username: "ann", password };
    const service = createService({ store, user, tokenStorage: await openStoredTokens(store) });
    const login = async (): Promise<string> => {
      const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
      return (json as { authToken: string }).authToken;
    };
    const statusWith = async (token: string): Promise<number> =>
      (await request(service, "GET", path, undefined, { "x-service-token": token })).status;
    return { login, statusWith };
  };

  it("accept each other's tokens while they have the same password, and none of an earlier one", async () => {
    const { store } = await open();
    const [one, other] = [await start(store, "correct horse"), await start(store, "correct horse")];
    const token = await one.login();
    expect(await other.statusWith(token)).toBe(200);
    const changed = await start(store, "battery staple");
    expect(await changed.statusWith(token)).toBe(401);
    expect(await one.statusWith(await changed.login())).toBe(401);
    expect(await one.statusWith(token)).toBe(200);
  });

  it("store nothing that a guessed password could be compared with", async () => {
    const { store, rows } = await open();
    const { login } = await start(store, "correct horse");
    const tokens = [await login(), await login()];
    const stored = await rows();
    // What depended on the password alone would be the same in both.
    expect(new Set(stored.map((row) => row.get("user"))).size).toBe(2);
    const text = JSON.stringify(stored.map((row) => [...row]));
    for (const secret of ["correct horse", ...tokens]) expect(text).not.toContain(secret);
  });
});

describe("clients of the service", () => {
  const table = keyspaceOf("shop", [
    { name: "t", columnDefinitions: [{ name: "id", typeDefinition: "int" }], primaryKey: { partitionKey: ["id"] } },
  ]).tables[0];
  const place = { keyspace: tokenKeyspace, table: "tokens" };
  const calls: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
    ["select", (store) => store.select({ ...place, filters: [], pageSize: 1 })],
    ["insert", (store) => store.insert({ ...place, values: new Map([["hash", "a"]]) })],
    ["update", (store) => store.update({ ...place, values: new Map([["hash", "a"]]) })],
    ["delete", (store) => store.delete({ ...place, key: new Map([["hash", "a"]]) })],
    ["batch", (store) => store.batch([{ kind: "insert", ...place, values: new Map([["hash", "a"]]) }])],
    ["createTable", (store) => store.createTable(tokenKeyspace, table as NonNullable<typeof table>)],
    ["alterTable", (store) => store.alterTable(tokenKeyspace, "tokens", { kind: "comment", text: "" })],
    ["truncateTable", (store) => store.truncateTable(tokenKeyspace, "tokens")],
    ["dropTable", (store) => store.dropTable(tokenKeyspace, "tokens")],
    ["createUserType", (store) => store.createUserType(tokenKeyspace, { name: "a", fields: [] })],
    [
      "alterUserType",
      (store) => store.alterUserType(tokenKeyspace, "a", { kind: "rename-field", field: "b", to: "c" }),
    ],
    ["dropUserType", (store) => store.dropUserType(tokenKeyspace, "a")],
  ];

  it.each(calls)("cannot reach the tokens by %s", async (_, call) => {
    const { store } = await open();
    await expect(call(withoutTokens(store))).rejects.toMatchObject({ code: "unknown-keyspace" });
  });

  it("neither see the keyspace of tokens, nor create or drop it, nor hear of it", async () => {
    const { store } = await open();
    const seen = withoutTokens(store);
    const told: unknown[] = [];
    seen.onChange((changed) => told.push(changed.keyspace));
    await seen.createKeyspace("shop");
    expect(await seen.keyspaces()).toEqual(["shop"]);
    expect(await seen.keyspace(tokenKeyspace)).toBeUndefined();
    await expect(seen.createKeyspace(tokenKeyspace)).rejects.toMatchObject({ code: "invalid" });
    expect(await seen.dropKeyspace(tokenKeyspace)).toBe(false);
    await store.dropKeyspace(tokenKeyspace);
    expect(told).toEqual(["shop"]);
  });
});
