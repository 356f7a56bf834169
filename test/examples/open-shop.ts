import { onTestFinished } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Call, OpenSession, CredentialsOptions, SessionOptions, Transport } from "@colonnade/runtime";
import { createService } from "../../src/service/index.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

/** A session with a service of its own in this process, what it was opened with, and what goes over the wire, tokens aside. */
export async function openShop(
  more: Partial<CredentialsOptions> = {},
  through: (send: Transport) => Transport = (send) => send,
): Promise<{ session: OpenSession; options: SessionOptions; requests: Call[] }> {
  const requests: Call[] = [];
  const credentials = { username: "founder", password: "not-a-secret-here" };
  const store = await openEmbeddedStore({ directory: createTemporaryFolder() });
  onTestFinished(() => store.close());
  await store.createKeyspace("shop");
  const send = serviceTransport(createService({ store, user: credentials, keyspace: "shop" }));
  const transport = through((call) => {
    if (!call.url.endsWith("/auth")) requests.push(call);
    return send(call);
  });
  const options: SessionOptions = { url: "http://localhost", credentials, keyspace: "shop", transport, ...more };
  return { session: createSession(options), options, requests };
}
