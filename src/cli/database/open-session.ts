/** Opens a session for a command: it limits the size of responses and explains redirects. */
import { createSession, fetchTransport, TransportFailure } from "@colonnade/runtime";
import type { OpenSession, SessionOptions, Transport } from "@colonnade/runtime";
import { ColonnadeError, isColonnadeError, shellWord } from "../../errors.ts";

/** The largest response in MiB, decompressed: 64 MiB hold the definitions of a hundred thousand tables. */
const mostMebibytes = 64;

export function openSession(options: SessionOptions): OpenSession {
  const session = createSession({ transport, ...options });
  return { ...session, send: (request) => session.send(request).catch(explain) };
}

const fetchLimited = fetchTransport(undefined, { maxResponseBytes: mostMebibytes * 2 ** 20 });

/** Fails with errors of ours as causes, because those of the runtime name neither the request nor the redirect's target. */
const transport: Transport = async (call) => {
  const request = `${call.method} ${call.url}`;
  try {
    const reply = await fetchLimited(call);
    const target = reply.status >= 300 && reply.status < 400 ? reply.header("location") : null;
    if (target === null) return reply;
    throw unrepeatable(redirected(request, call.url, target));
  } catch (error) {
    throw error instanceof TransportFailure && error.tooLarge ? unrepeatable(tooLarge(request)) : error;
  }
};

/** A failure that the session does not try again: `unsendable` says so, although here the service has responded. */
function unrepeatable(cause: ColonnadeError): TransportFailure {
  return new TransportFailure("unknown", cause.message, { cause, unsendable: true });
}

/** Throws the error of ours behind an error of the session, or else that error. A failed login has it further down. */
function explain(error: unknown): never {
  let cause = error;
  while (cause instanceof Error && !isColonnadeError(cause)) cause = cause.cause;
  throw isColonnadeError(cause) ? cause : error;
}

function tooLarge(request: string): ColonnadeError {
  const message = `the response to ${request} is larger than ${mostMebibytes} MiB and was not read to its end`;
  const next =
    "check that --url is the address of the service, or use the cluster: --from cql --contact-points 10.0.0.1";
  return new ColonnadeError("answer-too-large", message, { kind: "service", next });
}

/** A redirected request would pass on the token or the password. */
function redirected(request: string, url: string, location: string): ColonnadeError {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  // Without the query, which may contain a secret.
  const address = target ? `${target.origin}${target.pathname}` : "an invalid address";
  const base = target && baseOf(url, target);
  return new ColonnadeError("redirected", `${request} is redirected to ${address}, which was not followed`, {
    kind: "service",
    next:
      base === undefined
        ? "check --url: it is the address before /api; a login page of a proxy also redirects"
        : `if you trust that address: --url ${shellWord(base)}`,
  });
}

/** The value for `--url`: the target without the requested path; undefined if its path differs. */
function baseOf(url: string, target: URL): string | undefined {
  const requested = new URL(url).pathname.replace(/\/$/, "");
  const path = target.pathname.replace(/\/$/, "");
  // The paths of all profiles begin with one of these, `/graphql-schema` too. The base path before it may be longer or shorter
  // in the target.
  const at = requested.search(/\/(?:api|v1|v2|graphql)(?:[/-]|$)/);
  const below = at < 0 ? requested : requested.slice(at);
  if (!/^https?:$/.test(target.protocol) || !path.endsWith(below)) return undefined;
  return `${target.origin}${path.slice(0, path.length - below.length)}`;
}
