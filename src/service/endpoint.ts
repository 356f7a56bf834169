import type { Store } from "../store/index.ts";
import type { Answer } from "./answer.ts";
import type { Execution } from "./graphql/execution.ts";
import type { PasswordCheck } from "./passwords.ts";
import type { TokenRegister } from "./tokens.ts";

/** What the endpoints of one service share. */
export interface Parts {
  readonly store: Store;
  readonly tokens: TokenRegister;
  readonly checkPassword: PasswordCheck;
  /** The keyspace at `/api/graphql`. */
  readonly keyspace: string | undefined;
  /** Gets errors that nobody expected; clients only get the request id. */
  readonly report: (error: unknown) => void;
}

export interface Call {
  /** What stands in the place of the path's parameters, in their order: names decoded, a row's key as it was sent. */
  readonly params: readonly string[];
  readonly requestId: string;
  /** A header of the request, or null. */
  readonly header: (name: string) => string | null;
  /** Reads the body; undefined when it is empty. @throws {Refusal} when it is no JSON, or too large */
  readonly body: () => Promise<unknown>;
}

/** @throws {Refusal} for every answer that is no success */
export type Endpoint = (call: Call, parts: Parts) => Promise<Answer>;

/** A parameter that the route is known to have. */
export function param(call: Call, index: number): string {
  return call.params[index] ?? "";
}

export function executionOf({ requestId }: Call, { store, report }: Parts): Omit<Execution, "mostValues"> {
  return { store, report, requestId };
}
