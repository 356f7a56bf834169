/** UUIDs as text and as their 16 bytes. Many columns have this type: each function is the fastest of several that were tried. */

const dash = 45;
const digits = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/** @param text one that the codec accepts */
export function bytesOfUuid(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  let place = 0;
  for (let index = 0; index < 16; index++) {
    if (text.charCodeAt(place) === dash) place++;
    bytes[index] = (digitOf(text, place) << 4) | digitOf(text, place + 1);
    place += 2;
  }
  return bytes;
}

/** The value of a hex digit in either case; the lower four bits of a letter count from 1. */
function digitOf(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code < 65 ? code & 15 : (code & 15) + 9;
}

/** All characters in one call: a loop that collects them takes twice the time. */
export function textOfUuid(bytes: Uint8Array, start: number): string {
  const high = (index: number): number => digits[(bytes[start + index] as number) >> 4] as number;
  const low = (index: number): number => digits[(bytes[start + index] as number) & 15] as number;
  // prettier-ignore
  return String.fromCharCode(
    high(0), low(0), high(1), low(1), high(2), low(2), high(3), low(3), dash,
    high(4), low(4), high(5), low(5), dash,
    high(6), low(6), high(7), low(7), dash,
    high(8), low(8), high(9), low(9), dash,
    high(10), low(10), high(11), low(11), high(12), low(12), high(13), low(13), high(14), low(14), high(15), low(15),
  );
}
