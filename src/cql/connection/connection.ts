/**
 * One client: reads its requests from the socket, has them answered, and sends the responses as they become ready.
 *
 * While a client sends faster than it is answered, or does not read its responses, its socket is not read: its requests
 * wait in the operating system and do not pile up here.
 */
import type { Socket } from "node:net";
import { CqlError, errorOf } from "../cql-error.ts";
import { FrameError, flags, headerLength, lastVersion } from "../protocol/envelope.ts";
import type { Envelope } from "../protocol/envelope.ts";
import { FrameReader } from "../protocol/frame-reader.ts";
import type { Request, Response, SchemaChange } from "../protocol/message.ts";
import { readRequest } from "../protocol/read-request.ts";
import { writeResponse } from "../protocol/write-response.ts";
import { answerRequest } from "./answer-request.ts";
import type { Client, ServerState, Limits, CqlExchange, CqlObserver } from "./server.ts";
import { DroppedConnection, injectFault } from "./faults.ts";
import { Outbox } from "./outbox.ts";
import { isForLoggedIn, startConnection } from "./start-connection.ts";
import type { Stage } from "./start-connection.ts";

export interface ConnectionOptions {
  readonly socket: Socket;
  readonly server: ServerState;
  readonly limits: Limits;
  readonly observer: CqlObserver;
  /** Shared by all connections. */
  readonly endOfTurn: () => Promise<void>;
}

/** A request, from its arrival to its response. */
interface Received {
  readonly envelope: Envelope;
  readonly startedMs: number;
  kind: CqlExchange["request"];
}

/** The most bytes of events waiting for a client. A client that reads none has to reload all definitions anyway. */
const mostUnreadBytes = 1024 * 1024;

