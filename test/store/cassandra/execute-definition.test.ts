/** When a changed definition counts as done: the client is one whose nodes agree or do not. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { executeDefinition } from "../../../src/store/cassandra/cassandra-store.ts";
import type { SchemaClient } from "../../../src/store/cassandra/schema-reader.ts";

afterEach(() => vi.restoreAllMocks());

/** @param info what the driver says of agreement @param looks the answers when it is asked, the last one for ever */
function open(info: object | undefined, ...looks: readonly boolean[]) {
  const calls: unknown[] = [];
  const client = {
    execute: async (cql: string, values: readonly unknown[], { readTimeout }: { readonly readTimeout: number }) => {
      calls.push([cql, values, readTimeout]);
      return { rows: [], info };
    },
    metadata: {
      checkSchemaAgreement: async () => {
        calls.push("look");
        const at = calls.filter((call) => call === "look").length - 1;
        return looks[at] ?? looks.at(-1);
      },
    },
  };
  return { run: () => executeDefinition(client as unknown as SchemaClient, "DROP TABLE t"), calls };
}

const statement = ["DROP TABLE t", [], 60_000];

describe("a statement that changes definitions", () => {
  it.each([[{ isSchemaInAgreement: true }], [{}], [undefined]])(
    "is done when the driver does not say that nodes differ: %j",
    async (info) => {
      const { run, calls } = open(info, false);
      await run();
      expect(calls).toEqual([statement]);
    },
  );

  it("is done once all nodes have it", async () => {
    const { run, calls } = open({ isSchemaInAgreement: false }, false, true);
    await run();
    expect(calls).toEqual([statement, "look", "look"]);
  });

  it("has an unknown outcome when they do not agree for half a minute", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { run, calls } = open({ isSchemaInAgreement: false }, false);
    const ended = expect(run()).rejects.toMatchObject({ code: "timeout", applied: "unknown" });
    await expect.poll(() => calls.length).toBe(2);
    now = 29_999;
    await expect.poll(() => calls.length).toBe(3);
    now = 30_001;
    await ended;
    expect(calls).toHaveLength(4);
  });
});
