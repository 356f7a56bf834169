/** How many documents are under way at once. */
import { expect, it } from "vitest";
import { insert } from "@colonnade/runtime";
import { budgetOf } from "../../../src/runtime/session/retry.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";
import { answering, caught, reply } from "../replies.ts";

it("sessions that share a transport share how many documents are under way", async () => {
  const clock = new VirtualClock();
  const service = new LedgerService({ delay: () => clock.wait(10) });
  const sessions = [1, 2, 3].map(() => openWith(service, { clock }));
  for (const session of sessions) void session.connect();
  await clock.advance(20);
  service.mostUnderWay = 0;
  const all = Promise.all(
    sessions.flatMap((session) => Array.from({ length: 200 }, (_, id) => insert(session, notes, { id }))),
  );
  await clock.advance(5);
  expect(service.mostUnderWay).toBeLessThanOrEqual(4);
  await clock.advance(1_000);
  await all;
});

it("documents under way are halved once, when all that were sent together are refused", async () => {
  const clock = new VirtualClock();
  const { service, session } = openLedger(
    { ...faults("busy", "busy", "busy", "busy"), delay: () => clock.wait(10) },
    { clock },
  );
  await Promise.all([session.connect(), clock.advance(20)]);
  const all = Promise.all(Array.from({ length: 200 }, (_, id) => insert(session, notes, { id })));
  await clock.advance(10);
  expect(budgetOf(service.transport, session.url).width()).toBe(2);
  await clock.advance(10_000);
  await all;
});

it("a service that says overloaded of an operation is sent fewer documents", async () => {
  let documents = 0;
  const clock = new VirtualClock();
  const service = {
    transport: answering(async (call) => {
      documents += 1;
      const names = [...(call.body ?? "").matchAll(/(w\d+|result): /g)].map(([, name]) => name ?? "");
      const errors = names.map((name) => ({ message: "Coordinator is overloaded", path: [name] }));
      return reply({ data: Object.fromEntries(names.map((name) => [name, null])), errors });
    }),
  };
  const session = openWith(service, { clock, random: () => 0.99 });
  const before = budgetOf(service.transport, session.url).width();
  const all = caught(insert(session, notes, { id: 1 }));
  await clock.advance(200);
  expect(documents).toBe(1); // 1 s is the base for a service with too much to do
  await clock.advance(60_000);
  await all;
  expect(budgetOf(service.transport, session.url).width()).toBeLessThan(before);
});

it("one refusal by a gateway does not make all later documents smaller", async () => {
  const service = new LedgerService();
  let documents = 0;
  const session = openWith({
    transport: answering(async (call) => (documents++ === 0 ? reply("<html>", 400) : service.transport(call))),
  });
  const write = () => Promise.all(Array.from({ length: 50 }, (_, id) => insert(session, notes, { id })));
  await write();
  service.documents.length = 0;
  for (let turn = 0; turn < 20; turn++) await write();
  expect(service.documents.at(-1)).toBe(50);
});
