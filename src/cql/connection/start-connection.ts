/** Handles the first messages of a connection: supported options, the form of messages, and the login. */
import { protocolError, CqlError } from "../cql-error.ts";
import { protocolVersions } from "../protocol/envelope.ts";
import type { Compression } from "../protocol/envelope.ts";
import type { Request, Response } from "../protocol/message.ts";
import { everybody } from "./server.ts";
import type { LoggedInRequest, CqlLogin, CqlUser } from "./server.ts";

/** The stage of a connection's start. */
export type Stage =
  { readonly kind: "new" } | { readonly kind: "authenticating" } | { readonly kind: "ready"; readonly user: CqlUser };

/** The result of a message. */
interface Step {
  readonly response: Response;
  /** The stage for the messages after the response. */
  readonly stage: Stage;
  /** Only for STARTUP. */
  readonly form?: { readonly compression: Compression | undefined };
}

const authenticator = "org.apache.cassandra.auth.PasswordAuthenticator";

export const supported: Response = {
  kind: "supported",
  options: new Map([
    ["CQL_VERSION", ["3.4.7"]],
    ["COMPRESSION", ["lz4"]],
    ["PROTOCOL_VERSIONS", protocolVersions],
  ]),
};

/** The database's name of a message: `AUTH_RESPONSE`. */
function nameOf(kind: Request["kind"]): string {
  return kind.toUpperCase().replace("-", "_");
}

interface Start {
  /** The client's address. */
  readonly address: string | undefined;
  readonly login: CqlLogin | undefined;
}

/** Whether the message is for a client that is logged in. Others are for `startConnection`. */
export function isForLoggedIn(request: Request): request is LoggedInRequest {
  return request.kind !== "options" && request.kind !== "startup" && request.kind !== "auth-response";
}

/** @throws {CqlError} for a message that does not come now, and for wrong credentials */
export async function startConnection(request: Request, stage: Stage, start: Start): Promise<Step> {
  checkOrder(request.kind, stage);
  if (request.kind === "options") return { response: supported, stage };
  if (request.kind === "startup") return startUp(request.options, start);
  if (request.kind === "auth-response" && start.login) {
    const user = await authenticate(request.token, start.login, start.address);
    return { response: { kind: "auth-success" }, stage: { kind: "ready", user } };
  }
  throw protocolError(`Unexpected message ${nameOf(request.kind)}`);
}

/** @throws {CqlError} `protocol` */
function checkOrder(kind: Request["kind"], stage: Stage): void {
  const fail = (reason: string): never => {
    throw protocolError(`Unexpected message ${nameOf(kind)}, ${reason}`);
  };
  if (stage.kind === "new" && kind !== "options" && kind !== "startup") fail("expecting STARTUP or OPTIONS");
  if (stage.kind === "authenticating" && kind !== "auth-response") fail("expecting SASL_RESPONSE");
  if (stage.kind === "ready" && kind !== "options") fail("the connection is already initialized");
}

function startUp(options: ReadonlyMap<string, string>, { login }: Start): Step {
  const language = options.get("CQL_VERSION");
  if (language === undefined) throw protocolError("Missing value CQL_VERSION in STARTUP message");
  if (!/^\d+\.\d+\.\d+/.test(language)) throw protocolError(`Invalid version value: ${language.slice(0, 100)}`);
  if (!language.startsWith("3."))
    throw protocolError(`CQL version ${language.slice(0, 100)} is not supported by the binary protocol`);
  const form = { compression: compressionOf(options.get("COMPRESSION")) };
  if (login) return { response: { kind: "authenticate", authenticator }, stage: { kind: "authenticating" }, form };
  return { response: { kind: "ready" }, stage: { kind: "ready", user: everybody }, form };
}

function compressionOf(name: string | undefined): Compression | undefined {
  if (name === undefined || name === "") return undefined;
  if (name.toLowerCase() === "lz4") return "lz4";
  throw protocolError(`Unknown compression algorithm: ${name.slice(0, 100)}`);
}

/** SASL PLAIN: who acts, a zero, the name, a zero, the password. */
async function authenticate(token: Buffer, login: CqlLogin, address: string | undefined): Promise<CqlUser> {
  const [, name = "", password = "", ...more] = token.toString("utf8").split("\0");
  if (name === "") throw new CqlError("credentials", "Authentication ID must not be null");
  if (password === "" || more.length > 0) throw new CqlError("credentials", "Password must not be null");
  const user = await login(name, password, address);
  if (user === "too often") throw new CqlError("overloaded", "Too many wrong passwords; try again in some seconds");
  if (user === "wrong") {
    throw new CqlError("credentials", `Provided username ${name.slice(0, 100)} and/or password are incorrect`);
  }
  return user;
}
