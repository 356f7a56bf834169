/**
 * Reports failed TLS handshakes: a client spoke without TLS or an old version, or rejected the certificate.
 *
 * No request exists yet, so there is nothing to respond to, and nothing that the client sent is looked at.
 */
import type { Server, Socket } from "node:net";

export interface HandshakeFailure {
  /** As Node or OpenSSL names it: `ERR_SSL_HTTP_REQUEST`. */
  readonly code: string;
  /** The address of the sender, or of the proxy before it. */
  readonly client: string;
}

interface Handshake {
  readonly client: string;
  code?: string | undefined;
}

/** A client that hangs up has no other code; most do so because they do not trust the certificate. */
const hungUp = "ECONNRESET";
const otherCode = "OTHER";
const codeForm = /^[A-Z0-9_]{1,80}$/;

export function watchHandshakes(server: Server, onFailed: (failure: HandshakeFailure) => void): void {
  /** By address and port: Node gives no other public way from the TLS connection to the one that it is in. */
  const underWay = new Map<string, Handshake>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: client } = socket;
    if (client === undefined) return;
    const key = keyOf(socket);
    const handshake: Handshake = { client };
    underWay.set(key, handshake);
    socket.once("close", () => {
      if (!underWay.delete(key)) return;
      const { code = hungUp } = handshake;
      // A probe of a load balancer, or a connection opened ahead of need, never sends a byte.
      if (socket.bytesRead > 0) onFailed({ code: codeForm.test(code) ? code : otherCode, client });
    });
  });
  server.on("secureConnection", (socket: Socket) => underWay.delete(keyOf(socket)));
  server.on("tlsClientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const handshake = underWay.get(keyOf(socket));
    if (handshake) handshake.code = code;
  });
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
