import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { TransportFailure, tooLarge } from "../transport/transport.ts";

const decoders = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/**
 * Decodes the text of a response from UTF-8 and any compression. Removes a byte order mark, like `fetch`. An
 * uncompressed text is returned synchronously: waiting a tick would cost more than everything else here.
 *
 * @throws {TransportFailure} if it is truncated, larger than `maxBytes`, or compressed in an unsupported way
 */
export function decodeBody(
  chunks: readonly Buffer[],
  encoding: string | undefined,
  maxBytes: number,
): string | Promise<string> {
  const body = Buffer.concat(chunks);
  return encoding && body.length > 0 ? decompress(body, encoding, maxBytes).then(textOf) : textOf(body);
}

function textOf(body: Buffer): string {
  const text = body.toString();
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

async function decompress(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  // The last encoding was applied last.
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    if (!/^ *(identity)? *$/.test(name)) body = await decode(name.trim(), body, maxBytes);
  }
  return body;
}

function decode(name: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(name);
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => reject(new TransportFailure("unknown", message));
    if (!decoder) return fail(`the response is compressed as ${JSON.stringify(name.slice(0, 20))}`);
    decoder(body, { maxOutputLength: maxBytes }, (error: NodeJS.ErrnoException | null, decoded) => {
      if (!error) resolve(decoded);
      else if (error.code === "ERR_BUFFER_TOO_LARGE") reject(tooLarge(maxBytes));
      else fail(`the response cannot be decompressed (${error.code ?? error.message})`);
    });
  });
}
