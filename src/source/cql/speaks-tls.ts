import { connect } from "node:tls";
import type { ContactPoint } from "./contact-point.ts";

/**
 * Whether a server speaks TLS: a node that speaks nothing else breaks off a connection without a word.
 *
 * Believes any certificate, and sends nothing. Never fails; says no after `timeoutMs`, or when it is to stop.
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
    // Whoever wants a certificate of ours says so in TLS.
    socket.on("error", ({ message }) => end(/alert/i.test(message)));
    socket.once("close", no);
  });
}
