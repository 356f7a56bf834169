/** Runs tests of the suite on older versions of Cassandra, each on a node of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repository } from "../../support/repository.ts";
import { olderVersions } from "../cassandra-version.ts";
import { findTools } from "../find-tools.ts";

const files = [
  "conformance",
  "cluster/cluster",
  "cluster/gateway",
  "cluster/real-keyspaces",
  "cluster/driven-keyspaces",
];

/** @returns what failed, in words */
export async function testOlderVersions(say: (text: string) => void): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { version } of olderVersions) {
    const env = { ...process.env, COLONNADE_CASSANDRA: version };
    const tools = await findTools(env);
    if ("reason" in tools) {
      say(`Cassandra ${version}: nothing was tried: ${tools.reason}`);
      continue;
    }
    say(`Cassandra ${version}`);
    const vitest = join(repository, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", "--maxWorkers=1", ...files.map((name) => `test/${name}`)], {
      cwd: repository,
      env,
      stdio: ["ignore", 2, 2],
    });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) problems.push(`Cassandra ${version}: tests fail`);
  }
  return problems;
}
