/** The jars of Cassandra: fetched by Maven once for a machine, and kept outside of the checkout. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { CassandraVersion } from "./cassandra-version.ts";

const plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "colonnade");
}

const folderOf = ({ version }: CassandraVersion): string => join(cacheFolder(), `cassandra-${version}`);

export function hasJars(cassandra: CassandraVersion): boolean {
  return existsSync(folderOf(cassandra));
}

/** The paths of all jars. Takes about half a minute the first time, and 70 MB. */
export async function loadJars(cassandra: CassandraVersion, maven: string | undefined): Promise<string[]> {
  const folder = folderOf(cassandra);
  if (!hasJars(cassandra) && maven !== undefined) await fetchJars(cassandra, maven);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Into a folder aside, so that a run that is killed leaves no half of them, and two runs do not meet. */
async function fetchJars(cassandra: CassandraVersion, maven: string): Promise<void> {
  const { version, profile } = cassandra;
  const folder = folderOf(cassandra);
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  const pom = join(import.meta.dirname, "pom.xml");
  const goal = [`${plugin}:copy-dependencies`, "-DincludeScope=runtime", `-DoutputDirectory=${aside}`];
  const child = spawn(maven, [
    "-B",
    "-q",
    "-f",
    pom,
    ...(profile ? [`-P${profile}`] : []),
    `-Dcassandra.version=${version}`,
    ...goal,
  ]);
  const exit = new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await exit) !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(
      `Maven could not fetch Cassandra ${version}: COLONNADE_CLUSTER=off does without\n${output}${complaint}`,
    );
  }
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!hasJars(cassandra)) throw error;
  }
}
