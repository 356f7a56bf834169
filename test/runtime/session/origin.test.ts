/** What the sessions with one service share: its budget of retries, and how many documents are under way. */
import { describe, expect, it } from "vitest";
import { TransportFailure, insert } from "@colonnade/runtime";
import { originOf } from "../../../src/runtime/session/origin.ts";
import { notes, openWith } from "../notes-table.ts";
import { answering, reply } from "../replies.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("an origin", () => {
  it("holds twenty retries, however long nobody took one", () => {
    const origin = originOf(async () => reply({}), "");
    origin.takeRetry(0);
    expect(numbers(30).filter(() => origin.takeRetry(1e9))).toHaveLength(20);
  });

  it("counts ten successes in a row since the service had trouble", () => {
    const origin = originOf(async () => reply({}), "");
    for (let success = 0; success < 9; success++) origin.succeeded();
    origin.strained(1, 1);
    origin.succeeded();
    expect(origin.width()).toBe(2);
  });

  it("sends fewer documents when one took too long", async () => {
    let calls = 0;
    const transport = answering(async () => {
      if (calls++ === 0) throw new TransportFailure("timeout", "late", { phase: "response" });
      return reply({ data: { result: { applied: true } } });
    });
    const session = openWith({ transport });
    await insert(session, notes, { id: 1 });
    expect(originOf(transport, session.url).width()).toBe(2);
  });
});
