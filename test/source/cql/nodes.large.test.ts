/** Contact points: which of them speaks CQL, and what to do about one that does not. No cluster is needed. */
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsOptions } from "node:tls";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { loadDriver } from "../../../src/source/cql/driver.ts";
import { flagWords, optionWords, parseContactPoint } from "../../../src/source/cql/cql-options.ts";
import type { ClusterWords, ConnectOptions } from "../../../src/source/cql/cql-options.ts";
import { findNode } from "../../../src/source/cql/find-node.ts";
import type { ColonnadeError } from "../../../src/errors.ts";
import { anotherCertificate, anotherKey, expiredCertificate, namedCertificate } from "../../cluster/certificates.ts";
import { introspectInProcess } from "../../cluster/introspect-in-process.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";

/** Frames of the native protocol: version, flags, stream, code and length, then the body. */
const question = "040000000500000000";
const supported = Buffer.from("8400000006000000020000", "hex");

/** A server that does with a connection what the test says, closed after the test; its contact point. */
async function serve(talk: (socket: Socket) => void, tls?: TlsOptions): Promise<string> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket);
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const trusted = { cert: certificate, key: certificateKey };

function answering(bytes: Buffer | string): (socket: Socket) => void {
  return (socket) => void socket.once("data", () => socket.write(bytes));
}

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `127.0.0.1:${port}`;
}

const find = (contactPoint: string, more: Partial<ConnectOptions> = {}): ReturnType<typeof findNode> =>
  findNode({ contactPoints: [contactPoint], connectTimeoutMs: 2_000, ...more });

describe("a contact point", () => {
  test.each([
    ["db.example.com", "db.example.com", 9042],
    ["db.example.com:9142", "db.example.com", 9142],
    ["10.0.0.1", "10.0.0.1", 9042],
    ["[::1]", "::1", 9042],
    ["[fe80::1%eth0]:1", "fe80::1%eth0", 1],
  ])("%s is the host %s and the port %d", (text, host, port) => {
    expect(parseContactPoint(text)).toEqual({ text, host, port });
  });

  test.each([
    "",
    "a b",
    "::1",
    "host:",
    "host:0",
    "host:65536",
    "http://host:9042",
    "user:secret@host",
    "host:9042/ks",
  ])("is not %j", (text) => {
    expect(() => parseContactPoint(text)).toThrow(
      expect.objectContaining({ code: "bad-contact-point", kind: "input", next: expect.stringContaining("9042") }),
    );
  });

  it("is needed", async () => {
    await expect(findNode({ contactPoints: [] })).rejects.toMatchObject({ code: "bad-contact-point" });
  });
});

describe("a node", () => {
  it("is asked what it supports, and nothing else", async () => {
    const heard: Buffer[] = [];
    let isGone = false;
    const point = await serve((socket) => {
      socket.on("data", (data) => void heard.push(data));
      socket.once("data", () => socket.write(supported));
      socket.on("close", () => (isGone = true));
    });
    expect(await find(point)).toMatchObject({ address: point, tls: undefined });
    await expect.poll(() => isGone).toBe(true);
    expect(Buffer.concat(heard).toString("hex")).toBe(question);
  });

  it("may answer in pieces, or that it wants another version of the protocol", async () => {
    const slow = await serve((socket) => {
      socket.once("data", () => {
        socket.write(supported.subarray(0, 3));
        setTimeout(() => socket.write(supported.subarray(3)), 20);
      });
    });
    expect((await find(slow)).address).toBe(slow);
    const old = await serve(answering(Buffer.from("83000000000000000a", "hex")));
    expect((await find(old)).address).toBe(old);
  });

  it("is the first of several that answers; the others are let go", async () => {
    const open = new Set<Socket>();
    const silent = await serve((socket) => {
      open.add(socket.resume());
      socket.on("close", () => open.delete(socket));
    });
    const good = await serve(answering(supported));
    const found = await findNode({ contactPoints: [silent, await closedPort(), good], connectTimeoutMs: 60_000 });
    expect(found.address).toBe(good);
    await expect.poll(() => open.size).toBe(0);
  });

  it("is known by its certificate where TLS is spoken", async () => {
    const point = await serve(answering(supported), trusted);
    expect((await find(point, { ssl: { ca: certificate } })).tls).toMatchObject({ rejectUnauthorized: true });
    const byName = point.replace("127.0.0.1", "localhost");
    expect((await find(byName, { ssl: { ca: certificate } })).tls).toMatchObject({ servername: "localhost" });
    expect((await find(point, { ssl: { rejectUnauthorized: false } })).address).toBe(point);
  });

  it("is shown a certificate where it wants one", async () => {
    const asks = { ...trusted, requestCert: true, ca: anotherCertificate };
    const point = await serve(answering(supported), asks);
    const mine = { cert: anotherCertificate, key: anotherKey };
    expect((await find(point, { ssl: { ca: certificate, ...mine } })).tls).toMatchObject(mine);
  });
});

