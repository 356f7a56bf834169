/** The port for drivers: what `--cql` says, and how it is joined with the service. Loaded when it is given. */
import { isLoopback } from "@colonnade/runtime/protocol";
import { listenCql } from "../../cql/index.ts";
import type { CqlListener } from "../../cql/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { HandshakeFailure, Metrics } from "../../service/index.ts";
import type { Log } from "./log.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** What is known of the service when its ports are opened. */
interface Surroundings {
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onHandshakeFailure: (failure: HandshakeFailure) => void;
  /** Prints an error for whoever runs the service. */
  readonly renderReason: (error: unknown) => string;
}

export interface CqlDoor {
  readonly host: string;
  /** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
  open(surroundings: Surroundings): Promise<CqlListener>;
}

interface CqlOptions {
  /** The host of the service, unless the flag names another one. */
  readonly host: string;
  readonly isEncrypted: boolean;
  /** Whether other machines may send passwords in the clear. */
  readonly mayBeInsecure: boolean;
}

/** @param given the value of `--cql`. @throws {ColonnadeError} `usage` */
export function parseCql(given: string, { host, isEncrypted, mayBeInsecure }: CqlOptions): CqlDoor {
  const address = parseAddress(given, host);
  if (!isEncrypted && !mayBeInsecure && !isLoopback(address.host)) {
    const message = `other machines can reach ${address.host}, and drivers would send it passwords unencrypted`;
    throw new ColonnadeError("usage", message, {
      next: "add --tls-cert and --tls-key, or --cql-insecure if the network is trusted",
    });
  }
  return { host: address.host, open: (surroundings) => openDoor(address, surroundings) };
}

function parseAddress(given: string, usualHost: string): Address {
  const [, bracketed, name, digits = ""] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(given) ?? [];
  const port = digits === "" ? Infinity : Number(digits);
  if (port <= 65_535) return { host: bracketed ?? name ?? usualHost, port };
  throw new ColonnadeError("usage", `--cql takes a port from 0 to 65535, or HOST:PORT, not ${JSON.stringify(given)}`);
}

function openDoor(
  address: Address,
  { metrics: { cql }, log, renderReason, ...rest }: Surroundings,
): Promise<CqlListener> {
  return listenCql({
    ...address,
    ...rest,
    observer: {
      onOpened: () => cql.opened(),
      onClosed: () => cql.closed(),
      onRefused: () => cql.refused(),
      onBegin: () => cql.begin(),
      onExchange: (exchange) => {
        cql.end(exchange);
        log.cqlRequest(exchange);
      },
      onError: (error, requestId) => log.failed(renderReason(error), requestId),
    },
  });
}
