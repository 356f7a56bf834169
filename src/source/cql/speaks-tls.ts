import { connect } from "node:tls";
import type { ContactPoint } from "./contact-point.ts";

/**
 * Detects whether a server speaks TLS: a node that requires TLS closes other connections without an error.
 *
 * Trusts any certificate and sends nothing. Never fails; returns false after `timeoutMs` or an abort.
 */
export function speaksTls({ host, port }: ContactPoint, timeoutMs: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false });
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
