/** What an error knows of the requests that were made for its operation. */
import { expect, it } from "vitest";
import { insert } from "@colonnade/runtime";
import type { ServiceError } from "@colonnade/runtime";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { notes } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { caught } from "../replies.ts";

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
