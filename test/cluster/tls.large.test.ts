/** Commands that talk TLS to a real Cassandra, from the command line to the files that come of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { runLine } from "../cli/run-line.ts";
import type { Outcome } from "../cli/run-line.ts";
import { readTree, writeTree } from "../support/temporary-folder.ts";
import { anotherCertificate, anotherKey } from "./certificates.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { nodeCertificate } from "./node-files.ts";

const script = `
  CREATE KEYSPACE guarded WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TABLE guarded.notes (id uuid PRIMARY KEY, body text);
`;

await describeOnCluster("a cluster that speaks TLS", (cluster) => {
  const cwd = mkdtempSync(join(tmpdir(), "colonnade-tls-"));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  const colonnade = (line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> => {
    const { username, password } = cluster().credentials;
    return runLine(line, { cwd, env: { CASSANDRA_USERNAME: username, CASSANDRA_PASSWORD: password, ...env } });
  };
  const point = (): string => cluster().contactPoints.join(",");
  const asked = (): string => `--contact-points ${point()} --keyspace guarded`;

  beforeAll(async () => {
    await cluster().run(script);
    writeTree(cwd, {
      "ca.pem": nodeCertificate,
      "other.pem": anotherCertificate,
      "client.pem": anotherCertificate,
      "client.key": anotherKey,
      // The same tables with a column more.
      "more/guarded/notes.json": JSON.stringify({
        name: "notes",
        columnDefinitions: ["id uuid", "body text", "stars int"].map((column) => {
          const [name, typeDefinition] = column.split(" ");
          return { name, typeDefinition };
        }),
        primaryKey: { partitionKey: ["id"] },
      }),
    });
  }, 60_000);

  it("is introspected, compared and pushed to, once somebody vouches for it", { timeout: 60_000 }, async () => {
    const introspected = await colonnade(`introspect ${asked()} --tls-ca ca.pem --output definitions`);
    expect(introspected.stderr).toContain("1 table → definitions/guarded (1 written, 0 unchanged, 0 removed)");
    const compared = await colonnade(`diff ${asked()} --tls-ca ca.pem --definitions definitions`);
    expect(compared).toMatchObject({ code: 0, stdout: "" });
    const pushed = await colonnade(`push ${asked()} --tls-ca ca.pem --definitions more`);
    expect(pushed).toMatchObject({ code: 0, stderr: "created the column guarded.notes.stars\n1 column created\n" });
    const again = await colonnade(`introspect ${asked()} --tls-ca ca.pem --output definitions`);
    expect(again.stderr).toContain("(1 written, 0 unchanged, 0 removed)");
  });

  it("is talked to from the config file", { timeout: 60_000 }, async () => {
    writeTree(cwd, {
      "colonnade.config.json": JSON.stringify({
        keyspaces: { guarded: { definitions: "configured/guarded", output: "db" } },
        cluster: { contactPoints: [point()], tls: { ca: "ca.pem", cert: "client.pem", key: "client.key" } },
      }),
    });
    const { code, stderr } = await colonnade("introspect");
    expect([code, stderr]).toEqual([0, "1 table → configured/guarded (1 written, 0 unchanged, 0 removed)\n"]);
    rmSync(join(cwd, "colonnade.config.json"));
  });

  test.each<[without: string, line: string, reason: string, next: string]>([
    [
      "its certificate",
      "--tls",
      "its certificate is not signed by an authority that Node trusts",
      "pass the certificate of its authority: --tls-ca ca.pem, or set NODE_EXTRA_CA_CERTS",
    ],
    [
      "the right one",
      "--tls-ca other.pem",
      "its certificate is not signed by an authority of --tls-ca",
      "pass the certificate of its authority: --tls-ca ca.pem",
    ],
  ])("is not believed without %s", async (_, line, reason, next) => {
    const { code, stderr } = await colonnade(`introspect ${asked()} ${line} --output refused`);
    expect(stderr).toContain(`✖ TLS with ${point()} failed: ${reason} [cql-tls]\n→ ${next}\n`);
    expect(code).toBe(3);
    expect(Object.keys(readTree(cwd)).filter((name) => name.startsWith("refused"))).toEqual([]);
  });

  it("keeps its secrets to itself, whatever goes wrong", async () => {
    const password = "wrong horse battery";
    const flags = "--tls-ca ca.pem --tls-cert client.pem --tls-key client.key --verbose";
    const { code, stdout, stderr } = await colonnade(`introspect ${asked()} ${flags} --output refused`, {
      CASSANDRA_PASSWORD: password,
    });
    expect(code).toBe(3);
    expect(stderr).toContain("[cql-credentials]");
    expect(stdout + stderr).not.toContain(password);
    expect(stdout + stderr).not.toContain(anotherKey.split("\n")[1]);
  });
});
