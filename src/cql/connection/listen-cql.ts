/** Opens a port for drivers of the database. */
import type { EmbeddedStore } from "../../store/index.ts";
import type { CqlFaults } from "./faults.ts";
import type { CqlLogin } from "./login.ts";
import type { CqlObserver } from "./observer.ts";

export interface CqlListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** `localhost` means 127.0.0.1 and ::1, of which clients try either first. @default "localhost" */
  readonly host?: string;
  /** A certificate with its intermediate certificates, and its key, as PEM. @default no encryption */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** @default nobody watches */
  readonly observer?: CqlObserver;
  /** Milliseconds that requests under way have to be answered, once the listener is closed. @default 5000 */
  readonly graceMs?: number;
}

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
  readonly host: string;
  readonly port: number;
  /** Begins to answer; what connected earlier has waited. Called once. */
  open(serving: CqlServing): Promise<void>;
  /** Answers what is under way, refuses new connections, and closes all at the end of its grace at the latest. */
  close(): Promise<void>;
}

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export function listenCql(options: CqlListenOptions): Promise<CqlListener> {
  throw new Error(`not written yet: ${options.port}`);
}
