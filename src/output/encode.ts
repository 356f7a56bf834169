/** A shared buffer that fits nearly every file: a buffer for each would be garbage at once. */
const room = Buffer.allocUnsafeSlow(1 << 18);

/** A text as UTF-8. The bytes are valid until the next call. */
export function encode(text: string): Uint8Array {
  return text.length * 3 <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);
}
