import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it, test } from "vitest";
import { isFromThisMachine } from "../../src/service/http.ts";
import { NodeRequest } from "../../src/service/node-request.ts";

function openRequest(): { readonly message: IncomingMessage; readonly request: NodeRequest } {
  // A socket without a connection, as one is whose client has reset it.
  const message = new IncomingMessage(new Socket());
  return { message, request: new NodeRequest(message, new ServerResponse(message)) };
}

describe("a request whose client is gone", () => {
  it("did not come from this machine if its address is unknown", () => {
    const { request } = openRequest();
    expect(request.client).toBe("unknown");
    expect(isFromThisMachine(request)).toBe(false);
  });

  it("keeps the address from which it came", () => {
    const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "192.0.2.1", configurable: true });
    const message = new IncomingMessage(socket);
    const request = new NodeRequest(message, new ServerResponse(message));
    Object.defineProperty(socket, "remoteAddress", { value: undefined });
    expect(request.client).toBe("192.0.2.1");
  });

  test.each([false, true])("has no body, even if it had arrived: %s", async (complete) => {
    const { message, request } = openRequest();
    message.complete = complete;
    message.push("abc");
    message.destroy();
    await once(message, "close");
    await expect(request.readBytes(10)).rejects.toThrow("the client is gone");
  });

  it("breaks off while its body is read", async () => {
    const { message, request } = openRequest();
    const reading = request.readBytes(10);
    message.push("abc");
    message.destroy();
    await expect(reading).rejects.toThrow("the client is gone");
  });
});
