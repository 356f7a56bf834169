/** What a session publishes on diagnostics channels, for those who subscribe and for nobody else. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { insert, serviceProfile } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import { diagnosticsHooks } from "@colonnade/runtime/node";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";

const names = ["request", "response", "retry", "token", "batch", "error"].map((name) => `colonnade:${name}`);

/** What is published while something is done. */
async function listen(to: readonly string[], run: () => Promise<unknown>): Promise<[string, unknown][]> {
  const heard: [string, unknown][] = [];
  const hear = (event: unknown, name: string | symbol): void => void heard.push([String(name), event]);
  for (const name of to) subscribe(name, hear);
  try {
    await run();
  } finally {
    for (const name of to) unsubscribe(name, hear);
  }
  return heard;
}

function open(options: TestOptions = {}) {
  const service = new LedgerService({ fault: (document) => (document === 0 ? "refuse-connection" : "drop-after") });
  return openWith(service, { hooks: diagnosticsHooks(), ...options });
}

describe("the diagnostics channels", () => {
  it("have every event of a session", async () => {
    const session = open();
    const heard = await listen(names, () =>
      insert(session, notes, { id: 1 }, { contended: true }).catch(() => undefined),
    );
    expect(heard.map(([name]) => name.replace("colonnade:", ""))).toEqual([
      ...["request", "response", "token", "request", "response", "retry", "request", "response", "batch", "error"],
    ]);
    expect(heard[3]).toMatchObject(["colonnade:request", { operation: "insert shop.notes", attempt: 1 }]);
    expect(heard[9]).toMatchObject(["colonnade:error", { error: { code: "connection-lost" } }]);
  });

  it("have the very events that other hooks get", async () => {
    const requests: unknown[] = [];
    const session = open({ hooks: [diagnosticsHooks(), { onRequest: (event) => requests.push(event) }] });
    const heard = await listen(["colonnade:request"], () => session.connect());
    expect(heard.map(([, event]) => event)).toEqual(requests);
    expect(heard[0]?.[1]).toBe(requests[0]);
  });

  it("may be subscribed to and left at any time", async () => {
    const session = open();
    await session.connect();
    const write = () => insert(session, notes, { id: 1 }).catch(() => undefined);
    const heard = await listen(names, write);
    expect(heard.length).toBeGreaterThan(0);
    const before = heard.length;
    await write();
    expect(heard).toHaveLength(before);
  });

  it("cost no event as long as nobody listens", async () => {
    const teller = callHooks(diagnosticsHooks())({
      clock: new VirtualClock(),
      showBodies: false,
      profile: serviceProfile,
    });
    let made = 0;
    const tell = async (): Promise<void> => teller.notify("onError", () => ({ error: (made += 1), tookMs: 0 }));
    await tell();
    expect(made).toBe(0);
    const others = names.filter((name) => name !== "colonnade:error");
    await listen(others, tell);
    expect(made).toBe(0);
    expect(await listen(["colonnade:error"], tell)).toEqual([["colonnade:error", { error: 1, tookMs: 0 }]]);
  });
});
