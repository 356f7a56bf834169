import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { wantedVersion } from "./cassandra-version.ts";
import type { CassandraVersion } from "./cassandra-version.ts";
import { cacheFolder, hasJars } from "./load-jars.ts";

export interface Tools {
  readonly cassandra: CassandraVersion;
  readonly java: string;
  /** Undefined where the jars are there already. */
  readonly maven: string | undefined;
}

/** What a node needs of this machine, or why there can be none. */
export async function findTools(env: NodeJS.ProcessEnv = process.env): Promise<Tools | { readonly reason: string }> {
  if (env["COLONNADE_CLUSTER"] === "off") return { reason: "COLONNADE_CLUSTER is off" };
  const cassandra = wantedVersion(env);
  const java = await findJava(cassandra.java, env);
  if (java === undefined) return { reason: `there is no Java ${cassandra.java.join(" or ")} (JAVA_HOME, PATH)` };
  if (hasJars(cassandra)) return { cassandra, java, maven: undefined };
  const maven = findOnPath("mvn", env);
  if (maven === undefined) return { reason: "there is no Maven to fetch Cassandra with (PATH)" };
  return { cassandra, java, maven };
}

/** The last place is a folder such as `java-11` beside Cassandra's jars. */
async function findJava(versions: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const homes = ["JAVA_HOME", ...versions.map((version) => `JAVA_HOME_${version}_X64`)].map((name) => env[name]);
  const beside = versions.map((version) => join(cacheFolder(env), `java-${version}`));
  const inHome = (home: string | undefined): string | undefined => home && join(home, "bin", "java");
  const candidates = [...homes.map(inHome), findOnPath("java", env), ...beside.map(inHome)];
  for (const java of candidates) {
    if (java && existsSync(java) && versions.includes(await majorVersion(java))) return java;
  }
  return undefined;
}

/** `17` of `openjdk version "17.0.15" 2025-04-15`, `8` of `java version "1.8.0_392"`. */
async function majorVersion(java: string): Promise<string> {
  const { stderr } = await promisify(execFile)(java, ["-version"]).catch(() => ({ stderr: "" }));
  return /version "(?:1\.)?(\d+)/.exec(stderr)?.[1] ?? "";
}

function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
