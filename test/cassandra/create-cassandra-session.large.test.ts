/** The session of `@colonnade/cassandra` on a real node: how it connects, what it closes, and how it fails. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Client } from "cassandra-driver";
import { afterAll, beforeAll, expect, it, test, vi } from "vitest";
import { bulk } from "@colonnade/runtime/bulk";
import type { OutcomeUnknownError, ServiceError } from "@colonnade/runtime";
import { createCassandraSession } from "@colonnade/cassandra";
import type { CassandraSessionOptions, CassandraSession } from "@colonnade/cassandra";
import {
  findMessagesByRoom,
  getRooms,
  insertMessagesByRoom,
  insertRooms,
  scanRooms,
} from "../../examples/cassandra/generated/index.js";
import { runLine } from "../cli/run-line.ts";
import { describeOnCluster } from "../cluster/describe-on-cluster.ts";
import { nodeCertificate } from "../cluster/node-files.ts";
import { repository } from "../support/repository.ts";

await describeOnCluster("a session on a cluster", (cluster) => {
  const sessions: CassandraSession[] = [];
  const point = (): string => cluster().contactPoints.join();
  const optionsOf = (): CassandraSessionOptions => ({
    contactPoints: cluster().contactPoints,
    localDataCenter: "datacenter1",
    credentials: cluster().credentials,
    tls: { ca: nodeCertificate },
  });
  const open = (options = optionsOf()): CassandraSession => {
    const session = createCassandraSession(options);
    sessions.push(session);
    return session;
  };
  const errorOf = (work: Promise<unknown>): Promise<ServiceError> =>
    work.then(
      () => expect.unreachable(),
      (error: unknown) => error as ServiceError,
    );
  const clientOf = (encoding: object): Client => {
    const { contactPoints, credentials } = cluster();
    const sslOptions = { rejectUnauthorized: false };
    return new Client({
      contactPoints: [...contactPoints],
      localDataCenter: "datacenter1",
      credentials,
      sslOptions,
      encoding,
    });
  };

  beforeAll(async () => {
    await cluster().run("DROP KEYSPACE IF EXISTS chat;");
    const { username, password } = cluster().credentials;
    const pushed = await runLine(`push --contact-points ${point()} --replication 1`, {
      cwd: join(repository, "examples/cassandra"),
      env: { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password },
    });
    expect(pushed).toMatchObject({ code: 0 });
  }, 60_000);

  afterAll(async () => {
    for (const session of sessions) await session.close();
  });

  it("runs the example", { timeout: 60_000 }, async () => {
    const { username, password } = cluster().credentials;
    vi.stubEnv("CASSANDRA_CONTACT_POINT", point());
    vi.stubEnv("CASSANDRA_USERNAME", username);
    vi.stubEnv("CASSANDRA_PASSWORD", password);
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await import("../../examples/cassandra/start.js");
    const said = log.mock.calls.flat();
    log.mockRestore();
    vi.unstubAllEnvs();
    expect(said).toEqual([
      "opened the room",
      "grace: Since eight. 👍 2\nada: Does the loom run?",
      "200 older messages",
      "moderated by ada",
    ]);
  });

  it("connects at its first call", async () => {
    const session = open();
    const opened = new Date("2026-11-23T09:00:00Z");
    expect(await insertRooms(session, { name: "spindles", opened, moderators: ["ada"] })).toEqual({ applied: true });
    const row = { name: "spindles", topic: null, moderators: ["ada"], opened };
    expect(await getRooms(session, { name: "spindles" })).toEqual(row);
    const again = await insertRooms(session, { name: "spindles" }, { ifNotExists: true });
    expect(again).toEqual({ applied: false, current: row });
  });

  it("keeps a window of requests in flight, however many rows a bulk load has", { timeout: 60_000 }, async () => {
    const session = open();
    const at = (index: number): Date => new Date(Date.UTC(2026, 0, 1) + index * 1000);
    const reactions = new Map([["👍", 1]]);
    const messages = Array.from({ length: 1000 }, (_, index) => ({
      ...{ room: "archive", sentAt: at(index), author: "ada", body: `Line ${index}`, reactions },
    }));
    const result = await bulk(messages, (message) => insertMessagesByRoom(session, message));
    expect(result).toEqual({ taken: 1000, applied: 1000, failed: [], unknown: [], notApplied: [] });
    const newest = await findMessagesByRoom(session, { room: "archive" }, { limit: 2 }).toArray();
    expect(newest).toEqual([messages[999], messages[998]]);
    let count = 0;
    for await (const { rows } of findMessagesByRoom(session, { room: "archive" }).pages()) count += rows.length;
    expect(count).toBe(1000);
  });

  it("uses a client of the app, and leaves it open", async () => {
    const client = clientOf({ map: Map });
    const session = createCassandraSession({ client });
    await insertRooms(session, { name: "dyeing", topic: "madder" });
    await session.close();
    const { rows } = await client.execute("SELECT topic FROM chat.rooms WHERE name = 'dyeing'");
    expect(rows[0]?.["topic"]).toBe("madder");
    await client.shutdown();
  });

  it("ends with its connections", async () => {
    const session = createCassandraSession(optionsOf());
    await session.connect();
    await session.close();
    const error = await errorOf(getRooms(session, { name: "weaving" }));
    expect([error.name, error.outcome]).toEqual(["ClosedError", "not-sent"]);
  });

  it("says which names the database lacks, once they are looked for again", async () => {
    await cluster().run("ALTER TABLE chat.rooms DROP topic;");
    const session = open();
    const error = await errorOf(scanRooms(session).toArray());
    expect([error.name, error.message]).toEqual([
      "DocumentRejectedError",
      "scan chat.rooms failed: chat.rooms has no column topic; run `colonnade diff` to see all differences",
    ]);
    await cluster().run("ALTER TABLE chat.rooms ADD topic text;");
    await expect
      .poll(
        () =>
          scanRooms(session)
            .toArray()
            .catch(() => []),
        { timeout: 5000 },
      )
      .toHaveLength(3);
  });

  test.each<[what: string, change: object, name: string, outcome: string, message: RegExp]>([
    ["nobody listens", { contactPoints: ["127.0.0.1:1"] }, "ServerError", "refused", /127\.0\.0\.1:1/],
    ["the password is wrong", { credentials: { username: "u", password: "hidden" } }, "ServerError", "refused", /u/],
    ["there is no such data center", { localDataCenter: "mars" }, "ConfigError", "not-sent", /no data center "mars"/],
    ["there is no such keyspace", { keyspace: "nowhere" }, "NotFoundError", "refused", /Unknown keyspace 'nowhere'/],
    ["a contact point is none", { contactPoints: ["a b"] }, "ConfigError", "not-sent", /"a b" is not a valid/],
  ])("fails when %s, and says so at each call", async (_, change, name, outcome, message) => {
    const session = open({ ...optionsOf(), ...change } as CassandraSessionOptions);
    for (const work of [() => session.connect(), () => insertRooms(session, { name: "a" })]) {
      const error = await errorOf(work());
      expect([error.name, error.outcome]).toEqual([name, outcome]);
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain("hidden");
    }
  });

  it("cannot tell what became of a write whose connection ended, and looks for it", async () => {
    const client = clientOf({ map: Map });
    const session = createCassandraSession({ client });
    const write = (name: string): Promise<unknown> => insertRooms(session, { name }, { ifNotExists: true });
    await write("carding");
    const written = errorOf(write("spinning"));
    // Once the request is under way.
    await setImmediate();
    await client.shutdown();
    const error = (await written) as OutcomeUnknownError;
    expect([error.name, error.outcome, (error.cause as ServiceError).name]).toEqual([
      "OutcomeUnknownError",
      "unknown",
      "FieldError",
    ]);
  });
});
