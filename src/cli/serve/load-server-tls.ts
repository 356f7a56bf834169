import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { badPem, loadKeyPair } from "../database/load-tls.ts";
import type { KeyPair } from "../database/load-tls.ts";
import { renderPath } from "../terminal/talk.ts";

/**
 * Loads the service's certificate and key, and verifies that TLS accepts them.
 *
 * @param paths absolute, or from the working folder
 * @returns undefined if there are none
 * @throws {ColonnadeError} `bad-tls-file`, `unreadable`; `usage` for half of a pair
 */
export function loadServerTls(
  paths: { readonly cert: string | undefined; readonly key: string | undefined },
  cwd: string,
): KeyPair | undefined {
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  const [cert, key] = [absolute(paths.cert), absolute(paths.key)];
  const example = "a certificate needs its key: --tls-cert server.pem --tls-key server.key";
  const pair = loadKeyPair({ cert, key }, (path) => renderPath(path, cwd), example);
  if (!pair) return undefined;
  try {
    createSecureContext(pair);
  } catch {
    // OpenSSL's message is not shown: it could contain parts of the key.
    const next = "create a certificate with a key of at least 2048 bits (RSA) or 256 bits (EC)";
    throw badPem(renderPath(cert ?? "", cwd), "contains a certificate that TLS rejects", next);
  }
  return pair;
}
