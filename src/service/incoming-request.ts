/** A request as the service sees it: what both a port and a `Request` of the web platform can offer at no cost. */
export interface IncomingRequest {
  readonly method: string;
  /** The path and what follows it, as sent. */
  readonly target: string;
  /** The address of the sender; undefined if the request came through no port. */
  readonly ip: string | undefined;
  /** A header by its name in lower case, or null. */
  header(name: string): string | null;
  /** The names of all headers, in lower case. */
  headerNames(): readonly string[];
  /** Aborted when the client is gone. */
  signal(): AbortSignal;
  /** Resolves with undefined when the body has more bytes than allowed. @throws when it breaks off */
  readBytes(most: number): Promise<Uint8Array | undefined>;
}

export function fromRequest(request: Request): IncomingRequest {
  const { method, url, headers } = request;
  return {
    method,
    // Parsing it as a `URL` would normalize the path, and can fail.
    target: url.replace(/^[^:]+:\/\/[^/?#]*/, ""),
    ip: undefined,
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
