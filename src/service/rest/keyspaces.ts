import { json } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { ref } from "../schemas.ts";

/** `GET …/keyspaces`: the names of all keyspaces. */
export const listKeyspaces: Operation = {
  id: "listKeyspaces",
  summary: "Lists the keyspaces.",
  answers: { 200: json("Their names.", ref("Names")) },
  run: async (_call, { store }) => ({ status: 200, json: await store.keyspaces() }),
};
