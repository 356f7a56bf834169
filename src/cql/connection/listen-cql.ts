/** Opens a port for drivers of the database, on an embedded store. */
import type { EmbeddedStore } from "../../store/index.ts";
import { openSystem } from "../system/index.ts";
import type { System } from "../system/index.ts";
import { executeBatch } from "../statement/batch.ts";
import { prepare, summarize } from "../statement/prepare.ts";
import type { Language } from "../statement/prepared.ts";
import { errorOf } from "../cql-error.ts";
import type { CqlFaults, CqlLogin } from "./server.ts";
import { listenConnections } from "./listen-connections.ts";
import type { ListenOptions, Listening } from "./listen-connections.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { SchemaEvents } from "./schema-events.ts";

/** The store, clock, users and faults of the port. */
export interface CqlServing {
  readonly store: EmbeddedStore;
  /** Milliseconds since 1970. @default the system's clock */
  readonly now?: (() => number) | undefined;
  /** @default everybody may do everything, without a password */
  readonly login?: CqlLogin | undefined;
  /** @default none */
  readonly faults?: CqlFaults | undefined;
}

export interface CqlListener extends Pick<Listening, "address" | "port" | "close"> {
  /** Starts answering, also the connections that have waited since before. Called once. */
  open(serving: CqlServing): Promise<void>;
}

const language: Language = { prepare, executeBatch, summarize };

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listenCql(options: ListenOptions): Promise<CqlListener> {
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
      const report = (error: unknown): void => void errorOf(error, options.observer?.onError);
      events = new SchemaEvents(store, (event) => listening.sendEvent(event), report);
      const statements = new PreparedStatements(language, database);
      listening.open({ database, language, login, faults, statements });
    },
    close: () => (closing ??= close()),
  };
}

/** The address for clients on this machine if the port listens on every address. */
function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}
