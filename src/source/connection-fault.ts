import { ColonnadeError } from "../errors.ts";

/** What the platform says of TLS, in brackets at the end of a message, and what helps. */
const tlsFaults: readonly { readonly said: RegExp; readonly next: string }[] = [
  {
    said: /\((?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)\)/,
    next: "nobody speaks TLS there: check the port in --url, and whether it is http://",
  },
  {
    said: /\((?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?\)|\(UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)\)/,
    next: "nobody vouches for its certificate: if it is yours, NODE_EXTRA_CA_CERTS=ca.pem names who does",
  },
  {
    said: /\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    next: "its certificate is for another host: --url names the host as the certificate does",
  },
  {
    said: /\(CERT_(?:HAS_EXPIRED|NOT_YET_VALID)\)/,
    next: "its certificate has to be renewed; or is this machine's clock wrong?",
  },
  { said: /\((?:ERR_(?:SSL|TLS)|CERT)_\w+\)/, next: "look at the certificate and the TLS versions of the service" },
];

/** Answers that mostly are somebody else's: a proxy's page, a login. */
const foreign: ReadonlySet<unknown> = new Set(["protocol", "token-request"]);

/**
 * An error of a session with the next step of somebody who introspects: what the runtime says is for apps, which need none. The
 * phase stands in its message: `create a token failed: …`, `introspect shop failed: …`.
 * @returns the error itself where it says enough
 */
export function connectionFault(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "outcome" in error)) return error;
  const service = { kind: "service", cause: error } as const;
  const tls = tlsFaults.find(({ said }) => said.test(error.message));
  if (tls) return new ColonnadeError("tls", error.message, { ...service, next: tls.next });
  if (!foreign.has(error.code)) return error;
  const next =
    "check --url: it is the address before /api; if it is right, look at what stands in between, such as a proxy";
  const { code } = error as Error & { readonly code: string };
  return new ColonnadeError(code, error.message, { ...service, next });
}
