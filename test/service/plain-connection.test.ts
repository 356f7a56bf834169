import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { PortRequest } from "../../src/service/http.ts";
import { servePlainRequests } from "../../src/service/plain-connection.ts";

const head = (method: string, target = "/"): string => `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe("a socket with plain requests", () => {
  interface Served {
    readonly client: Socket;
    readonly socket: Socket;
    readonly requests: PortRequest[];
    readonly handedOver: string[];
    readonly close: () => void;
  }

  const open = async (): Promise<Served> => {
    const requests: PortRequest[] = [];
    const handedOver: string[] = [];
    const serve = (request: PortRequest): void => void requests.push(request);
    const read = (given: Socket): void => void given.on("data", (bytes: Buffer) => handedOver.push(bytes.toString()));
    const server = createServer({ allowHalfOpen: true }, read);
    servePlainRequests(server, "connection", { isOurs: () => true, serve }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
    const [socket] = (await once(server, "connection")) as [Socket];
    const close = (): void => {
      client.destroy();
      socket.destroy();
      server.close();
    };
    return { client, socket, requests, handedOver, close };
  };
  const arrive = (requests: readonly unknown[], wanted: number): Promise<void> =>
    vi.waitFor(() => expect(requests).toHaveLength(wanted), { interval: 2, timeout: 2000 });

  it("is closed if no request comes in time, and later if no other one does", async () => {
    const { client, socket, requests, close } = await open();
    expect(socket.timeout).toBe(10_000);
    client.write(head("GET"));
    await arrive(requests, 1);
    expect(socket.timeout).toBe(66_000);
    socket.emit("timeout");
    expect(socket.destroyed).toBe(false);
    requests[0]?.send({ status: 204, headers: {} }, false);
    await once(client, "data");
    socket.emit("timeout");
    expect(socket.destroyed).toBe(true);
    close();
  });

  it("is given away without a time limit and without listeners", async () => {
    const { client, socket, handedOver, close } = await open();
    client.write(head("HEAD"));
    await arrive(handedOver, 1);
    expect(handedOver).toEqual([head("HEAD")]);
    expect([socket.timeout, socket.listenerCount("data"), socket.listenerCount("close")]).toEqual([0, 1, 0]);
    close();
  });

  it("tells a request that its client is gone", async () => {
    const { client, requests, close } = await open();
    client.write(head("GET"));
    await arrive(requests, 1);
    const [request] = requests;
    const onClose = vi.fn<() => void>();
    request?.onClose(onClose);
    const signal = request?.signal();
    expect([signal?.aborted, onClose.mock.calls.length]).toEqual([false, 0]);
    client.destroy();
    await vi.waitFor(() => expect([signal?.aborted, onClose.mock.calls.length]).toEqual([true, 1]));
    expect(request?.signal().aborted).toBe(true);
    request?.end();
    expect(onClose).toHaveBeenCalledTimes(1);
    request?.send({ status: 204, headers: {} }, false);
    close();
  });

  it("gets no next request before the client has read a long response", async () => {
    const { client, requests, close } = await open();
    client.pause();
    client.write(head("GET", "/1"));
    await arrive(requests, 1);
    const onClose = vi.fn<() => void>();
    requests[0]?.onClose(onClose);
    const body = "x".repeat(20_000_000);
    requests[0]?.send({ status: 200, headers: { "content-length": "20000000" }, body }, false);
    client.write(head("GET", "/2"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([requests.length, onClose.mock.calls.length]).toEqual([1, 0]);
    client.resume();
    await arrive(requests, 2);
    expect([requests[1]?.target, onClose.mock.calls.length]).toEqual(["/2", 1]);
    close();
  });

  it("gets no request after the last response", async () => {
    const { client, socket, requests, close } = await open();
    client.write(head("GET", "/1"));
    await arrive(requests, 1);
    client.write(head("GET", "/2"));
    await vi.waitFor(() => expect(socket.isPaused()).toBe(true));
    requests[0]?.send({ status: 200, headers: { "content-length": "1" }, body: "a" }, true);
    let received = "";
    client.on("data", (bytes: Buffer) => (received += bytes.toString()));
    await once(socket, "close");
    await vi.waitFor(() =>
      expect(received).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-length: 1\r\nconnection: close\r\nDate: .*\r\n\r\na$/),
    );
    expect(requests).toHaveLength(1);
    close();
  });
});
