/** When a live Cassandra refuses statements. `COLONNADE_RECORD=1` records its answers anew. */
import { expect, it } from "vitest";
import { describeOnCluster } from "../../cluster/describe-on-cluster.ts";
import { askRefusals, record, recorded } from "./refusals.ts";
import { ScriptedClient } from "./scripted-client.ts";

await describeOnCluster("refusals of a live Cassandra", (cluster) => {
  it("are as recorded", { timeout: 120_000 }, async () => {
    const { contactPoints, credentials } = cluster();
    const [host, port] = (contactPoints[0] as string).split(":");
    const client = new ScriptedClient(Number(port), 4, { host: host as string });
    await client.start(credentials);
    const answers = await askRefusals(client);
    client.close();
    if (process.env["COLONNADE_RECORD"] === "1") record(answers);
    expect(answers).toEqual(recorded.answers);
  });
});
