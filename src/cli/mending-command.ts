import type { Flags } from "./command.ts";
import { targetFlags } from "./target-flags.ts";

/** What mends stale files: `generate`, with the flags that led here. */
export function mendingCommand(flags: Flags): string {
  const given = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`];
  });
  return ["colonnade generate", ...given].join(" ");
}
