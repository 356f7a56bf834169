import type { Reply, Transport } from "@colonnade/runtime";

/** @param body text as it is, or what becomes JSON */
export function reply(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    header: (name) => headers[name] ?? null,
    text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
  };
}

/** Answers token requests, and leaves the rest to a test. */
export function answering(answer: Transport): Transport {
  return async (call) => (call.url.endsWith("/auth") ? reply({ authToken: "T" }, 201) : answer(call));
}

/** What a call gives, or how it fails. */
export function caught(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}
