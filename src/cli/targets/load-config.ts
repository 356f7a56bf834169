import { loadConfig } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderWarning } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";

/**
 * Loads the config that the flags select, and shows its warnings.
 *
 * A command calls it once and passes the config on: a config file is a program, which may be slow.
 *
 * @throws {ColonnadeError} the errors of `loadConfig`
 */
export async function loadConfigAndWarn(
  flags: Flags,
  { cwd }: Io,
  { say, paint, timed }: Talk,
): Promise<LoadedConfig | undefined> {
  const begun = Date.now();
  const config = await loadConfig(cwd, flags.text("config"));
  if (config) timed("config", Date.now() - begun);
  for (const warning of config?.warnings ?? []) say(renderWarning(warning, paint, cwd));
  return config;
}
