import { readFields } from "../graphql/document.ts";
import type { Result } from "../graphql/document.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { PendingWrite, Write } from "./pending-write.ts";
import type { GraphQLRequestBody } from "../protocol/payloads.ts";
import type { Tried } from "../session/request.ts";
import type { SessionInternals } from "../session/session-options.ts";

/** What came of one document, and what it and those before it have been through. */
export interface Sent {
  readonly fields: readonly (Result | Failure)[] | Failure;
  /** Those that were in it in the end. */
  readonly writes: readonly PendingWrite[];
  readonly tried: Tried;
  /** When it was sent, by the monotonic clock. */
  readonly at: number;
}

const untried: Tried = { attempts: 0, requestIds: [], totalDelayMs: 0, doubtful: false };

/** @param before what the writes have been through @returns undefined when there is nothing more to tell anybody */
export type SendDocument = (writes: readonly PendingWrite[], before: Tried | undefined) => Promise<Sent | undefined>;

/** Sends one document of writes, with an alias for each; tells the writes nothing but that they could not be sent. */
export function createSendDocument({ exchange, profile, clock, hooks, deadlineMs }: SessionInternals): SendDocument {
  return async (writes, before) => {
    const controller = new AbortController();
    let sent: readonly PendingWrite[] = writes;
    let names: readonly string[] = [];
    const abandoned = (): void => {
      if (writes.every(({ state }) => state === "settled")) controller.abort();
    };
    for (const write of writes) write.abandoned = abandoned;
    /** Who has given up while it waited for a token, or to go again, is not sent any more. */
    const print = (): GraphQLRequestBody => {
      sent = writes.filter(({ state }) => state !== "settled");
      names = sent.map((_, index) => (sent.length === 1 ? "result" : `w${index}`));
      const lines = sent.map(({ write }, index) => `${names[index]}: ${write.field}`);
      return { query: `mutation {${sent.length > 1 ? "\n" : " "}${lines.join("\n")} }`, variables: {} };
    };
    for (const write of writes) write.state = "sent";
    const title = titleOf(writes);
    const started = clock.monotonic();
    const until = Math.min(...writes.map(({ begun }) => begun)) + deadlineMs;
    let result: Sent | undefined;
    let requestId: string | undefined;
    try {
      const answer = await exchange(
        {
          ...title,
          method: "POST",
          path: writes[0]?.write.path ?? "",
          safety: writes[0]?.write.safety ?? "unsafe",
          body: print,
          signal: controller.signal,
          operations: writes.length,
          tried: before,
        },
        until,
      );
      const fields = isFailure(answer) ? answer : readFields(answer, names, profile);
      if (!isFailure(answer)) requestId = answer.requestId;
      result = { fields, writes: sent, at: started, tried: (!isFailure(answer) && answer.tried) || untried };
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
    hooks.tell("onBatch", () => {
      const fields = result?.fields;
      const failed = fields && !isFailure(fields) ? fields.filter(isFailure).length : writes.length;
      const id = requestId ?? (fields && isFailure(fields) ? fields.raise({}).requestId : undefined);
      return { ...title, requestId: id, operations: writes.length, tookMs: clock.monotonic() - started, failed };
    });
    return result;
  };
}

/** What a document is about, as errors and hooks tell it. */
export function titleOf([first, ...others]: readonly PendingWrite[]): Write["about"] {
  const about = first?.write.about ?? { operation: "write" };
  if (others.every(({ write }) => write.about.operation === about.operation)) return about;
  return { operation: `${about.operation} and ${others.length} other writes`, keyspace: about.keyspace };
}
