/** What an error of one operation means: by the server's own words or its code, never by a value that it repeats. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { get, insert, scan, serviceProfile, update } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { stargateProfile } from "@colonnade/runtime/profiles";
import type { Meaning, Profile, Transport } from "@colonnade/runtime";
import { meaningByWords } from "../../../src/runtime/profile/by-words.ts";
import { meaningOf } from "../../../src/runtime/profile/meaning-of.ts";
import { runs } from "../../support/long.ts";
import { notes, openWith } from "../notes-table.ts";

interface Case {
  readonly from: string;
  readonly message: string;
  readonly meaning: Meaning;
}

const recorded = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../fixtures/graphql/problems.json"), "utf8"),
) as readonly Case[];

/** Of versions that were not run, from their sources. */
const known: readonly (readonly [string, Meaning])[] = [
  ["Operation timed out - received only 1 responses.", "unknown"],
  ["Operation failed - received 0 responses and 1 failures: UNKNOWN from /10.0.0.1:7000", "unknown"],
  ["CAS operation timed out: received 1 of 2 required responses after 3 contention retries", "unknown"],
  ["CAS operation result is unknown - proposal accepted by 1 but not a quorum.", "unknown"],
  [
    "Exception while fetching data (/w3) : org.apache.cassandra.stargate.exceptions.WriteTimeoutException: x",
    "unknown",
  ],
  ["java.util.concurrent.CompletionException: org.apache.x.OverloadedException: too much", "overloaded"],
  ["Database is overloaded", "overloaded"],
  ["Too many in flight hints: 1024", "overloaded"],
  ["gocql: no response received from cassandra within timeout period", "unknown"],
  ["gocql: no hosts available in the pool", "refused"],
  ["read tcp 10.0.0.1:51234->10.0.0.2:9042: i/o timeout", "unknown"],
  ["Cannot achieve consistency level LOCAL_QUORUM", "refused"],
  [
    "org.apache.cassandra.stargate.exceptions.UnauthorizedException: system keyspace is not user-modifiable.",
    "forbidden",
  ],
  ["Exception while fetching data (/w0) : authorization failed", "refused"],
  ["", "unknown"],
];

describe("a message", () => {
  test.each(recorded.map(({ message, meaning, from }) => [message, meaning, from] as const))(
    "as it was recorded, %j, means %s (%s)",
    (message, meaning) => {
      expect(meaningByWords({ message })).toBe(meaning);
    },
  );
  test.each(known)("%j means %s", (message, meaning) => {
    expect(meaningByWords({ message })).toBe(meaning);
  });
});

/** Of Stargate, with the names of its classes. */
const ofStargate = /exception/i;

describe("a message without a code", () => {
  const messages = [...recorded.map(({ message, meaning }) => [message, meaning] as const), ...known];
  test.each(messages.filter(([message]) => !ofStargate.test(message)))(
    "%j leaves a write of our profile in doubt if it means %s to others",
    (message, meaning) => {
      expect(meaningOf({ message })).toBe(meaning === "forbidden" ? "refused" : meaning);
    },
  );
});

test.each<[string, Meaning]>([
  ["unavailable", "unknown"],
  ["internal", "unknown"],
  ["invalid", "refused"],
  ["unknown-table", "refused"],
])("the code %s means %s, whatever the message says", (code, meaning) => {
  const message = meaning === "refused" ? "Operation timed out - received only 1 responses." : "no";
  for (const meaningIn of [meaningOf, meaningByWords]) {
    expect(meaningIn({ message, extensions: { code } })).toBe(meaning);
  }
});

test.each(["unavailable", "full", "data-in-use", "foreign-data", "newer-data"])(
  "a write that a store refused with %s before it began may be sent again",
  (code) => {
    expect(meaningOf({ message: "The data is not available", extensions: { code, applied: "no" } })).toBe("not-now");
  },
);

/** Refusals that repeat a value, as servers word them. */
const refusals: readonly ((value: string) => string)[] = [
  (value) => `Invalid constant ("${value}")`,
  (value) => `Invalid STRING constant (${value}) for "price" of type decimal`,
  (value) => `invalid UUID "${value}"`,
  (value) => `Unable to make int from '${value}'`,
  (value) => `Unknown field name '${value}'.`,
  (value) => `Exception while fetching data (/result) : Invalid UUID string: ${value}`,
  (value) =>
    `Exception while fetching data (/result) : java.lang.IllegalArgumentException: Invalid Inet value ${value}`,
  (value) => `org.apache.cassandra.stargate.exceptions.InvalidRequestException: Undefined column name ${value}`,
  (value) =>
    `Argument "value" has invalid value {id: 1, title: ${JSON.stringify(value)}}.\nIn field "id": Unknown field.`,
];
const telling = [
  ...["failed login", "timeout", "timed out", "overloaded", "authorization failed", "Not authorized"],
  ...recorded.filter(({ meaning }) => meaning !== "refused").map(({ message }) => message),
  ...known.map(([message]) => message),
];
const value = fc.oneof(
  fc.constantFrom(...telling),
  fc.tuple(fc.string(), fc.constantFrom(...telling), fc.string()).map((parts) => parts.join("")),
);

