/** Which keyspace a session's documents reach, on a service that holds the same table in two of them. */
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createSession, get, insert, serviceTransport, update } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import { batchWrites } from "@colonnade/runtime/batch";
import { stargateProfile } from "@colonnade/runtime/profiles";
import type { Call, CredentialsOptions, OpenSession, Transport } from "@colonnade/runtime";
import { createService } from "../../../src/service/index.ts";
import type { Service } from "../../../src/service/index.ts";
import { openFixture, user } from "../../service/service-fixture.ts";
import type { Fixture } from "../../service/service-fixture.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { notes } from "../notes-table.ts";

const definition = {
  name: "notes",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "title", typeDefinition: "text" },
    { name: "size", typeDefinition: "bigint" },
  ],
  primaryKey: { partitionKey: ["id"] },
};

let fixture: Fixture;
/** Serves `crm` at `/api/graphql`. */
let service: Service;
let calls: Call[] = [];
beforeEach(async () => {
  calls = [];
  fixture = await openFixture([definition]);
  const { store } = fixture;
  await store.createKeyspace("crm");
  for (const table of keyspaceOf("crm", [definition]).tables) await store.createTable("crm", table);
  service = createService({ store, user, keyspace: "crm" });
});
afterEach(() => fixture.close());

function open(options: Partial<CredentialsOptions> = {}): OpenSession {
  const send = serviceTransport(service);
  const transport: Transport = (call) => {
    if (!call.url.endsWith("/auth")) calls.push(call);
    return send(call);
  };
  return createSession({ url: "http://localhost", credentials: user, transport, random: () => 0, ...options });
}

async function titles(keyspace: string): Promise<unknown> {
  const { data } = await fixture.graphql("{ notes { values { id title } } }", {}, `/api/graphql/${keyspace}`);
  return (data as { notes: { values: unknown } }).notes.values;
}

describe("rows of shop.notes", () => {
  it("reach shop whatever the service serves at /api/graphql, from a session without the keyspace option", async () => {
    const session = open();
    await insert(session, notes, { id: 1, title: "a" });
    expect(await get(session, notes, { id: 1 })).toMatchObject({ title: "a" });
    expect(await titles("shop")).toEqual([{ id: 1, title: "a" }]);
    expect(await titles("crm")).toEqual([]);
    expect(calls.map(({ url }) => url)).toEqual(Array(2).fill("http://localhost/api/graphql/shop"));
    expect(calls.filter(({ headers }) => "x-service-keyspace" in headers)).toEqual([]);
  });

  it.each([true, false])(
    "are refused by a service that serves crm there, and go nowhere (batch: %s)",
    async (batch) => {
      const session = open({ keyspace: "shop", batch: batch ? batchWrites() : undefined });
      const calls = [
        insert(session, notes, { id: 1, title: "a" }),
        insert(session, notes, { id: 2, title: "b" }, { ifNotExists: true }),
        update(session, notes, { id: 3, title: "c" }),
        get(session, notes, { id: 1 }),
      ];
      for (const settled of await Promise.allSettled(calls)) {
        expect(settled).toMatchObject({
          status: "rejected",
          reason: { code: "bad-request", status: 400, outcome: "refused", keyspace: "shop" },
        });
        const { reason } = settled as { reason: Error };
        expect(reason.message).toContain("/api/graphql serves the keyspace 'crm', not 'shop'");
        expect(reason.message).toContain("without the keyspace option");
      }
      expect(await titles("crm")).toEqual([]);
      expect(await titles("shop")).toEqual([]);
    },
  );
});

it("a session with the keyspace option names it beside documents that have no keyspace in their path, and there alone", async () => {
  const session = open({ keyspace: "crm", hooks: callHooks({ headers: () => ({ "X-Service-Keyspace": "other" }) }) });
  await insert(session, { ...notes, keyspace: "crm" }, { id: 1, title: "a" });
  await insert(session, notes, { id: 1, title: "b" });
  await session.send({ operation: "list", method: "GET", path: "/api/rest/v1/keyspaces" });
  expect(calls.map(({ url, headers }) => [new URL(url).pathname, headers["x-service-keyspace"]])).toEqual([
    ["/api/graphql", "crm"],
    ["/api/graphql/shop", "other"],
    ["/api/rest/v1/keyspaces", "other"],
  ]);
  expect(await titles("crm")).toEqual([{ id: 1, title: "a" }]);
});

test("the profile of Stargate names no keyspace in a header", async () => {
  const sent: Call[] = [];
  const transport: Transport = async (call) => {
    sent.push(call);
    const json = call.url.endsWith("/auth") ? { authToken: "T" } : { data: { result: { applied: true } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  await insert(open({ keyspace: "shop", profile: stargateProfile(), transport }), notes, { id: 1 });
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/v1/auth", "/graphql/shop"]);
  expect(sent.filter(({ headers }) => "x-service-keyspace" in headers)).toEqual([]);
});

describe("a service that has no other address than /api/graphql", () => {
  /** Answers there alone, and does not know the header. */
  const hosted: Transport = async (call) => {
    const { pathname } = new URL(call.url);
    const answers: Readonly<Record<string, [number, unknown]>> = {
      "/api/rest/v1/auth": [201, { authToken: "a-token" }],
      "/api/graphql": [200, { data: { result: { applied: true } } }],
    };
    const [status, json] = answers[pathname] ?? [404, { description: "HTTP 404 Not Found" }];
    return { status, header: () => null, text: async () => JSON.stringify(json) };
  };

  it.each([true, false])(
    "is told of by the error of a session without the keyspace option (batch: %s)",
    async (batch) => {
      const session = open({ transport: hosted, batch: batch ? batchWrites() : undefined });
      for (const call of [() => insert(session, notes, { id: 1 }), () => get(session, notes, { id: 1 })]) {
        await expect(call()).rejects.toMatchObject({
          code: "not-found",
          message: expect.stringMatching(
            /^\w+ shop\.notes failed: HTTP 404, Not Found; if the service serves shop only at \/api\/graphql, open the session with keyspace: "shop" /,
          ) as string,
        });
      }
    },
  );

  it("is reached with it", async () => {
    const session = open({ transport: hosted, keyspace: "shop" });
    await expect(insert(session, notes, { id: 1 })).resolves.toEqual({ applied: true });
  });

  it("is told of in no other 404", async () => {
    const session = open({ transport: hosted });
    const call = session.send({ operation: "x", method: "GET", path: "/api/rest/v1/keyspaces/shop", keyspace: "shop" });
    await expect(call).rejects.toThrow(/^x failed: HTTP 404, Not Found \(/);
  });
});
