import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

/** Node's own defaults let a stalled client stay for minutes; its check every 30 s would make shorter limits late. */
const timers = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  /** Of TLS. */
  handshakeTimeout: 10_000,
};

/** Loads what servers of HTTP, or of HTTPS, are created with. */
export async function loadServer(
  onRequest: RequestListener,
  tls: { readonly cert: string; readonly key: string } | undefined,
): Promise<() => Server> {
  if (!tls) return () => createServer(timers, onRequest);
  // Most listeners need no TLS, and start faster without it.
  const https = await import("node:https");
  return () => https.createServer({ ...timers, ...tls }, onRequest);
}
