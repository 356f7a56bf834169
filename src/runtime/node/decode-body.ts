import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { TransportFailure } from "../transport.ts";

const decoders = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/**
 * The text of an answer, in UTF-8, whichever way it is compressed. A mark of the byte order is left out, as `fetch` does.
 *
 * @throws {TransportFailure} when it is cut off, larger than `maxBytes`, or compressed in some other way
 */
export async function decodeBody(chunks: readonly Buffer[], encoding: string, maxBytes: number): Promise<string> {
  const [first = Buffer.alloc(0)] = chunks;
  let body = chunks.length === 1 ? first : Buffer.concat(chunks);
  // The last one named was applied last.
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  for (const name of body.length === 0 ? [] : names.reverse()) {
    if (name !== "" && name !== "identity") body = await decode(name, body, maxBytes);
  }
  const text = body.toString("utf8");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

export function tooLarge(maxBytes: number): TransportFailure {
  return new TransportFailure("unknown", `the answer is larger than ${maxBytes} bytes`);
}

function decode(name: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(name);
  return new Promise((resolve, reject) => {
    if (!decoder) {
      reject(new TransportFailure("unknown", `the answer is compressed as ${JSON.stringify(name.slice(0, 20))}`));
      return;
    }
    decoder(body, { maxOutputLength: maxBytes }, (error: NodeJS.ErrnoException | null, decoded) => {
      if (!error) resolve(decoded);
      else if (error.code === "ERR_BUFFER_TOO_LARGE") reject(tooLarge(maxBytes));
      else
        reject(new TransportFailure("unknown", `the answer cannot be decompressed (${error.code ?? error.message})`));
    });
  });
}
