import { onTestFinished } from "vitest";
import { listenConnections } from "../../../src/cql/connection/listen-connections.ts";
import type { Listening, ListenOptions } from "../../../src/cql/connection/listen-connections.ts";
import type { ServerState, CqlExchange, CqlObserver } from "../../../src/cql/connection/server.ts";
import { PreparedStatements } from "../../../src/cql/connection/prepared-statements.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { createFakeLanguage } from "./fake-language.ts";
import type { FakeLanguage } from "./fake-language.ts";
import { ScriptedClient } from "./scripted-client.ts";

export interface Fake {
  readonly listening: Listening;
  readonly language: FakeLanguage;
  readonly exchanges: CqlExchange[];
  /** With the ID of the request. */
  readonly errors: (readonly [error: unknown, requestId: string])[];
  readonly counts: { opened: number; closed: number; refused: number; begun: number };
  readonly connect: (...args: Rest<typeof ScriptedClient>) => ScriptedClient;
}

type Rest<Kind extends abstract new (port: number, ...args: never) => unknown> = Kind extends abstract new (
  port: number,
  ...args: infer Args
) => unknown
  ? Args
  : never;

/** A port with a language of a few words. */
export async function openFake(
  options: Partial<ListenOptions> = {},
  server: Partial<Pick<ServerState, "login" | "faults">> & {
    statements?: { readonly statements: number; readonly characters: number };
  } = {},
): Promise<Fake> {
  const language = createFakeLanguage();
  const [exchanges, errors] = [[] as CqlExchange[], [] as (readonly [unknown, string])[]];
  const counts = { opened: 0, closed: 0, refused: 0, begun: 0 };
  const observer: CqlObserver = {
    onOpened: () => void counts.opened++,
    onClosed: () => void counts.closed++,
    onRefused: () => void counts.refused++,
    onBegin: () => void counts.begun++,
    onExchange: (exchange) => void exchanges.push(exchange),
    onError: (error, requestId) => void errors.push([error, requestId]),
  };
  const listening = await listenConnections({ port: 0, host: "127.0.0.1", observer, graceMs: 0, ...options });
  const store = await openMemoryStore();
  onTestFinished(async () => {
    await listening.close();
    await store.close();
  });
  const database = { store, now: () => 1_700_000_000_000, storeOf: () => Promise.resolve(store) };
  const statements = new PreparedStatements(language, database, server.statements);
  listening.open({ database, language, login: server.login, faults: server.faults, statements });
  const connect: Fake["connect"] = (...args) => {
    const client = new ScriptedClient(listening.port, ...args);
    onTestFinished(() => client.close());
    return client;
  };
  return { listening, language, exchanges, errors, counts, connect };
}
