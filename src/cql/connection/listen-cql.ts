/** Opens a port for drivers of the database, on an embedded store. */
import type { EmbeddedStore } from "../../store/index.ts";
import { openSystem } from "../system/index.ts";
import type { System } from "../system/index.ts";
import { executeBatch } from "../statement/batch.ts";
import { prepare } from "../statement/prepare.ts";
import type { Language } from "./language.ts";
import { errorOf } from "./error-of.ts";
import type { CqlFaults } from "./faults.ts";
import { usualLimits } from "./limits.ts";
import { listenConnections } from "./listen-connections.ts";
import type { ListenOptions } from "./listen-connections.ts";
import type { CqlLogin } from "./login.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { SchemaEvents } from "./schema-events.ts";
import { summarize } from "./summarize.ts";

export type CqlListenOptions = ListenOptions;

/** What the port serves. */
export interface CqlServing {
  readonly store: EmbeddedStore;
  /** Milliseconds since 1970. @default the system's clock */
  readonly now?: (() => number) | undefined;
  /** @default everybody may do everything, without a password */
  readonly login?: CqlLogin | undefined;
  /** @default none */
  readonly faults?: CqlFaults | undefined;
}

export interface CqlListener {
  /** The first one: 127.0.0.1 for `localhost`. */
  readonly address: string;
  readonly port: number;
  /** Begins to answer; what connected earlier has waited. Called once. */
  open(serving: CqlServing): Promise<void>;
  /** Answers what is under way, refuses new connections, and closes all at the end of its grace at the latest. */
  close(): Promise<void>;
}

const language: Language = { prepare, executeBatch, summarize };

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listenCql(options: CqlListenOptions): Promise<CqlListener> {
  const listening = await listenConnections(options);
  const { address, port } = listening;
  let events: SchemaEvents | undefined;
  let system: System | undefined;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await listening.close();
    await events?.close();
    await system?.close();
  };
  return {
    address,
    port,
    open: async ({ store, now = Date.now, login, faults }) => {
      system = await openSystem(store, { now, address: reachable(address), port });
      const { database } = system;
      const report = (error: unknown): void => void errorOf(error, options.observer?.onError ?? (() => undefined));
      events = new SchemaEvents(store, (event) => listening.tell(event), report);
      const statements = new PreparedStatements(language, database, usualLimits.statements);
      listening.open({ database, language, login, faults, statements });
    },
    close: () => (closing ??= close()),
  };
}

/** What clients of this machine connect to, if it is every address. Those of other machines keep the one that they know. */
function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}
