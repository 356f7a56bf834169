/** What an error knows of the requests that were made for its operation. */
import { describe, expect, it } from "vitest";
import { ClosedError, TransportFailure, get, insert } from "@colonnade/runtime";
import type { ServiceError } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { answering, caught, reply } from "../replies.ts";

it("an error knows all its requests, and how long it waited, when it was the operation that failed each time", async () => {
  const clock = new VirtualClock();
  const { session } = openLedger(faults("field-timeout", "field-timeout", "field-timeout"), {
    clock,
    random: () => 0.5,
  });
  const failed = caught(insert(session, notes, { id: 1 }));
  await clock.advance(1_000);
  const error = (await failed) as ServiceError;
  expect(error).toMatchObject({ attempts: 3, totalDelayMs: 75 });
  expect(error.requestIds).toHaveLength(3);
});

it("an error knows all its requests, when the operation failed and then the connection broke", async () => {
  const clock = new VirtualClock();
  const { session } = openLedger(faults("field-timeout", "drop-after", "drop-after"), { clock, random: () => 0.5 });
  const failed = caught(insert(session, notes, { id: 1 }));
  await clock.advance(1_000);
  const error = (await failed) as ServiceError;
  expect(error).toMatchObject({ attempts: 3, totalDelayMs: 75 });
  expect(error.requestIds).toHaveLength(3);
});

it("an error that the response itself makes knows the requests of its operation", async () => {
  const clock = new VirtualClock();
  const answers = [reply({}, 503), reply({ data: { result: {} } })];
  const session = openWith({ transport: answering(async () => answers.shift()!) }, { clock, batch: undefined });
  const failed = caught(get(session, notes, { id: 1 }));
  await clock.advance(1_000);
  const error = (await failed) as ServiceError;
  expect(error).toMatchObject({ code: "protocol", attempts: 2, requestId: error.requestIds?.[1] });
  expect(error.requestIds).toHaveLength(2);
});

it("an error that the response makes for a write of a batch does too", async () => {
  const session = openWith(
    { transport: answering(async () => reply({ data: { w0: { applied: null }, w1: { applied: true } } })) },
    { batch: batchWrites() },
  );
  const writes = [1, 2].map((id) => caught(insert(session, notes, { id })));
  const error = (await writes[0]) as ServiceError;
  expect(error).toMatchObject({ code: "protocol", outcome: "unknown", attempts: 1, requestId: error.requestIds?.[0] });
  expect(error.requestId).toBeDefined();
});

describe("an error before the next attempt, when the response to an earlier one was lost", () => {
  const lost = {
    ...{ operation: "insert shop.notes", keyspace: "shop", table: "notes" },
    ...{ outcome: "unknown", attempts: 1, requestIds: [expect.any(String)] },
  };

  it("keeps its class, and knows its operation and its requests", async () => {
    const clock = new VirtualClock();
    const { session } = openLedger(faults("drop-after"), { clock, random: () => 0.9 });
    const failed = caught(insert(session, notes, { id: 1 }));
    await settle();
    void session.close();
    await clock.advance(1_000);
    const error = (await failed) as ServiceError;
    expect(error).toBeInstanceOf(ClosedError);
    expect(error).toMatchObject({ ...lost, name: "ClosedError", code: "closed", requestId: error.requestIds?.[0] });
    expect(error.message).toBe("insert shop.notes failed: the session is closed");
    expect(error.cause).toMatchObject({ name: "ClosedError", outcome: "not-sent" });
  });

  it("leaves the error alone that it shares with calls that were not sent", async () => {
    let [documents, tokens] = [0, 0];
    const clock = new VirtualClock();
    const session = openWith(
      {
        transport: async (call) => {
          if (call.url.endsWith("/auth")) {
            if (tokens++ === 0) return reply({ authToken: "T" }, 201);
            await clock.wait(500);
            return reply({}, 400);
          }
          if (documents++ === 0) throw new TransportFailure("unknown", "ECONNRESET");
          return reply({}, 401);
        },
      },
      { clock, batch: undefined },
    );
    const written = caught(insert(session, notes, { id: 1 }));
    await clock.advance(200);
    const waiting = caught(get(session, notes, { id: 1 }));
    await clock.advance(1_000);
    const [error, other] = [(await written) as ServiceError, (await waiting) as ServiceError];
    expect(error.cause).toBe(other);
    expect(other.outcome).toBe("not-sent");
    expect(error).toBeInstanceOf(other.constructor);
    expect(error).toMatchObject({
      ...lost,
      attempts: 2,
      code: other.code,
      requestIds: [{}, {}].map(() => expect.any(String)),
    });
  });
});

it("a call that was aborted throws the reason of its signal, whatever the transport throws then", async () => {
  const controller = new AbortController();
  const transport = answering(async () => {
    controller.abort("never mind");
    throw new TransportFailure("unknown", "ECONNRESET");
  });
  const session = openWith({ transport }, { batch: undefined });
  const { signal } = controller;
  await expect(insert(session, notes, { id: 1 }, { signal, contended: true })).rejects.toBe("never mind");
});

it("a reply may be an object of a class, whose methods need it", async () => {
  class OwnReply {
    readonly #headers = new Map([["retry-after", "1"]]);
    readonly status = 429;
    header(name: string): string | null {
      return this.#headers.get(name) ?? null;
    }
    async text(): Promise<string> {
      return "{}";
    }
  }
  const session = openWith({ transport: answering(async () => new OwnReply()) }, { batch: undefined, deadlineMs: 500 });
  await expect(get(session, notes, { id: 1 })).rejects.toMatchObject({ code: "rate-limit", retryAfterMs: 1_000 });
});
