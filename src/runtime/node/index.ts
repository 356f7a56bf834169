/**
 * What an app on Node can have besides: a transport over connections that stay open, tokens in files that processes share,
 * credentials from the environment, and events on diagnostics channels. Nothing here runs in a browser.
 */
export { diagnosticsHooks } from "./diagnostics.ts";
export { fromEnv } from "./environment.ts";
export { fileTokenStore } from "./file-token-store.ts";
export { nodeTransport } from "./node-transport.ts";
export type { ConnectionAgent, NodeTransport, NodeTransportOptions } from "./node-transport.ts";
export type { TlsOptions } from "./tls-options.ts";
