import { connect } from "node:net";
import { request as httpsRequest } from "node:https";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../src/service/index.ts";
import type { Listener } from "../../src/service/index.ts";
import { certificate, certificateKey } from "../support/certificate.ts";
import { openFixture, user } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const tls = { cert: certificate, key: certificateKey };

let fixture: Fixture;
let listener: Listener | undefined;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly version: string | undefined;
}

/** Sends a request to a client that trusts the test's certificate alone. */
const send = (url: string, method = "GET", body = "", headers = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(body) };
    const options = { method, ca: certificate, servername: "localhost", agent: false };
    const call = httpsRequest(url, { ...options, headers: { ...length, ...headers } });
    call.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text, version: response.httpVersion }));
    });
    call.end(body);
  });

describe("listening with a certificate", () => {
  it("serves HTTPS on every loopback address, by a name that certificates have", async () => {
    listener = await listen(fixture.service, { port: 0, tls });
    expect(listener.url).toBe(`https://localhost:${listener.port}`);
    const json = { "content-type": "application/json" };
    expect(await send(`${listener.url}/api/rest/v1/auth`, "POST", JSON.stringify(user), json)).toMatchObject({
      status: 201,
      version: "1.1",
    });
    const keyspaces = `https://127.0.0.1:${listener.port}/api/rest/v1/keyspaces`;
    const allowed = await send(keyspaces, "GET", "", { "x-service-token": fixture.token });
    expect(allowed).toMatchObject({ status: 200, text: '["shop"]' });
  });

  it("is known by the host that it was given, for which a certificate is more likely than for its address", async () => {
    listener = await listen(fixture.service, { port: 0, host: "LOCALHOST", tls });
    expect(listener.url).toBe(`https://LOCALHOST:${listener.port}`);
    const headers = { "x-service-token": fixture.token };
    expect(await send(`${listener.url}/api/rest/v1/keyspaces`, "GET", "", headers)).toMatchObject({ status: 200 });
  });

  it("responds to requests that come while it is about to close", async () => {
    const own = await listen(fixture.service, { port: 0, tls });
    listener = own;
    const closed = own.close();
    const keyspaces = `${own.url}/api/rest/v1/keyspaces`;
    const answers = Array.from({ length: 3 }, () => send(keyspaces, "GET", "", { "x-service-token": fixture.token }));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 200, text: '["shop"]' });
    await closed;
  });

  it("checks host names and dot segments as without one", async () => {
    listener = await listen(fixture.service, { port: 0, tls });
    const foreign = await send(`${listener.url}/api/rest/v1/keyspaces`, "GET", "", { host: "evil.example" });
    expect(foreign.status).toBe(421);
  });

  it("speaks TLS 1.2 and later, and HTTP/1.1 alone", async () => {
    listener = await listen(fixture.service, { port: 0, tls });
    const { port } = listener;
    const shake = (options: object): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({ port, host: "127.0.0.1", ca: certificate, servername: "localhost", ...options });
        socket.on("secureConnect", () => {
          resolve(`${socket.getProtocol()} ${socket.alpnProtocol || "none"}`);
          socket.destroy();
        });
        socket.on("error", () => resolve("refused"));
      });
    expect(await shake({ maxVersion: "TLSv1.2" })).toBe("TLSv1.2 none");
    expect(await shake({ ALPNProtocols: ["h2", "http/1.1"] })).toBe("TLSv1.3 http/1.1");
    expect(await shake({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL@SECLEVEL=0" })).toBe("refused");
  });

  it("closes a connection without TLS, and serves the next one", async () => {
    listener = await listen(fixture.service, { port: 0, tls });
    await expect(fetch(`http://127.0.0.1:${listener.port}/api/rest/v1/keyspaces`)).rejects.toThrow();
    expect((await send(`${listener.url}/api/rest/v1/keyspaces`)).status).toBe(401);
  });

  it("stops at once, though a client has begun no handshake", async () => {
    const own = await listen(fixture.service, { port: 0, tls });
    const silent = connect(own.port, "127.0.0.1");
    const ended = new Promise((resolve) => silent.on("error", () => undefined).on("close", resolve));
    await new Promise((resolve) => silent.once("connect", resolve));
    const before = performance.now();
    await own.close();
    await ended;
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
