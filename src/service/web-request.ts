/** Requests and responses of the web platform as the service has them, for calls within the process. */
import { DroppedConnection, flushMs } from "./http.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";

export function fromRequest(request: Request): HttpRequest {
  const { method, url, headers } = request;
  return {
    method,
    // Parsing it as a `URL` would normalize the path, and can fail.
    target: url.replace(/^[^:]+:\/\/[^/?#]*/, ""),
    client: undefined,
    header: (name) => headers.get(name),
    headerNames: () => [...headers.keys()],
    signal: () => request.signal,
    readBytes: (most) => readStream(request.body, most),
  };
}

async function readStream(stream: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await` and no `cancel`: leaving early would close the connection before the response is sent.
  const reader = stream?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) break;
    size += chunk.value.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

export function toResponse({ status, headers, body, isCut = false }: HttpResponse): Response {
  return new Response(isCut && body !== undefined ? cut(body) : (body ?? null), { status, headers });
}

/** Sends a part of a body, then closes the connection. */
function cut(body: string | Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(body)),
    pull: (stream) => void setTimeout(() => stream.error(new DroppedConnection()), flushMs),
  });
}
