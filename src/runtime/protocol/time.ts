const form = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?$/;

/** Nanoseconds since midnight, or undefined when the text is no time of day: `"00:00:01.5"` gives 1,500,000,000. */
export function parseTime(text: string): bigint | undefined {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const [, hours, minutes, seconds, fraction = ""] = parts;
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return BigInt(wholeSeconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** The one text of a time of day, without zeros at the end of a fraction: `"10:00:00.5"`. */
export function printTime(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 1_000_000_000n);
  const fraction = nanoseconds % 1_000_000_000n;
  const two = (value: number): string => String(value).padStart(2, "0");
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => two(Math.floor(value))).join(":");
  return fraction === 0n ? clock : `${clock}.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
}

/** The one text of the time, or undefined when the text is not one: `"10:00:00.500"` gives `"10:00:00.5"`. */
export function canonicalTime(text: string): string | undefined {
  if (!form.test(text)) return undefined;
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
