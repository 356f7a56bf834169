const byte = /^(?:0|[1-9]\d{0,2})$/;
const group = /^[0-9a-f]{1,4}$/i;

/**
 * The 4 or 16 bytes of an address, or undefined when the text is not one: `parseInet("::1")` ends in 1.
 *
 * An IPv4 address within IPv6, `::ffff:1.2.3.4`, has the 4 bytes of `1.2.3.4`: Cassandra stores it so.
 * Host names, zones (`%eth0`) and octal bytes are refused: they mean different things on different machines.
 */
export function parseInet(text: string): Uint8Array | undefined {
  if (!text.includes(":")) return parseV4(text);
  const bytes = parseV6(text);
  const isMapped = bytes?.every((value, index) => index > 11 || value === (index < 10 ? 0 : 0xff));
  return isMapped ? bytes?.slice(12) : bytes;
}

function parseV6(text: string): Uint8Array | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => (half === "" ? [] : parseGroups(half, index === halves.length - 1)));
  if (!head || (halves.length === 2 && !tail)) return undefined;
  const missing = 16 - head.length - (tail?.length ?? 0);
  // "::" stands for at least one group.
  if (tail ? missing < 2 : missing !== 0) return undefined;
  return Uint8Array.from([...head, ...Array<number>(missing).fill(0), ...(tail ?? [])]);
}

function parseV4(text: string): Uint8Array | undefined {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => byte.test(part) && Number(part) < 256)
    ? Uint8Array.from(parts, Number)
    : undefined;
}

/** Groups of an IPv6 address as bytes; the last one of the whole address may be an IPv4 address. */
function parseGroups(text: string, last: boolean): number[] | undefined {
  const parts = text.split(":");
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    const v4 = last && index === parts.length - 1 ? parseV4(part) : undefined;
    if (v4) bytes.push(...v4);
    else if (group.test(part)) bytes.push(parseInt(part, 16) >> 8, parseInt(part, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}

/** The one text of an address, IPv6 as RFC 5952 has it: lower case, the longest run of zeros as `::`. */
export function printInet(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  );
  const runs = [...groups.join(":").matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)];
  const longest = runs.reduce<RegExpMatchArray | undefined>(
    (best, run) => (run[0].length > (best?.[0].length ?? 0) ? run : best),
    undefined,
  );
  const whole = groups.join(":");
  if (!longest) return whole;
  const before = whole.slice(0, longest.index).replace(/:$/, "");
  const after = whole.slice((longest.index ?? 0) + longest[0].length).replace(/^:/, "");
  return `${before}::${after}`;
}

/** The one text of the address, or undefined when the text is not one: `"0:0:0:0:0:0:0:1"` gives `"::1"`. */
export function canonicalInet(text: string): string | undefined {
  const bytes = parseInet(text);
  return bytes && printInet(bytes);
}
