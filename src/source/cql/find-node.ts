/**
 * Finds a node that responds, before the driver connects. The driver would wait indefinitely for a server that is not a
 * node, trusts any certificate, and does not report which step failed.
 *
 * Returns the address of the first contact point that speaks CQL. Does not log in, and leaves nothing open.
 */
import { connect, isIP, isIPv6 } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import type { ColonnadeError } from "../../errors.ts";
import { defaults, flagWords, parseContactPoint } from "./cql-options.ts";
import type { ConnectOptions, ContactPoint } from "./cql-options.ts";
import { furthest, isBreak, lateFault, leftAfterHandshake, nodeFault, notCql, tlsAlone } from "./cql-fault.ts";
import type { Attempt } from "./cql-fault.ts";

export interface FoundNode {
  readonly point: ContactPoint;
  /** In the driver's format: `10.0.0.1:9042`. */
  readonly address: string;
  /** The TLS options, or undefined. */
  readonly tls: ConnectionOptions | undefined;
}

/** @throws {ColonnadeError} `bad-contact-point`, or the reason of the contact point that got furthest */
export async function findNode(options: ConnectOptions): Promise<FoundNode> {
  const points = options.contactPoints.map(parseContactPoint);
  const found = new AbortController();
  try {
    return await Promise.any(points.map((point) => askNode(point, options, found.signal)));
  } catch (error) {
    const faults = error instanceof AggregateError ? (error.errors as readonly ColonnadeError[]) : [];
    throw furthest(faults);
  } finally {
    found.abort();
  }
}

/** `OPTIONS` of the native protocol, which needs no login. */
const question = Buffer.from([4, 0, 0, 0, 5, 0, 0, 0, 0]);

const headerLength = question.length;

/** The version with its first bit set, and `SUPPORTED`, or the `ERROR` of a node that requires another version. */
function isAnswer(data: Buffer): boolean {
  const [version = 0, , , , opcode] = data;
  return version > 0x82 && version < 0x90 && (opcode === 6 || opcode === 0);
}

function askNode(point: ContactPoint, options: ConnectOptions, enough: AbortSignal): Promise<FoundNode> {
  const { ssl = false, connectTimeoutMs = defaults.connectTimeoutMs, words = flagWords() } = options;
  const tls = ssl === false ? undefined : tlsOptions(point, ssl);
  const attempt: Attempt = { point, tls, words };
  return new Promise((resolve, reject) => {
    const { host, port } = point;
    let socket: Socket;
    try {
      socket = tls ? connectTls({ ...tls, host, port }) : connect({ host, port });
    } catch (error) {
      // An invalid certificate or key.
      reject(nodeFault(attempt, error instanceof Error ? error : new Error(String(error))));
      return;
    }
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      enough.removeEventListener("abort", stop);
      socket.destroy();
      settle();
    };
    const fail = (fault: ColonnadeError): void => end(() => reject(fault));
    const stop = (): void => end(() => {});
    let received: Buffer = Buffer.alloc(0);
    const late = setTimeout(() => {
      fail(socket.remoteAddress === undefined ? lateFault(attempt) : notCql(attempt, undefined));
    }, connectTimeoutMs);
    enough.addEventListener("abort", stop);
    let isSecure = false;
    socket.once("secureConnect", () => (isSecure = true));
    socket.once(tls ? "secureConnect" : "connect", () => socket.write(question));
    // A node that requires TLS closes other connections.
    const askForTls = async (): Promise<void> =>
      reject((await speaksTls(point, connectTimeoutMs, enough)) ? tlsAlone(attempt) : notCql(attempt, received));
    const hungUp = (): void => {
      if (received.length > 0) fail(notCql(attempt, received));
      else if (tls) fail(isSecure ? leftAfterHandshake(attempt) : notCql(attempt, received));
      else end(() => void askForTls());
    };
    socket.on("error", (error) => (isBreak(error) ? hungUp() : fail(nodeFault(attempt, error))));
    socket.once("close", hungUp);
    socket.on("data", (data) => {
      received = Buffer.concat([received, data]);
      if (received.length < headerLength) return;
      const { remoteAddress = host } = socket;
      const address = isIPv6(remoteAddress) ? `[${remoteAddress}]:${port}` : `${remoteAddress}:${port}`;
      if (isAnswer(received)) end(() => resolve({ point, address, tls }));
      else fail(notCql(attempt, received));
    });
  });
}

/** Checks certificates against the given name, since the driver only knows addresses. */
function tlsOptions({ host }: ContactPoint, ssl: true | ConnectionOptions): ConnectionOptions {
  return { rejectUnauthorized: true, ...(isIP(host) === 0 && { servername: host }), ...(ssl === true ? {} : ssl) };
}

/**
 * Detects whether a server speaks TLS: a node that requires TLS closes other connections without an error.
 *
 * Trusts any certificate and sends nothing. Never fails; returns false after `timeoutMs` or an abort.
 */
function speaksTls({ host, port }: ContactPoint, timeoutMs: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, rejectUnauthorized: false });
    const end = (answer: boolean): void => {
      clearTimeout(late);
      stop.removeEventListener("abort", no);
      socket.destroy();
      resolve(answer);
    };
    const no = (): void => end(false);
    const late = setTimeout(no, timeoutMs);
    stop.addEventListener("abort", no);
    socket.once("secureConnect", () => end(true));
    // A server that requires a client certificate says so in TLS.
    socket.on("error", ({ message }) => end(/alert/i.test(message)));
    socket.once("close", no);
  });
}
