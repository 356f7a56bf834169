import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

/** Node's defaults keep a stalled client for minutes; checking only every 30 s would enforce shorter limits late. */
const timers = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  /** Limits the TLS handshake. */
  handshakeTimeout: 10_000,
};

/** Loads the function that creates an HTTP or HTTPS server. */
export async function loadServer(
  onRequest: RequestListener,
  tls: { readonly cert: string; readonly key: string } | undefined,
): Promise<() => Server> {
  if (!tls) return () => createServer(timers, onRequest);
  // Most listeners need no TLS, and start faster without it.
  const https = await import("node:https");
  return () => https.createServer({ ...timers, ...tls }, onRequest);
}
