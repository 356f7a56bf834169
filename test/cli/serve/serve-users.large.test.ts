import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";

describe("serve --users", () => {
  const login = async (url: string, username: string, password: string): Promise<number> => {
    const body = JSON.stringify({ username, password });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers, body })).status;
  };
  const add = (cwd: string, name: string, password: string) =>
    runLine(`users users.json --add ${name}`, { cwd, input: () => Readable.from([Buffer.from(password)]) as Readable });

  it("serves the users of the file, also those who are added later, and creates no other", async () => {
    const cwd = createTemporaryFolder();
    await add(cwd, "ann", "correct horse");
    const { stdout } = await serve("--users users.json", cwd, {});
    const url = stdout.trim();
    expect(await login(url, "ann", "correct horse")).toBe(201);
    expect(await login(url, "ann", "wrong")).toBe(401);
    await add(cwd, "bob", "battery staple");
    await expect.poll(() => login(url, "bob", "battery staple"), { interval: 300 }).toBe(201);
    expect(existsSync(join(cwd, ".colonnade/credentials.json"))).toBe(false);
  });

  it("ends the tokens of a user whose password is changed", async () => {
    const cwd = createTemporaryFolder();
    await add(cwd, "ann", "correct horse");
    const url = (await serve("--users users.json", cwd, {})).stdout.trim();
    const body = JSON.stringify({ username: "ann", password: "correct horse" });
    const headers = { "content-type": "application/json" };
    const logged = await fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers, body });
    const { authToken } = (await logged.json()) as { authToken: string };
    const list = async (): Promise<number> =>
      (await fetch(`${url}/api/rest/v1/keyspaces`, { headers: { "x-service-token": authToken } })).status;
    expect(await list()).toBe(200);
    const input = (): Readable => Readable.from([Buffer.from("battery staple")]);
    await runLine("users users.json --set-password ann", { cwd, input });
    await expect.poll(list, { interval: 300 }).toBe(401);
    expect(await login(url, "ann", "correct horse")).toBe(401);
    expect(await login(url, "ann", "battery staple")).toBe(201);
  });

  it("serves the user of the environment too", async () => {
    const cwd = createTemporaryFolder();
    await add(cwd, "ann", "correct horse");
    const { stdout } = await serve("--users users.json", cwd, user);
    const url = stdout.trim();
    expect(await login(url, "ann", "correct horse")).toBe(201);
    expect(await login(url, user.COLONNADE_USERNAME, user.COLONNADE_PASSWORD)).toBe(201);
  });

  it("is refused before a port is opened if there is no such file", async () => {
    const cwd = createTemporaryFolder();
    const { code, stderr } = await (await serve("--users users.json", cwd, {})).stop();
    expect(code).toBe(2);
    expect(stderr).toContain(
      "users.json does not exist [bad-users-file]\n→ create it: colonnade users users.json --add NAME",
    );
    expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
  });
});
