import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hasJars } from "./load-jars.ts";

export interface Tools {
  readonly java: string;
  /** Undefined where the jars are there already. */
  readonly maven: string | undefined;
}

/** Versions of Java that Cassandra 5.0 runs on. Newer ones lack the security manager that it installs. */
const versions = ["17", "11"];

/** What a node needs of this machine, or why there can be none. */
export async function findTools(env: NodeJS.ProcessEnv = process.env): Promise<Tools | { readonly reason: string }> {
  if (env["COLONNADE_CLUSTER"] === "off") return { reason: "COLONNADE_CLUSTER is off" };
  const java = await findJava(env);
  if (java === undefined) return { reason: `there is no Java ${versions.join(" or ")} (JAVA_HOME, PATH)` };
  if (hasJars()) return { java, maven: undefined };
  const maven = findOnPath("mvn", env);
  return maven === undefined ? { reason: "there is no Maven to fetch Cassandra with (PATH)" } : { java, maven };
}

async function findJava(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const homes = ["JAVA_HOME", ...versions.map((version) => `JAVA_HOME_${version}_X64`)].map((name) => env[name]);
  const candidates = [...homes.map((home) => home && join(home, "bin", "java")), findOnPath("java", env)];
  for (const java of candidates) {
    if (java && existsSync(java) && versions.includes(await majorVersion(java))) return java;
  }
  return undefined;
}

/** `17` of `openjdk version "17.0.15" 2025-04-15`. */
async function majorVersion(java: string): Promise<string> {
  const { stderr } = await promisify(execFile)(java, ["-version"]).catch(() => ({ stderr: "" }));
  return /version "(\d+)/.exec(stderr)?.[1] ?? "";
}

function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
