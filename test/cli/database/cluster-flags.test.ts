/** Flags that name a cluster: what they ask for, and what is said of files for TLS before anybody is asked. No cluster is needed. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { parseCluster } from "../../../src/cli/database/parse-cluster.ts";
import type { ClusterConfig } from "../../../src/config/index.ts";
import { anotherCertificate, anotherKey, lockedKeys } from "../../cluster/certificates.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { runLine } from "../run-line.ts";

/** A folder with these files beside those that are fine. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = createTemporaryFolder();
  writeTree(folder, {
    "ca.pem": certificate,
    "client.pem": anotherCertificate,
    "client.key": anotherKey,
    "other.key": certificateKey,
    ...files,
  });
  return folder;
}

const silent = { write: () => undefined };

function parse(
  flags: Readonly<Record<string, unknown>>,
  { cwd = folderWith(), tls }: { readonly cwd?: string; readonly tls?: ClusterConfig["tls"] } = {},
): ReturnType<typeof parseCluster> {
  const io = { stdout: silent, stderr: silent, env: {}, cwd };
  return parseCluster(new Flags({ "contact-points": "10.0.0.1", ...flags }), io, tls === undefined ? {} : { tls });
}

describe("TLS", () => {
  it("is spoken when a flag asks for it, and with the files that flags name", () => {
    expect(parse({}).ssl).toBeUndefined();
    expect(parse({ tls: true }).ssl).toEqual({});
    expect(parse({ "tls-ca": "ca.pem" }).ssl).toEqual({ ca: certificate });
    expect(parse({ "tls-cert": "client.pem", "tls-key": "client.key" }).ssl).toEqual({
      cert: anotherCertificate,
      key: anotherKey,
    });
  });

  it("is spoken when the config says so, whose files the flags replace", () => {
    const cwd = folderWith();
    const [ca, cert, key] = ["ca.pem", "client.pem", "client.key"].map((name) => join(cwd, name));
    expect(parse({}, { tls: false }).ssl).toBeUndefined();
    expect(parse({}, { tls: true }).ssl).toEqual({});
    expect(parse({}, { tls: {} }).ssl).toEqual({});
    expect(parse({ tls: true }, { tls: false }).ssl).toEqual({});
    expect(parse({}, { tls: { ca, cert, key } }).ssl).toEqual({
      ca: certificate,
      cert: anotherCertificate,
      key: anotherKey,
    });
    expect(parse({ "tls-ca": "client.pem" }, { cwd, tls: { ca } }).ssl).toEqual({ ca: anotherCertificate });
  });

  it("takes files with text around, and with several certificates", () => {
    const chain = `Bag Attributes\n  friendlyName: node\n${certificate}\n${anotherCertificate}\n`;
    expect(parse({ "tls-ca": "chain.pem" }, { cwd: folderWith({ "chain.pem": chain }) }).ssl).toEqual({ ca: chain });
    const both = `${anotherKey}\n${anotherCertificate}\n`;
    const flags = { "tls-cert": "both.pem", "tls-key": "both.pem" };
    expect(parse(flags, { cwd: folderWith({ "both.pem": both }) }).ssl).toEqual({ cert: both, key: both });
  });
});

describe("a file for TLS is refused", () => {
  const broken = (text: string): string => text.replace(/\n.{20}/, "\n!!!!!!!!!!!!!!!!!!!!");
  const pair = "--tls-cert client.pem --tls-key";

  test.each<[why: string, line: string, files: Record<string, string>, said: RegExp]>([
    [
      "that is not there",
      "--tls-ca no.pem",
      {},
      /^✖ no\.pem does not exist \[bad-tls-file\]\n→ pass the path of a PEM file/,
    ],
    ["that is a folder", "--tls-ca sub", { "sub/x": "" }, /sub is a folder \[bad-tls-file\]/],
    ["without a certificate", "--tls-ca client.key", {}, /client\.key contains no certificate \[bad-tls-file\]/],
    [
      "with a certificate that is none",
      "--tls-ca bad.pem",
      { "bad.pem": broken(certificate) },
      /bad\.pem contains a certificate that cannot be read \[bad-tls-file\]\n→ inspect it: openssl x509 /,
    ],
    ["without a key", `${pair} client.pem`, {}, /client\.pem contains no private key \[bad-tls-file\]/],
    [
      "with a key that is none",
      `${pair} bad.key`,
      { "bad.key": broken(anotherKey) },
      /bad\.key contains a key that cannot be read \[bad-tls-file\]\n→ inspect it: openssl pkey /,
    ],
    [
      "with the key of another",
      `${pair} other.key`,
      {},
      /other\.key is not the key of the certificate in client\.pem \[bad-tls-file\]/,
    ],
    ...lockedKeys.map((key): [string, string, Record<string, string>, RegExp] => [
      `with a pass phrase: ${key.split("\n")[0]}`,
      `${pair} locked.key`,
      { "locked.key": key },
      /locked\.key is encrypted, .* \[bad-tls-file\]\n→ .*openssl pkey -in locked\.key -out plain\.key/,
    ]),
    [
      "that is half of a pair",
      "--tls-cert client.pem",
      {},
      /--tls-key is missing \[usage\]\n→ a client certificate needs its key/,
    ],
    ["that is the other half", "--tls-key client.key", {}, /--tls-cert is missing \[usage\]/],
  ])("%s", async (_, line, files, said) => {
    const cwd = folderWith(files);
    const asked = `introspect --contact-points 127.0.0.1:1 --keyspace shop --output definitions ${line}`;
    const { code, stdout, stderr } = await runLine(asked, { cwd });
    expect(stderr).toMatch(said);
    expect([code, stdout]).toEqual([2, ""]);
    const secrets = [anotherKey, certificateKey, ...lockedKeys].flatMap((key) => key.match(/^[\w+/=]{20,}$/gm) ?? []);
    expect(secrets.length).toBeGreaterThan(8);
    expect(secrets.filter((secret) => stderr.includes(secret))).toEqual([]);
  });

  test.each([
    [
      "feedfeed00000002",
      "is a Java keystore, not PEM",
      'keytool -importkeystore -srckeystore "my store" -destkeystore',
    ],
    ["3082010a", "is in a binary form, not PEM", 'openssl x509 -in "my store"'],
  ])("that begins with %s", (hex, reason, next) => {
    const cwd = folderWith();
    writeFileSync(join(cwd, "my store"), Buffer.from(hex, "hex"));
    expect(() => parse({ "tls-ca": "my store" }, { cwd })).toThrow(
      expect.objectContaining({ message: `my store ${reason}`, next: expect.stringContaining(next) }),
    );
  });

  it("that the machine does not let be read", () => {
    const cwd = folderWith();
    // It is where it is, for ever.
    symlinkSync("ring.pem", join(cwd, "ring.pem"));
    expect(() => parse({ "tls-ca": "ring.pem" }, { cwd })).toThrow(
      expect.objectContaining({ code: "unreadable", kind: "machine" }),
    );
  });
});

describe("a flag of a cluster", () => {
  const env = { COLONNADE_USERNAME: "ann", COLONNADE_PASSWORD: "correct horse" };

  test.each(["--tls", "--tls-ca ca.pem", "--local-dc dc1"])("is refused where a service is asked: %s", async (line) => {
    const asked = `introspect --url http://127.0.0.1:1 --keyspace shop --output definitions ${line}`;
    const { code, stderr } = await runLine(asked, { cwd: folderWith(), env });
    expect(stderr).toContain(`${line.split(" ")[0]} applies to a cluster, but a service is used [usage]`);
    expect(code).toBe(2);
  });

  it("is refused where a file of CQL is read, which the message names", async () => {
    const cwd = folderWith({ "shop.cql": "CREATE TABLE shop.t (id int PRIMARY KEY);" });
    const { code, stderr } = await runLine("introspect --from shop.cql --keyspace shop --output definitions --tls", {
      cwd,
    });
    expect(stderr).toContain("✖ --tls applies to a cluster, but the tables are read from shop.cql [usage]\n");
    expect(code).toBe(2);
  });

  it("is refused where a push goes to a service", async () => {
    const cwd = folderWith({
      "definitions/shop/t.json": JSON.stringify({
        name: "t",
        columnDefinitions: [{ name: "id", typeDefinition: "int" }],
        primaryKey: { partitionKey: ["id"] },
      }),
    });
    const { code, stderr } = await runLine("push --url http://127.0.0.1:1 --definitions definitions --tls", {
      cwd,
      env,
    });
    expect(stderr).toContain("--tls and --to rest cannot be combined [usage]");
    expect(code).toBe(2);
  });
});
