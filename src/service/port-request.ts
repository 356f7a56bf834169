import type { Duplex } from "node:stream";
import type { IncomingRequest, OutgoingResponse } from "./exchange.ts";

/** A request that came through a port, with the way back to its client. */
export interface PortRequest extends IncomingRequest {
  readonly socket: Duplex;
  /** Whether its whole body has arrived. */
  readonly isComplete: boolean;
  /** Whether some of its response was sent. */
  readonly isAnswered: boolean;
  /** @param isLast whether the connection ends with this response */
  send(response: OutgoingResponse, isLast: boolean): void;
  /** Closes the connection without a response. */
  drop(): void;
  /** Calls the listener once the response is sent, or the client is gone. */
  onClose(listener: () => void): void;
}

/** How long a client may take for the head of a request. */
export const headMs = 10_000;

/** How long a connection waits for its next request. Responses announce it, and the port waits a second more, as node:http does. */
export const idleMs = 65_000;
