export { watchHandshakes } from "./handshakes.ts";
export type { HandshakeFailure } from "./handshakes.ts";
export { addressOf, findPortHolder, openServers, refuseConnections } from "./open-servers.ts";
export type { Address, AddressFlags } from "./open-servers.ts";
