/**
 * The entry for Node: a transport with persistent connections, tokens in files that processes share, credentials from
 * the environment, and events on diagnostics channels. Does not run in browsers.
 */
export { diagnosticsHooks } from "./diagnostics.ts";
export { fromEnv } from "./environment.ts";
export { fileTokenStore } from "./file-token-store.ts";
export { nodeTransport } from "./node-transport.ts";
export type { ConnectionAgent, NodeTransport, NodeTransportOptions } from "./node-transport.ts";
export type { TlsOptions } from "./connection-pool.ts";
