/** Tokens in files: who may read them, what becomes of broken ones, and two processes that share one. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import { fileTokenStore } from "../../../src/runtime/node/file-token-store.ts";

const windows = process.platform === "win32";
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const stored = { v: 1, token: "T1", lastUse: 1_700_000_000_000, created: 1_600_000_000_000 } as const;

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "colonnade-tokens-")), "tokens");
});

afterEach(async () => {
  await rm(join(folder, ".."), { recursive: true, force: true });
});

/** The only file of the folder. */
async function onlyFile(): Promise<string> {
  const [name = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe("a store of tokens in files", () => {
  it("gives what it was given, key by key", async () => {
    const { store } = fileTokenStore(folder);
    expect(await store.get("a")).toBeNull();
    await store.set("a", stored);
    expect(await fileTokenStore(folder).store.get("a")).toEqual(stored);
    expect(await store.get("b")).toBeNull();
  });

  it("names neither user nor address in its files, and leaves nothing beside them", async () => {
    await fileTokenStore(folder).store.set("https://db.example.com\nann", stored);
    expect(await onlyFile()).toMatch(/[0-9a-f]{64}\.json$/);
  });

  it.skipIf(windows)("lets nobody else in: folder 0700, file 0600", async () => {
    await fileTokenStore(folder).store.set("a", stored);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await onlyFile())).mode & 0o777).toBe(0o600);
  });

  it.skipIf(windows)("refuses a file that others can read, a link, and a folder that others can change", async () => {
    const { store } = fileTokenStore(folder);
    await store.set("a", stored);
    const file = await onlyFile();
    await chmod(file, 0o640);
    await expect(store.get("a")).rejects.toThrow("others can read");
    await rm(file);
    await writeFile(join(folder, "..", "elsewhere"), JSON.stringify(stored), { mode: 0o600 });
    await symlink(join(folder, "..", "elsewhere"), file);
    await expect(store.get("a")).rejects.toThrow();
    await store.set("a", stored);
    expect(await store.get("a")).toEqual(stored);
    await chmod(folder, 0o770);
    await expect(store.set("a", stored)).rejects.toThrow("others may write");
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '{"v":2,"token":"T1","lastUse":1}',
    '{"v":1,"token":"a\\nb","lastUse":1}',
    "x".repeat(99_999),
  ])("takes a broken file for none: %.20s", async (text) => {
    const { store } = fileTokenStore(folder);
    await store.set("a", stored);
    await writeFile(await onlyFile(), text);
    expect(await store.get("a")).toBeNull();
    await store.set("a", stored);
    expect(await store.get("a")).toEqual(stored);
  });

  it("leaves no copy of a token that it could not put in its place", async () => {
    const { store } = fileTokenStore(folder);
    await store.set("a", stored);
    const file = await onlyFile();
    await rm(file);
    await mkdir(join(file, "in the way"), { recursive: true });
    await expect(store.set("a", stored)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([basename(file)]);
  });

  it("deletes the token it is told, and no newer one", async () => {
    const { store } = fileTokenStore(folder);
    await store.set("a", stored);
    await store.delete?.("a", "T0");
    expect(await store.get("a")).toEqual(stored);
    await store.delete?.("a", "T1");
    expect(await store.get("a")).toBeNull();
    await store.set("a", stored);
    await store.delete?.("a");
    expect(await readdir(folder)).toEqual([]);
  });

  it("keeps one creation at a time, lets the next in, and does not wait for one that is long dead", async () => {
    const { store } = fileTokenStore(folder);
    const unlock = await store.lock?.("a");
    const order: string[] = [];
    const second = store.lock?.("a").then(async (unlock) => {
      order.push("second");
      await unlock?.();
    });
    await new Promise((done) => setTimeout(done, 60));
    order.push("first");
    await unlock?.();
    await second;
    expect(order).toEqual(["first", "second"]);
    await store.lock?.("a");
    const old = new Date(Date.now() - 60_000);
    await utimes(await onlyFile(), old, old);
    expect(await store.lock?.("a")).toBeTypeOf("function");
  });

  it("that cannot write costs nothing but the sharing", async () => {
    await writeFile(join(folder, "..", "file"), "");
    const told: unknown[] = [];
    const session = createSession({
      url: "http://localhost",
      credentials: { username: "ann", password: "pa55" },
      transport: serviceTransport(async ({ url }) => Response.json(url.endsWith("/auth") ? { authToken: "T1" } : {})),
      tokenStore: fileTokenStore(join(folder, "..", "file", "below")),
      onTokenStoreError: (error) => told.push(error),
    });
    const answer = await session.send({ operation: "test", method: "GET", path: "/" });
    expect(answer.status).toBe(200);
    await session.close();
    expect(told).toHaveLength(1);
  });
});

describe("processes that share a store", () => {
  let server: Server;
  let creations = 0;
  let calls = 0;

  beforeEach(async () => {
    creations = 0;
    calls = 0;
    server = createServer((request, response) => {
      const auth = request.url?.endsWith("/auth");
      if (auth) creations += 1;
      else calls += 1;
      const answer = (): unknown => response.end(JSON.stringify(auth ? { authToken: `T${creations}` } : {}));
      setTimeout(answer, auth ? 200 : 1);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });

  afterEach(() => server.close());

  it("and start at once create one token between them", async () => {
    const { port } = server.address() as AddressInfo;
    const program = `
      import { createSession } from "@colonnade/runtime";
      import { fileTokenStore } from ${JSON.stringify(join(root, "src/runtime/node/file-token-store.ts"))};
      const session = createSession({
        url: "http://127.0.0.1:${port}",
        credentials: { username: "ann", password: "pa55" },
        tokenStore: fileTokenStore(${JSON.stringify(folder)}),
      });
      await Promise.all([1, 2, 3].map(() => session.send({ operation: "test", method: "GET", path: "/" })));
      await session.close();
    `;
    const file = join(folder, "..", "program.mjs");
    await writeFile(file, program.replace('"@colonnade/runtime"', JSON.stringify(join(root, "src/runtime/index.ts"))));
    // Older Nodes cannot read our sources themselves.
    const start = () => run(process.execPath, [join(root, "node_modules/jiti/lib/jiti-cli.mjs"), file], { cwd: root });
    await Promise.all([start(), start()]);
    expect({ creations, calls }).toEqual({ creations: 1, calls: 6 });
    expect(JSON.parse(await readFile(await onlyFile(), "utf8"))).toMatchObject({ token: "T1" });
  });
});
