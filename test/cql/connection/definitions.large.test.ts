/** Our own commands on an embedded store by contact points: the definitions that they push, read and compare. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenCql } from "../../../src/cql/index.ts";
import { createService, listen } from "../../../src/service/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { runLine } from "../../cli/run-line.ts";
import type { Outcome } from "../../cli/run-line.ts";
import { repository } from "../../support/repository.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";

const user = { username: "ann", password: "secret" };
const env = {
  CASSANDRA_USERNAME: user.username,
  CASSANDRA_PASSWORD: user.password,
  COLONNADE_USERNAME: user.username,
  COLONNADE_PASSWORD: user.password,
};

async function open(): Promise<{ readonly run: (line: string) => Promise<Outcome>; readonly cwd: string }> {
  const store = await openMemoryStore();
  const service = createService({ store, user });
  const http = await listen(service, { port: 0, graceMs: 0 });
  const drivers = await listenCql({ port: 0, graceMs: 0 });
  await drivers.open({ store, login: service.login });
  onTestFinished(async () => {
    await Promise.all([http.close(), drivers.close()]);
    await store.close();
  });
  const cwd = createTemporaryFolder();
  const run = (line: string): Promise<Outcome> => {
    const places = line
      .replace("CLUSTER", `--contact-points 127.0.0.1:${drivers.port}`)
      .replace("REST", `--url ${http.url}`);
    return runLine(places, { cwd, env });
  };
  return { run, cwd };
}

/** The tables of the system call `varchar` by its other name, as those of the database do. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8").replaceAll('"varchar"', '"text"')]),
  );
}

const examples = [
  ["shop", "examples/shop/definitions"],
  ["every_type", "examples/every-type/definitions/every_type"],
] as const;

describe("push, introspect and diff by contact points", () => {
  it.each(examples)("have the definitions of %s", async (keyspace, folder) => {
    const { run, cwd } = await open();
    const definitions = join(repository, folder);
    const pushed = await run(`push CLUSTER --keyspace ${keyspace} --definitions ${definitions} --replication 1`);
    expect(pushed, pushed.stderr).toMatchObject({ code: 0 });
    expect(await run(`diff CLUSTER --keyspace ${keyspace} --definitions ${definitions}`)).toMatchObject({ code: 0 });
    const again = await run(`push CLUSTER --keyspace ${keyspace} --definitions ${definitions} --dry-run`);
    expect(again.stderr).toContain("nothing to do");
    const byCql = await run(`introspect CLUSTER --keyspace ${keyspace} --output by-cql`);
    expect(byCql, byCql.stderr).toMatchObject({ code: 0 });
    const byRest = await run(`introspect REST --keyspace ${keyspace} --output by-rest`);
    expect(byRest, byRest.stderr).toMatchObject({ code: 0 });
    expect(filesOf(join(cwd, "by-cql"))).toEqual(filesOf(join(cwd, "by-rest")));
  });

  it("are refused with another password", async () => {
    const { run } = await open();
    const line = "introspect CLUSTER --keyspace shop --output definitions";
    env.CASSANDRA_PASSWORD = "guess";
    onTestFinished(() => void (env.CASSANDRA_PASSWORD = user.password));
    const { code, stderr } = await run(line);
    expect(code).not.toBe(0);
    expect(stderr).toContain("credentials");
  });
});
