/**
 * Queues the responses of a connection for its socket. Those of one turn of the event loop are sent in one write, because a
 * write costs more than answering a short request.
 */
import type { Socket } from "node:net";
import type { Compression, Envelope } from "../protocol/envelope.ts";
import { FrameWriter } from "../protocol/frame-writer.ts";

export interface OutboxOptions {
  readonly socket: Socket;
  /** Shared by all connections. */
  readonly endOfTurn: () => Promise<void>;
  /** @see Limits */
  readonly stalledMs: number;
  /** Called when there is room again. */
  readonly onDrained: () => void;
}

/** Bytes of answers that may wait for the end of a turn. */
const mostWaiting = 64 * 1024;
/** How long a client may take to close its half of a connection that ends. */
const lingerMs = 500;
/** Enough to send a part of an answer. */
const flushMs = 20;

export class Outbox {
  readonly #socket: Socket;
  readonly #endOfTurn: () => Promise<void>;
  readonly #stalledMs: number;
  readonly #writer = new FrameWriter();
  readonly #onDrained: () => void;
  #waiting: Envelope[] = [];
  #waitingBytes = 0;

  constructor({ socket, endOfTurn, stalledMs, onDrained }: OutboxOptions) {
    this.#socket = socket;
    this.#endOfTurn = endOfTurn;
    this.#stalledMs = stalledMs;
    this.#onDrained = onDrained;
    socket.on("drain", () => {
      socket.setTimeout(0);
      onDrained();
    });
    socket.on("timeout", () => socket.destroy());
  }

  /** Whether much waits to be sent, or to be read by the client. */
  get isFull(): boolean {
    return this.#waitingBytes >= mostWaiting || this.#socket.writableNeedDrain;
  }

  /** Bytes that the client has not read. */
  get length(): number {
    return this.#socket.writableLength;
  }

  add(envelope: Envelope): void {
    this.#waiting.push(envelope);
    this.#waitingBytes += envelope.body.length;
    if (this.#waiting.length === 1) void this.#endOfTurn().then(() => this.flush());
  }

  /** Sends a part of an answer, then closes the connection, as a fault demands. */
  cut(envelope: Envelope): void {
    this.flush();
    const bytes = Buffer.concat(this.#writer.write([envelope]));
    this.#socket.write(bytes.subarray(0, bytes.length / 2));
    // The client gets the part first.
    setTimeout(() => this.#socket.destroy(), flushMs);
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const envelopes = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (!this.#socket.writable) return;
    this.#socket.cork();
    for (const bytes of this.#writer.write(envelopes)) this.#socket.write(bytes);
    this.#socket.uncork();
    if (this.isFull) this.#socket.setTimeout(this.#stalledMs);
    else this.#onDrained();
  }

  /** Later responses have the form that the client has requested. */
  startUp(version: number, compression: Compression | undefined): void {
    this.flush();
    this.#writer.startUp(version, compression);
  }

  /** Sends waiting responses, then ends the connection. */
  end(): void {
    this.flush();
    this.#socket.end();
    // The client's end is only seen if the socket is read.
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), lingerMs);
    this.#socket.once("close", () => clearTimeout(timer));
  }
}
