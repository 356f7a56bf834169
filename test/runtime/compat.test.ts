/** The names and options of earlier versions, for one release. */
import { expect, it } from "vitest";
import * as compat from "@colonnade/runtime/compat";
import type { BatchOptions, BulkResult, Hedge, SharedTokens, StargateOptions } from "@colonnade/runtime/compat";
import { LedgerService } from "./ledger-service.ts";
import { notes } from "./notes-table.ts";

export type Names = [BatchOptions, BulkResult<string>, Hedge, SharedTokens, StargateOptions];

it("are all in one entry", () => {
  const moved = ["BulkError", "DefinitionsError", "assertDefinitions", "batchWrites", "bulk", "createTable"];
  const others = [
    "dataApisProfile",
    "hedgeReads",
    "memoryTokenStore",
    "shareTokens",
    "stargateProfile",
    "webTokenStore",
  ];
  expect(Object.keys(compat)).toEqual(expect.arrayContaining([...moved, ...others, "createSession", "insert", "uuid"]));
});

it.each([
  ["one object", 1],
  ["several", 2],
])("take hooks as %s", async (_, count) => {
  const requests: string[] = [];
  const hooks = Array.from({ length: count }, () => ({
    onRequest: ({ operation = "" }: { readonly operation?: string | undefined }) => void requests.push(operation),
  }));
  const session = compat.createSession({
    ...{ url: "http://localhost:8080", token: "a-token", transport: new LedgerService().transport },
    hooks: count === 1 ? hooks[0] : hooks,
  });
  await compat.insert(session, notes, { id: 1 });
  expect(requests).toEqual(Array.from({ length: count }, () => "insert shop.notes"));
});

it("open a session without hooks", async () => {
  const { transport } = new LedgerService();
  const session = compat.createSession({ url: "http://localhost:8080", token: "a-token", transport });
  expect(await compat.insert(session, notes, { id: 1 })).toEqual({ applied: true });
  expect(session.hookFailures()).toBe(0);
});
