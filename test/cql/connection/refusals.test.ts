/** Each statement is refused when Cassandra 5.0.9 refuses it, which `refusals.large.test.ts` asks a live one. */
import { expect, it } from "vitest";
import { listenCql } from "../../../src/cql/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { askRefusals, recorded } from "./refusals.ts";
import { ScriptedClient } from "./scripted-client.ts";

it("refuses at PREPARE what the database refuses there, and at EXECUTE the rest", async () => {
  const store = await openMemoryStore();
  const listener = await listenCql({ port: 0, graceMs: 0 });
  // What the database fails with in its own way is an internal error there as well.
  await listener.open({ store });
  const client = new ScriptedClient(listener.port);
  await client.start();
  expect(await askRefusals(client)).toEqual(recorded.answers);
  client.close();
  await listener.close();
  await store.close();
});
