/** `serve --store cassandra` where no cluster is needed; with one: test/cluster/gateway.large.test.ts. */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, test } from "vitest";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { user } from "./serving.ts";

const cassandra = "serve --port 0 --store cassandra";

test.each([
  ["--contact-points 127.0.0.1 --data rows", "--data", "rows are stored in the cluster"],
  ["--contact-points 127.0.0.1 --salvage", "--salvage", "the cluster repairs its own files"],
  ["--contact-points 127.0.0.1 --reset", "--reset", "other programs may use the keyspaces of a cluster"],
  ["--contact-points 127.0.0.1 --control", "--control", "it is for tests"],
])("%s is refused with a reason", async (flags, flag, reason) => {
  const { code, stderr } = await runLine(`${cassandra} ${flags}`, { cwd: createTemporaryFolder(), env: user });
  expect(code).toBe(2);
  expect(stderr).toContain(`${flag} and --store cassandra cannot be combined: ${reason}`);
  expect(stderr).toContain(`omit ${flag}`);
});

test.each([
  [cassandra, "--contact-points is missing"],
  [`${cassandra} --contact-points ::`, '"::" is not a valid contact point'],
  [`${cassandra} --contact-points a --replication none`, "--replication takes a number of replicas"],
  [`${cassandra} --contact-points a --cluster-tls-cert a.pem`, "--cluster-tls-key is missing"],
  ["serve --port 0 --contact-points 127.0.0.1", "--contact-points applies only to a cluster"],
  ["serve --port 0 --cluster-tls", "--cluster-tls applies only to a cluster"],
  ["serve --port 0 --replication 3", "--replication applies only to a cluster"],
  ["serve --port 0 --store redis", '--store must be one of "embedded", "cassandra"'],
])("%s: %s", async (line, said) => {
  const cwd = createTemporaryFolder();
  const { code, stderr } = await runLine(line, { cwd, env: user });
  expect(stderr).toContain(said);
  expect(code).toBe(2);
  expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
});

it("ends with 3, the place, the cause and the next step when no node responds", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const line = `${cassandra} --contact-points 127.0.0.1:${port}`;
  const { code, stdout, stderr } = await runLine(line, { cwd: createTemporaryFolder(), env: user });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain(`127.0.0.1:${port}`);
  expect(stderr).toContain("[cql-unreachable]");
});

it("ends with 3 when what responds is not a node", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const line = `${cassandra} --contact-points 127.0.0.1:${port}`;
  const { code, stderr } = await runLine(line, { cwd: createTemporaryFolder(), env: user });
  expect(code).toBe(3);
  expect(stderr).toMatch(/\[cql-[a-z-]+\]/);
});