describe("no node", () => {
  const hangUp = (socket: Socket): void => void socket.destroy();
  const html = "HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\n\r\n<html>";
  const alert = Buffer.from("15030300020228", "hex");
  const silent = (): void => {};

  test.each<
    [what: string, talk: (socket: Socket) => void, more: Partial<ConnectOptions>, code: string, message: RegExp]
  >([
    ["says nothing", silent, { connectTimeoutMs: 50 }, "cql-no-answer", /does not speak CQL: it does not respond$/],
    ["hangs up", hangUp, {}, "cql-no-answer", /it closes the connection$/],
    ["speaks HTTP", answering(html), {}, "cql-no-answer", /it speaks HTTP$/],
    ["speaks another protocol", answering("220 mail.example.com ESMTP\r\n"), {}, "cql-no-answer", /another protocol$/],
    ["requires TLS", answering(Buffer.concat([alert, alert])), {}, "cql-tls", /requires TLS$/],
    ["speaks no TLS", answering(html), { ssl: true }, "cql-tls", /TLS with .* failed: the server does not speak TLS$/],
    ["says nothing to TLS", silent, { ssl: true, connectTimeoutMs: 50 }, "cql-no-answer", /it does not respond$/],
  ])("is a server that %s", async (_, talk, more, code, message) => {
    await expect(find(await serve(talk), more)).rejects.toMatchObject({
      code,
      kind: "service",
      message: expect.stringMatching(message),
      next: expect.any(String),
    });
  });

  const mutual = { requestCert: true, ca: anotherCertificate };
  const mine = "--tls-cert client.pem --tls-key client.key";
  const byName = "use the host name of the certificate: --contact-points";

  test.each<[what: string, ssl: true | object, server: TlsOptions, reason: string, next: string]>([
    [
      "that nobody vouches for",
      true,
      {},
      "its certificate is not signed by an authority that Node trusts",
      "pass the certificate of its authority: --tls-ca ca.pem, or set NODE_EXTRA_CA_CERTS",
    ],
    [
      "of another signer",
      { ca: anotherCertificate },
      {},
      "its certificate is not signed by an authority of --tls-ca",
      "pass the certificate of its authority: --tls-ca ca.pem",
    ],
    [
      "that has expired",
      { ca: expiredCertificate },
      { cert: expiredCertificate },
      "its certificate has expired",
      "renew it, or set this machine's clock",
    ],
    [
      "for another host",
      { ca: certificate, servername: "db.example.com" },
      {},
      "its certificate is for localhost, 127.0.0.1, not for db.example.com",
      `${byName} localhost`,
    ],
    [
      "for a host whose address is given",
      { ca: namedCertificate },
      { cert: namedCertificate },
      "its certificate is for db.example.com, not for 127.0.0.1",
      `${byName} db.example.com; or add 127.0.0.1 to the certificate as an IP address`,
    ],
    ["and wants one", { ca: certificate }, mutual, "it requires a client certificate", mine],
    [
      "and wants one, also in TLS 1.2",
      { ca: certificate, maxVersion: "TLSv1.2" },
      mutual,
      "it refuses the connection",
      `it may require a client certificate: ${mine}`,
    ],
    [
      "and hangs up on whoever has another",
      { ca: certificate, cert: namedCertificate, key: certificateKey },
      mutual,
      "it closes the connection after the handshake",
      "it may not accept the client certificate; or check the port",
    ],
    [
      "and an old TLS",
      { ca: certificate, minVersion: "TLSv1.3" },
      { maxVersion: "TLSv1.2" },
      "it uses a different version of TLS",
      "enable TLS 1.2 or newer on the node",
    ],
    [
      "and is shown one that is none",
      { ca: certificate, cert: "none", key: "none" },
      {},
      "the certificates or the key cannot be used",
      "pass PEM files, and the key that belongs to the certificate",
    ],
  ])("is a server with a certificate %s", async (_, ssl, server, reason, next) => {
    const point = await serve(answering(supported), { ...trusted, ...server });
    const message = `TLS with ${point} failed: ${reason}`;
    await expect(find(point, { ssl })).rejects.toMatchObject({ code: "cql-tls", kind: "service", message, next });
  });

  it("is named by the flags of serve, or by the options of code", async () => {
    const point = await serve(answering(supported), trusted);
    const tellsOf = async (words: ClusterWords, ssl?: object): Promise<unknown> => {
      const error = await find(point, { words, ...(ssl && { ssl }) }).catch((reason: unknown) => reason);
      return (error as ColonnadeError).next;
    };
    expect(await tellsOf(flagWords("cluster-"))).toBe("connect with --cluster-tls");
    expect(await tellsOf(flagWords("cluster-"), {})).toBe(
      "pass the certificate of its authority: --cluster-tls-ca ca.pem, or set NODE_EXTRA_CA_CERTS",
    );
    expect(await tellsOf(optionWords)).toBe("connect with the option tls");
    expect(await tellsOf(optionWords, {})).toBe(
      'pass the certificate of its authority: tls: { ca: readFileSync("ca.pem") }, or set NODE_EXTRA_CA_CERTS',
    );
    const other = { ca: certificate, servername: "db.example.com" };
    expect(await tellsOf(optionWords, other)).toBe(
      'use the host name of the certificate: contactPoints: ["localhost"]',
    );
  });

  it("is a server that has an error of its own when it sees a certificate, as Cassandra does that does not know it", async () => {
    const point = await serve(
      (socket) => void socket.once("data", () => socket.end(Buffer.from("15030300020250", "hex"))),
    );
    const mine = { cert: anotherCertificate, key: anotherKey };
    await expect(find(point, { ssl: mine })).rejects.toMatchObject({
      message: `TLS with ${point} failed: it refuses the connection`,
      next: "it may not accept the client certificate: check the node's log",
    });
  });

  it("is a server that hangs up on whoever speaks no TLS, as a node does that speaks nothing else", async () => {
    const [handshake, refusal] = [0x16, Buffer.from("15030300020228", "hex")];
    const point = await serve((socket) => {
      socket.once("data", (said) => (said[0] === handshake ? socket.end(refusal) : socket.resetAndDestroy()));
    });
    const withTls = await serve(answering(supported), trusted);
    for (const each of [point, withTls]) {
      await expect(find(each)).rejects.toMatchObject({
        code: "cql-tls",
        message: `${each} requires TLS`,
        next: "connect with --tls",
      });
    }
  });

  it("is where nothing listens, or where there is no host", async () => {
    await expect(find(await closedPort())).rejects.toMatchObject({
      code: "cql-unreachable",
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached: nothing listens on the port$/),
      next: expect.stringMatching(/^check the host, the port \(\d+\), and that no firewall is in between$/),
    });
    await expect(find("nowhere.invalid")).rejects.toMatchObject({
      code: "cql-unreachable",
      message: expect.stringMatching(/^nowhere\.invalid cannot be reached: /),
    });
  });

  it("among several is told by the one that got furthest", async () => {
    const contactPoints = [await closedPort(), await serve(answering(html)), await closedPort()];
    await expect(findNode({ contactPoints, connectTimeoutMs: 2_000 })).rejects.toMatchObject({
      code: "cql-no-answer",
      message: `none of 3 contact points can be used; ${contactPoints[1]} does not speak CQL: it speaks HTTP`,
    });
  });
});

