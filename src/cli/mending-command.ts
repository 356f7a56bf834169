import type { Flags } from "./command.ts";
import type { Io } from "./io.ts";
import { targetFlags } from "./target-flags.ts";

/** What goes before the command, by who called: a package's own script or `npx` finds a command that a shell does not. */
const runners: readonly (readonly [agent: string, run: string])[] = [
  ["pnpm", "pnpm exec "],
  ["yarn", "yarn "],
  ["bun", "bunx "],
  ["npm", "npx "],
];

/** What mends stale files: `generate`, with the flags that led here. */
export function mendingCommand(flags: Flags, env: Io["env"]): string {
  const given = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`];
  });
  // "npm/10.8.2 node/v20.20.0 linux x64"
  const [, run = ""] = runners.find(([agent]) => env["npm_config_user_agent"]?.startsWith(`${agent}/`)) ?? [];
  return [`${run}colonnade generate`, ...given].join(" ");
}
