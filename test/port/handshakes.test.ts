/** Failed TLS handshakes are reported with a code and an address, and with nothing that the client sent. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { Metrics, listen } from "../../src/service/index.ts";
import type { HandshakeFailure, Listener } from "../../src/service/index.ts";
import { certificate, certificateKey } from "../support/certificate.ts";
import { openFixture } from "../service/service-fixture.ts";
import type { Fixture } from "../service/service-fixture.ts";

const failures: HandshakeFailure[] = [];
let fixture: Fixture;
let listener: Listener;
beforeAll(async () => {
  fixture = await openFixture();
  const tls = { cert: certificate, key: certificateKey };
  listener = await listen(fixture.service, { port: 0, tls, onHandshakeFailure: (failure) => failures.push(failure) });
});
beforeEach(() => void (failures.length = 0));
afterAll(async () => {
  await listener.close();
  await fixture.close();
});

const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
/** Sends bytes without TLS. */
const send = (bytes: string): Promise<void> => {
  const socket = connect(listener.port, "127.0.0.1", () => socket.write(bytes));
  return ended(socket.resume());
};
const shake = (options: object): Promise<void> => {
  const socket = connectTls({ port: listener.port, host: "127.0.0.1", servername: "localhost", ...options }, () =>
    socket.end(),
  );
  return ended(socket.resume());
};
const old = { ca: certificate, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL@SECLEVEL=0" };
const strangeCipher = { ca: certificate, maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-GCM-SHA256" };

describe("a failed TLS handshake", () => {
  test.each<[string, () => Promise<void>, string]>([
    ["speaks HTTP", () => send("GET /c4nary HTTP/1.1\r\nHost: localhost\r\n\r\n"), "ERR_SSL_HTTP_REQUEST"],
    ["speaks neither", () => send("c4nary\r\n".repeat(10)), "ERR_SSL_WRONG_VERSION_NUMBER"],
    ["speaks TLS 1.1", () => shake(old), "ERR_SSL_UNSUPPORTED_PROTOCOL"],
    ["has no cipher of ours", () => shake(strangeCipher), "ERR_SSL_NO_SHARED_CIPHER"],
    ["does not trust the certificate", () => shake({}), "ECONNRESET"],
  ])("of a client that %s is reported once", async (_, fail, code) => {
    await fail();
    await expect.poll(() => failures).toEqual([{ code, client: "127.0.0.1" }]);
  });

  it("is counted by its code", () => {
    const metrics = new Metrics();
    const failure = { code: "ERR_SSL_HTTP_REQUEST", client: "127.0.0.1" };
    for (let n = 0; n < 3; n++) metrics.countHandshake(failure);
    expect(metrics.print(0, [])).toContain('\ncolonnade_tls_handshake_failures_total{code="ERR_SSL_HTTP_REQUEST"} 3\n');
  });
});

describe("a connection that did not fail", () => {
  it("is not reported, nor one that never sent a byte", async () => {
    await shake({ ca: certificate });
    const probe = connect(listener.port, "127.0.0.1", () => probe.end());
    await ended(probe.resume());
    await send("GET / HTTP/1.1\r\n\r\n");
    await expect.poll(() => failures).toMatchObject([{ code: "ERR_SSL_HTTP_REQUEST" }]);
  });
});
