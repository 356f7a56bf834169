import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { findPortHolder } from "../../src/port/index.ts";

describe.skipIf(process.platform !== "linux")("the program that has a port", () => {
  it.each(["127.0.0.1", "::1", "0.0.0.0", "::"])("is found at %s", async (host) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => void server.close());
    expect(findPortHolder((server.address() as AddressInfo).port)).toMatch(
      new RegExp(`^\\S.* \\(process ${process.pid}\\)$`),
    );
  });

  it("is unknown where nobody listens, though a connection is left", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    await new Promise((resolve) => server.once("connection", resolve));
    server.close();
    expect(findPortHolder(port)).toBeUndefined();
    client.destroy();
  });
});
