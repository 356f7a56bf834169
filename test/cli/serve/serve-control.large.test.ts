import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";
import { serve, user } from "./serving.ts";

describe("serve --control", () => {
  it("has a clock for tests, which tokens and rows go by", async () => {
    const { stdout } = await serve("--keyspace shop --control", createTemporaryFolder());
    const put = (body: object): Promise<Response> => {
      const headers = { "content-type": "application/json" };
      return fetch(`${stdout.trim()}/__local/clock`, { method: "PUT", headers, body: JSON.stringify(body) });
    };
    const response = await put({ stopped: true, set: "2030-01-01T00:00:00Z" });
    expect(await response.json()).toEqual({ now: "2030-01-01T00:00:00.000Z", stopped: true });
  });

  it("stops in spite of a request that is delayed for minutes", async () => {
    const { stdout, stop } = await serve("--keyspace shop --control", createTemporaryFolder());
    const url = stdout.trim();
    const headers = { "content-type": "application/json" };
    const rules = [{ route: "/api/rest/v1/auth", delayMs: 600_000 }];
    await fetch(`${url}/__local/faults`, { method: "PUT", headers, body: JSON.stringify({ rules }) });
    const waiting = fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers, body: "{}" });
    const ended = expect(waiting).rejects.toThrow();
    await expect
      .poll(async () => (await (await fetch(`${url}/__local/faults`)).json()) as unknown)
      .toMatchObject({ rules: [{ hits: 1 }] });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const before = performance.now();
    let outcome: Outcome | undefined;
    void stop().then((value) => (outcome = value));
    while (!outcome) {
      await vi.advanceTimersByTimeAsync(100);
      await setImmediate();
    }
    expect(outcome).toMatchObject({ code: 0 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(5000);
    await ended;
  });

  it("is not there without the flag", async () => {
    const { stdout } = await serve("--keyspace shop", createTemporaryFolder());
    expect((await fetch(`${stdout.trim()}/__local/clock`)).status).toBe(404);
  });

  it("is refused where other machines can reach the service", async () => {
    const { code, stderr } = await runLine("serve --control --host 192.0.2.1", {
      cwd: createTemporaryFolder(),
      env: user,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("--control is for tests, and other machines can reach 192.0.2.1 [usage]");
  });
});
