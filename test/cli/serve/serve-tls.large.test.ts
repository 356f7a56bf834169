import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const otherKey = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const files = { "server.pem": certificate, "server.key": certificateKey, "other.key": otherKey, "notes.txt": "hello" };

function createProject(): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, files);
  return cwd;
}

describe("serve --tls-cert --tls-key", () => {
  it("serves HTTPS, and prints the address for it", async () => {
    const cwd = createProject();
    const { stdout } = await serve("--tls-cert server.pem --tls-key server.key", cwd);
    expect(stdout).toMatch(/^https:\/\/localhost:\d+\n$/);
    const status = await new Promise((resolve, reject) => {
      const url = `${stdout.trim()}/api/rest/v1/keyspaces`;
      get(url, { ca: certificate, agent: false }, (response) => resolve(response.resume().statusCode)).on(
        "error",
        reject,
      );
    });
    expect(status).toBe(401);
  });

  it("logs and counts a client that sends HTTP", async () => {
    const { stdout, stop } = await serve("--log --tls-cert server.pem --tls-key server.key", createProject());
    const { port } = new URL(stdout.trim());
    await expect(fetch(`http://127.0.0.1:${port}/c4nary`)).rejects.toThrow();
    const metrics = await new Promise((resolve, reject) => {
      get(`${stdout.trim()}/__local/metrics`, { ca: certificate, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve(text));
      }).on("error", reject);
    });
    expect(metrics).toContain('colonnade_tls_handshake_failures_total{code="ERR_SSL_HTTP_REQUEST"} 1\n');
    const { stderr } = await stop();
    expect(stderr).toContain(
      '"message":"TLS handshake failed","errorCode":"ERR_SSL_HTTP_REQUEST","client":"127.0.0.1"}\n',
    );
    expect(stderr).not.toContain("c4nary");
  });

  test.each([
    ["--tls-cert server.pem", "--tls-key is missing", "--tls-cert server.pem --tls-key server.key"],
    ["--tls-key server.key", "--tls-cert is missing", "--tls-cert server.pem --tls-key server.key"],
    ["--tls-cert none.pem --tls-key server.key", "none.pem does not exist", "pass the path of a PEM file"],
    ["--tls-cert notes.txt --tls-key server.key", "notes.txt contains no certificate", "-----BEGIN CERTIFICATE-----"],
    ["--tls-cert server.pem --tls-key notes.txt", "notes.txt contains no private key", "-----BEGIN PRIVATE KEY-----"],
    ["--tls-cert server.key --tls-key server.pem", "server.key contains no certificate", "BEGIN CERTIFICATE"],
    [
      "--tls-cert server.pem --tls-key other.key",
      "other.key is not the key of the certificate in server.pem",
      "use the key for which the certificate was issued",
    ],
  ])("%s is refused before there is a port or data", async (flags, said, next) => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runLine(`serve --port 0 ${flags}`, { cwd, env: user });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).toContain(next);
    expect(stderr).not.toContain(certificateKey.split("\n")[1]);
    expect(existsSync(join(cwd, ".colonnade"))).toBe(false);
  });
});
