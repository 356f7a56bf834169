import { expect, it } from "vitest";
import { openCqlSession, printError } from "../statement/cql-session.ts";

it("keeps text for varchar, which is another name of it", async () => {
  const { store, run } = await openCqlSession("k", [
    "CREATE TYPE u (a varchar)",
    "CREATE TABLE t (p varchar PRIMARY KEY, l list<varchar>, c tuple<varchar, int>, v varchar)",
    "ALTER TABLE t ADD s set<frozen<tuple<varchar>>>",
    "ALTER TABLE t DROP v",
  ]);
  expect(JSON.stringify(await store.keyspace("k"))).not.toContain("varchar");
  expect(store.details("k")?.tables.get("t")?.dropped).toMatchObject([{ column: "v", type: "text" }]);
  const refused = run("SELECT * FROM t WHERE s = {('x')} ALLOW FILTERING").catch(printError);
  expect(await refused).toBe(
    "2200 Collection column 's' (set<frozen<tuple<text>>>) cannot be restricted by a '=' relation",
  );
});