/** The driver is an optional peer. */
const hasDriver = await Promise.resolve()
  .then(loadDriver)
  .then(
    () => true,
    () => false,
  );

describe.skipIf(!hasDriver)("a node that answers no more", () => {
  const [options, startup] = [5, 1];
  /** `READY`, with the version and the number that the question has. */
  const ready = (asked: Buffer): Buffer =>
    Buffer.from([(asked[0] ?? 0) | 0x80, 0, ...asked.subarray(2, 4), 2, 0, 0, 0, 0]);

  test.each<[when: string, answer: (asked: Buffer) => Buffer | undefined]>([
    ["after it has said what it supports", () => undefined],
    ["after it has let the driver in", (asked) => (asked[4] === startup ? ready(asked) : undefined)],
  ])("%s is told, and nothing stays open", async (_, answer) => {
    const point = await serve((socket) => {
      socket.on("data", (asked) => {
        const bytes = asked[4] === options ? supported : answer(asked);
        if (bytes) socket.write(bytes);
      });
    });
    const { said, lingeredMs } = await introspectInProcess({
      contactPoints: [point],
      keyspace: "shop",
      connectTimeoutMs: 500,
    });
    expect(said).toBe("cql-no-answer");
    expect(lingeredMs).toBeLessThan(2_000);
  });
});
