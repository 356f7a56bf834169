/** Opens a session for a command: it limits the size of responses and explains redirects. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createSession, fetchTransport } from "@colonnade/runtime";
import type { OpenSession, SessionOptions } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import { statusOf } from "../../source/read-response.ts";

/** The largest response in bytes, decompressed: 64 MiB hold the definitions of a hundred thousand tables. */
const mostBytes = 2 ** 26;

/** What the runtime cannot report: its errors have the status of a response, but neither its headers nor its size. */
interface Unusual {
  tooLarge?: ColonnadeError;
  redirected?: ColonnadeError;
}

/** @param maxBytes of a response */
export function openSession(options: SessionOptions, maxBytes: number = mostBytes): OpenSession {
  // One for each request, since several may be in flight: the transport does not learn which of them it serves.
  const ofRequest = new AsyncLocalStorage<Unusual>();
  const send: typeof fetch = async (input, init) => {
    const request = `${init?.method ?? "GET"} ${input as string}`;
    const found = ofRequest.getStore() ?? {};
    const response = await fetch(input, init);
    const target = isRedirect(response.status) ? response.headers.get("location") : null;
    if (target !== null) found.redirected = redirected(request, input as string, target);
    return withinLimit(response, maxBytes, () => (found.tooLarge = tooLarge(request, maxBytes)));
  };
  const explain = (error: unknown, found: Unusual): never => {
    const status = statusOf(error);
    const isLost = error instanceof Error && error.message.includes(beyondLimit);
    throw (isRedirect(status) ? found.redirected : isLost ? found.tooLarge : undefined) ?? error;
  };
  const session = createSession({ transport: fetchTransport(send), ...options });
  return {
    ...session,
    send: (request) => {
      const found: Unusual = {};
      return ofRequest.run(found, () => session.send(request)).catch((error: unknown) => explain(error, found));
    },
  };
}

const beyondLimit = "the response is larger than the limit";

/** The response, with a body that fails as soon as it is too large. */
function withinLimit(response: Response, maxBytes: number, onExceeded: () => void): Response {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return controller.enqueue(chunk);
      onExceeded();
      controller.error(new Error(beyondLimit));
    },
  });
  return response.body ? new Response(response.body.pipeThrough(limit), response) : response;
}

function isRedirect(status: unknown): boolean {
  return typeof status === "number" && status >= 300 && status < 400;
}

function tooLarge(request: string, maxBytes: number): ColonnadeError {
  const message = `the response to ${request} is larger than ${maxBytes / 2 ** 20} MiB and was not read to its end`;
  const next =
    "check that --url is the address of the service, or use the cluster: --from cql --contact-points 10.0.0.1";
  return new ColonnadeError("answer-too-large", message, { kind: "service", next });
}

/** A redirected request would pass on the token or the password. */
function redirected(request: string, url: string, location: string): ColonnadeError {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  const address = target ? withoutSecrets(target) : "an invalid address";
  const base = target && baseOf(url, target);
  return new ColonnadeError("redirected", `${request} is redirected to ${address}, which was not followed`, {
    kind: "service",
    next:
      base === undefined
        ? "check --url: it is the address before /api; a login page of a proxy also redirects"
        : `if you trust that address: --url ${base}`,
  });
}

/** The value for `--url`: the target without the requested path; undefined if its path differs. */
function baseOf(url: string, target: URL): string | undefined {
  const requested = new URL(url).pathname.replace(/\/$/, "");
  const path = target.pathname.replace(/\/$/, "");
  // The target's base path may be longer or shorter.
  const at = requested.search(/\/(?:api|v1|v2|graphql)(?:[/-]|$)/);
  const below = at < 0 ? requested : requested.slice(at);
  if (!/^https?:$/.test(target.protocol) || !path.endsWith(below)) return undefined;
  return `${target.origin}${path.slice(0, path.length - below.length)}`;
}

function withoutSecrets(target: URL): string {
  return `${target.origin}${target.pathname}`;
}