describe("a value in a refusal", () => {
  it("never decides what it means", () => {
    fc.assert(
      fc.property(fc.constantFrom(...refusals), value, (refusal, held) => {
        const message = refusal(held);
        expect([meaningOf({ message }), meaningByWords({ message })]).toEqual(["refused", "refused"]);
      }),
      runs(1_000, 50_000),
    );
  });

  const profiles: readonly (readonly [string, Profile])[] = [
    ["our service", serviceProfile],
    ["Stargate", stargateProfile()],
  ];
  test.each(profiles)(
    "has a write sent once, and a refused condition told as what it is, by %s",
    async (_, profile) => {
      let documents = 0;
      const transport: Transport = async ({ url }) => {
        const problem = { message: 'Invalid constant ("failed login: authorization failed")', path: ["result"] };
        if (!url.endsWith("/auth")) documents += 1;
        const json = url.endsWith("/auth") ? { authToken: "a-token" } : { data: { result: null }, errors: [problem] };
        return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
      };
      const session = openWith({ transport }, { profile });
      await expect(insert(session, notes, { id: 1 })).rejects.toMatchObject({ code: "field", outcome: "refused" });
      expect(documents).toBe(1);
      await expect(insert(session, notes, { id: 1 }, { ifNotExists: true })).rejects.toMatchObject({ code: "field" });
      await expect(get(session, notes, { id: 1 })).rejects.toMatchObject({ code: "field" });
      expect(documents).toBe(3);
    },
  );

  it("makes no dead token of a 401, and no missing right", async () => {
    const { readReply } = stargateProfile();
    const read = (status: number, body: unknown): number | undefined => {
      const text = JSON.stringify(body);
      return readReply?.({ status, header: () => null, text: async () => text }, text).status;
    };
    const dead = { data: { a: null }, errors: [{ message: 'Invalid constant ("authorization failed")', path: ["a"] }] };
    expect(read(200, dead)).toBe(200);
    const said = "Role unauthorized for operation: authorization failed";
    expect(read(401, { description: `${said}: User t has no SELECT permission on <x>` })).toBe(401);
    expect(read(401, { description: `${said} (Not authorized, exceptions.UnauthorizedException)` })).toBe(401);
    expect(read(401, { errors: [{ message: "Not authorized" }] })).toBe(403);
  });
});

describe("a right that is missing", () => {
  const message =
    "org.apache.cassandra.stargate.exceptions.UnauthorizedException: User reader has no SELECT permission on <table shop.notes> or any of its parents";
  /** Says of each field whether the user may do it. */
  const forbidding =
    (isForbidden: (index: number) => boolean): Transport =>
    async ({ url, body }) => {
      const names = [...(body ?? "").matchAll(/(w\d+|result): /g)].map(([, name = ""]) => name);
      const errors = names
        .filter((_, index) => isForbidden(index))
        .map((name) => ({ message: `Exception while fetching data (/${name}) : ${message}`, path: [name] }));
      const refused = new Set(errors.map(({ path }) => path[0]));
      const data = names.map((name) => [
        name,
        refused.has(name) ? null : { applied: true, values: [], pageState: null },
      ]);
      const json = url.endsWith("/auth") ? { authToken: "a-token" } : { errors, data: Object.fromEntries(data) };
      return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
    };
  const forbidden = {
    name: "ForbiddenError",
    code: "forbidden",
    status: 403,
    outcome: "refused",
    message: expect.stringMatching(
      /^\w+ shop\.notes failed: HTTP 403, .*User reader has no SELECT permission on <table shop\.notes> or any of its parents; grant it, or use another role \(request /,
    ) as string,
  };

  it.each([true, false])("is a ForbiddenError of reads and writes (batch: %s)", async (batch) => {
    const session = openWith(
      { transport: forbidding(() => true) },
      { profile: stargateProfile(), batch: batch ? batchWrites() : undefined },
    );
    const calls = [
      () => get(session, notes, { id: 1 }),
      () => scan(session, notes).toArray(),
      () => insert(session, notes, { id: 1 }),
      () => insert(session, notes, { id: 1 }, { ifNotExists: true }),
      () => update(session, notes, { id: 1, title: "a" }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(forbidden);
  });

  it("is one of the write alone that has it, among others of a document", async () => {
    const session = openWith({ transport: forbidding((index) => index === 1) }, { profile: stargateProfile() });
    const settled = await Promise.allSettled([1, 2, 3].map((id) => insert(session, notes, { id })));
    expect(settled).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: forbidden },
      { status: "fulfilled" },
    ]);
  });
});
