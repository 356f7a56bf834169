import type { Target } from "../../generate.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import { printCommand, printFlag } from "../terminal/print-command.ts";

/** What to do after the first run: use the bindings, and run a service to try them with. */
export function listFirstSteps(targets: readonly Target[], flags: Flags, { env, cwd }: Io): readonly string[] {
  const [target] = targets;
  if (!target) return [];
  const given = ["config", "definitions"].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [printFlag(name, value)];
  });
  const serve = printCommand("colonnade serve", given, env);
  const folders = targets.map(({ output }) => renderPath(output, cwd)).join(", ");
  return [
    `import the functions of a table from its module in ${folders}`,
    `run the service with these tables: ${serve}`,
  ];
}
