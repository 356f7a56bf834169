import type { CqlErrorCode } from "../cql-error.ts";
import type { Request } from "../protocol/message.ts";

/** A request and its response as logs and metrics see them: without statements and values, which hold secrets. */
export interface CqlExchange {
  /** `unparsed` for what is not a request. */
  readonly request: Request["kind"] | "unparsed";
  readonly durationMs: number;
  /** The bytes of the request; `sentBytes` those of the response. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** The address of the client; undefined if it has already disconnected. */
  readonly client: string | undefined;
  /** Undefined for a success; `dropped` for a connection that a fault has closed. */
  readonly errorCode?: CqlErrorCode | "dropped" | undefined;
}

/** For logs and metrics. */
export interface CqlObserver {
  onOpened?(): void;
  onClosed?(): void;
  /** A connection was closed at once, because there are too many. */
  onRefused?(): void;
  /** A request arrived; `onExchange` follows. */
  onBegin?(): void;
  onExchange?(exchange: CqlExchange): void;
  /** Gets unexpected errors with the ID that the client got. */
  onError?(error: unknown, requestId: string): void;
}
