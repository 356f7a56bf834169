import type { Endpoint } from "../endpoint.ts";

/** `GET …/keyspaces`: the names of all keyspaces. @see service-facts 1.3 */
export const listKeyspaces: Endpoint = async (_call, { store }) => ({ status: 200, json: await store.keyspaces() });
