/** The harness itself: whom it leaves behind, and what it says where there can be no cluster. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCassandraClient } from "../../src/store/cassandra/open-client.ts";
import { wantedVersion } from "./cassandra-version.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import { findTools } from "./find-tools.ts";

describe("the guard", () => {
  /** Guards a process that says its id and would run for ever; the process that started the guard is the test. */
  async function guarded(): Promise<{ guard: ReturnType<typeof spawn>; folder: string; pid: number }> {
    const folder = mkdtempSync(join(tmpdir(), "colonnade-guard-"));
    const forever = "console.log(process.pid); setInterval(() => {}, 1000)";
    const script = [join(import.meta.dirname, "guard.mjs"), folder, process.execPath, "-e", forever];
    const guard = spawn(process.execPath, script, { stdio: ["pipe", "ignore", "inherit"] });
    const log = join(folder, "system.log");
    await expect.poll(() => existsSync(log) && readFileSync(log, "utf8").trim()).toMatch(/^\d+$/);
    return { guard, folder, pid: Number(readFileSync(log, "utf8")) };
  }

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  it("ends what it guards when whoever started it is gone, and takes the folder away", async () => {
    const { guard, folder, pid } = await guarded();
    expect(isAlive(pid)).toBe(true);
    guard.stdin?.destroy();
    await expect.poll(() => isAlive(pid) || existsSync(folder)).toBe(false);
  });

  it("ends it when it is told to end itself", async () => {
    const { guard, folder, pid } = await guarded();
    guard.kill("SIGTERM");
    await expect.poll(() => isAlive(pid) || existsSync(folder)).toBe(false);
  });

  it("passes a signal on, and leaves the folder for the next start", async () => {
    const { guard, folder, pid } = await guarded();
    guard.stdin?.write("SIGKILL");
    await once(guard, "exit");
    expect([isAlive(pid), existsSync(folder)]).toEqual([false, true]);
    rmSync(folder, { recursive: true });
  });
});

await describeOnCluster("a cluster", (cluster) => {
  it("is of the version that was asked for", async () => {
    const { contactPoints, credentials } = cluster();
    const { client, close } = await openCassandraClient({ contactPoints, credentials });
    const { rows = [] } = await client.execute("SELECT release_version FROM system.local", [], {});
    await close();
    expect(rows[0]?.["release_version"]).toBe(wantedVersion().version);
  });
});

describe("no cluster", () => {
  it("is there where somebody says so, or where there is no Java that Cassandra runs on", async () => {
    expect(await findTools({ COLONNADE_CLUSTER: "off" })).toEqual({ reason: "COLONNADE_CLUSTER is off" });
    const nowhere = { PATH: "", XDG_CACHE_HOME: tmpdir() };
    expect(await findTools(nowhere)).toEqual({ reason: "there is no Java 17 or 11 (JAVA_HOME, PATH)" });
    expect(await findTools({ ...nowhere, JAVA_HOME: tmpdir() })).toHaveProperty("reason");
    expect(await findTools({ ...nowhere, COLONNADE_CASSANDRA: "4.1.10" })).toEqual({
      reason: "there is no Java 11 or 8 (JAVA_HOME, PATH)",
    });
  });
});
