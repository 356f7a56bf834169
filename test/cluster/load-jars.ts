/** The jars of Cassandra: fetched by Maven once for a machine, and kept outside of the checkout. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

const version = "5.0.9";
const plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

const folder = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "colonnade", `cassandra-${version}`);

export function hasJars(): boolean {
  return existsSync(folder);
}

/** The paths of all jars. Takes about half a minute the first time, and 70 MB. */
export async function loadJars(maven: string | undefined): Promise<string[]> {
  if (!hasJars() && maven !== undefined) await fetchJars(maven);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Into a folder aside, so that a run that is killed leaves no half of them, and two runs do not meet. */
async function fetchJars(maven: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  const pom = join(import.meta.dirname, "pom.xml");
  const goal = [`${plugin}:copy-dependencies`, "-DincludeScope=runtime", `-DoutputDirectory=${aside}`];
  const child = spawn(maven, ["-B", "-q", "-f", pom, `-Dcassandra.version=${version}`, ...goal]);
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
    if (!hasJars()) throw error;
  }
}
