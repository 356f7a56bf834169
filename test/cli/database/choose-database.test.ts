/** Whom introspect, diff and push talk to when a service and a cluster may be meant. Nobody answers: the errors tell who was asked. */
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const table = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};
const keyspaces = { shop: { definitions: "definitions/shop", output: "src/db" } };
/** Nobody listens there. */
const nobody = "127.0.0.1:1";
const service = { url: `http://${nobody}`, username: "dev", password: { $env: "SHOP_PASSWORD" } };
const cluster = { contactPoints: [nobody], username: "dev", password: { $env: "CLUSTER_PASSWORD" } };
const env = { SHOP_PASSWORD: "battery", CLUSTER_PASSWORD: "horse" };

async function codeOf(
  line: string,
  config: object,
  variables: Readonly<Record<string, string>> = env,
): Promise<string> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "colonnade.config.json": JSON.stringify({ keyspaces, ...config }),
    "definitions/shop/products.json": JSON.stringify(table),
  });
  const { code, stderr } = await runLine(line, { cwd, env: variables });
  expect(stderr).not.toMatch(/battery|horse/);
  const [, said = stderr] = /^✖ .* \[([\w-]+)\]$/m.exec(stderr) ?? [];
  expect(code, stderr).toBe(said === "missing-variable" ? 2 : 3);
  return said;
}

const [byService, byCluster] = ["connect", "cql-unreachable"];

describe.each(["introspect", "diff", "push"])("%s", (command) => {
  const toCluster = command === "push" ? "--to cql" : "--from cql";

  it("asks the one that the config names", async () => {
    expect(await codeOf(command, { service })).toBe(byService);
    expect(await codeOf(command, { cluster })).toBe(byCluster);
  });

  it("asks the service of a config that names both, unless it is told to ask the cluster", async () => {
    expect(await codeOf(command, { service, cluster })).toBe(byService);
    expect(await codeOf(`${command} ${toCluster}`, { service, cluster })).toBe(byCluster);
  });

  it("asks whom the flags name, and before the config whom the environment names", async () => {
    expect(await codeOf(`${command} --contact-points ${nobody}`, { service })).toBe(byCluster);
    const user = { ...env, COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "battery" };
    expect(await codeOf(`${command} --url http://${nobody}`, { cluster }, user)).toBe(byService);
    expect(await codeOf(command, { cluster }, { ...user, COLONNADE_URL: `http://${nobody}` })).toBe(byService);
  });

  it("names the variables of a cluster that are missing, and takes its nodes from one", async () => {
    const contactPoints = { $env: "NODES" };
    expect(await codeOf(command, { cluster: { ...cluster, contactPoints } })).toBe("missing-variable");
    const nodes = { ...env, NODES: `${nobody}, ${nobody}` };
    expect(await codeOf(command, { cluster: { ...cluster, contactPoints } }, nodes)).toBe(byCluster);
    expect(await codeOf(command, { cluster }, {})).toBe("missing-variable");
    const said = { CASSANDRA_USERNAME: "dev", CASSANDRA_PASSWORD: "horse" };
    expect(await codeOf(command, { cluster }, said)).toBe(byCluster);
  });
});