/** Stands for a message whose frame cannot be read. */
const unreadable = { version: lastVersion, stream: 0, isFatal: true };

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  /** The client's address, kept because the socket forgets it when it closes. */
  readonly #address: string | undefined;
  readonly #reader: FrameReader;
  readonly #outbox: Outbox;
  readonly #closed = new AbortController();
  readonly #loginTimer: NodeJS.Timeout;
  #stage: Stage = { kind: "new" };
  #client: Client | undefined;
  #inFlight = 0;
  #bytesInFlight = 0;
  #isEnding = false;

  constructor(options: ConnectionOptions) {
    const { socket, limits, endOfTurn } = options;
    this.#options = options;
    this.#socket = socket;
    this.#address = socket.remoteAddress;
    this.#reader = new FrameReader(limits.frames);
    const onDrained = (): void => this.#acceptRequests();
    this.#outbox = new Outbox({ socket, endOfTurn, stalledMs: limits.stalledMs, onDrained });
    this.#loginTimer = setTimeout(() => socket.destroy(), limits.loginMs).unref();
    socket.once("close", () => {
      clearTimeout(this.#loginTimer);
      this.#closed.abort();
    });
    socket.on("data", (chunk: Buffer) => {
      // Requests after the last one to be answered are ignored.
      if (this.#isEnding) return;
      this.#reader.add(chunk);
      this.#acceptRequests();
    });
  }

  /** Answers the requests in flight, accepts no others, then closes the connection. */
  end(): void {
    this.#isEnding = true;
    if (this.#inFlight === 0) this.#outbox.end();
  }

  /** Sends an event to a client that wants to know of changed definitions. */
  sendEvent(event: SchemaChange): void {
    if (this.#client?.wantsSchemaEvents !== true) return;
    const { version } = this.#client;
    if (this.#outbox.length > mostUnreadBytes) this.#socket.destroy();
    else this.#outbox.add({ ...writeResponse({ kind: "event", event }, version), version, stream: -1 });
  }

  #canAccept(): boolean {
    const { inFlight, bytesInFlight } = this.#options.limits;
    const most = this.#stage.kind === "ready" ? inFlight : 1;
    return !this.#isEnding && this.#inFlight < most && this.#bytesInFlight < bytesInFlight && !this.#outbox.isFull;
  }

  /** Takes the requests that have arrived, as far as there is room for them. */
  #acceptRequests(): void {
    while (this.#canAccept()) {
      const envelope = this.#next();
      if (!envelope) break;
      void this.#serve(envelope);
    }
    const waits = !this.#isEnding && !this.#canAccept();
    if (waits === this.#socket.isPaused()) return;
    if (waits) this.#socket.pause();
    else this.#socket.resume();
  }

  #next(): Envelope | undefined {
    try {
      return this.#reader.next();
    } catch (error) {
      const { version, stream, isFatal } = error instanceof FrameError ? error : unreadable;
      const envelope: Envelope = { version, stream, flags: 0, opcode: 0, body: Buffer.alloc(0) };
      const received: Received = { envelope, startedMs: performance.now(), kind: "unparsed" };
      this.#options.observer.onBegin?.();
      this.#send(received, { kind: "error", error: this.#errorOf(error) });
      if (isFatal) this.end();
      return isFatal ? undefined : this.#next();
    }
  }

  async #serve(envelope: Envelope): Promise<void> {
    const received: Received = { envelope, startedMs: performance.now(), kind: "unparsed" };
    this.#inFlight++;
    this.#bytesInFlight += envelope.body.length;
    this.#options.observer.onBegin?.();
    try {
      const request = readRequest(envelope);
      received.kind = request.kind;
      await this.#answer(request, received);
    } catch (error) {
      if (error instanceof DroppedConnection) this.#drop(received);
      else this.#send(received, { kind: "error", error: this.#errorOf(error) });
      // A client whose login failed has to reconnect, which slows down guessing.
      if (this.#stage.kind !== "ready") this.#isEnding = true;
    }
    this.#inFlight--;
    this.#bytesInFlight -= envelope.body.length;
    if (this.#isEnding && this.#inFlight === 0) this.#outbox.end();
    else this.#acceptRequests();
  }

  async #answer(request: Request, received: Received): Promise<void> {
    const { server } = this.#options;
    if (!this.#client || !isForLoggedIn(request)) return this.#start(request, received);
    const client = this.#client;
    if (!client.user.isCurrent()) {
      this.#isEnding = true;
      throw new CqlError("credentials", `User ${client.user.name} was changed or removed: log in again`);
    }
    const answer = (): Promise<Response> => answerRequest(request, client, server);
    if (!server.faults) return this.#send(received, await answer());
    const { response, isCut } = await injectFault(server.faults, request, client, server, answer);
    this.#send(received, response, isCut);
  }

  async #start(request: Request, received: Received): Promise<void> {
    const { version } = received.envelope;
    const { login } = this.#options.server;
    const { response, stage, form } = await startConnection(request, this.#stage, { address: this.#address, login });
    this.#send(received, response);
    this.#stage = stage;
    if (form) {
      this.#reader.startUp(version, form.compression);
      this.#outbox.startUp(version, form.compression);
    }
    if (stage.kind !== "ready" || this.#client) return;
    clearTimeout(this.#loginTimer);
    this.#reader.logIn();
    const { signal } = this.#closed;
    this.#client = { version, user: stage.user, signal, keyspace: undefined, wantsSchemaEvents: false };
  }

  #send(received: Received, response: Response, isCut = false): void {
    const { version, stream, flags: requested } = received.envelope;
    const { sent, error } = this.#write(requested & flags.tracing ? withoutTrace(response) : response, version);
    const envelope: Envelope = { version, flags: sent.flags, stream, opcode: sent.opcode, body: sent.body };
    if (isCut) this.#outbox.cut(envelope);
    else this.#outbox.add(envelope);
    this.#report(received, headerLength + sent.body.length, error?.code);
  }

  /** A response that cannot be written is an error as well. */
  #write(
    response: Response,
    version: number,
  ): { sent: ReturnType<typeof writeResponse>; error?: CqlError | undefined } {
    try {
      return { sent: writeResponse(response, version), error: response.kind === "error" ? response.error : undefined };
    } catch (cause) {
      const error = this.#errorOf(cause);
      return { sent: writeResponse({ kind: "error", error }, version), error };
    }
  }

  #report({ envelope, startedMs, kind }: Received, sentBytes: number, errorCode: CqlExchange["errorCode"]): void {
    this.#options.observer.onExchange?.({
      request: kind,
      durationMs: performance.now() - startedMs,
      receivedBytes: headerLength + envelope.body.length,
      sentBytes,
      client: this.#address,
      errorCode,
    });
  }

  #errorOf(error: unknown): CqlError {
    return errorOf(error, (cause, requestId) => this.#options.observer.onError?.(cause, requestId));
  }

  /** Closes the connection without a response, as a fault demands. */
  #drop(received: Received): void {
    this.#report(received, 0, "dropped");
    this.#socket.destroy();
  }
}

const untraced = "Tracing is not supported: the request was executed without it";

/** A driver that requests a trace gets a warning; an error would stop programs that trace in every environment. */
function withoutTrace(response: Response): Response {
  if (response.kind !== "result") return response;
  const { answer } = response;
  return { ...response, answer: { ...answer, warnings: [...(answer.warnings ?? []), untraced] } };
}
