import { loadConfig } from "../config/index.ts";
import type { LoadedConfig } from "../config/index.ts";
import type { Flags } from "./command.ts";
import type { Io } from "./io.ts";
import { renderWarning } from "./render-fault.ts";
import { createTalk } from "./talk.ts";

/**
 * Loads the config that the flags mean, and says what should be otherwise in it: a warning is for whoever runs any command.
 *
 * @throws {ColonnadeError} what `loadConfig` finds
 */
export async function loadShownConfig(flags: Flags, io: Io): Promise<LoadedConfig | undefined> {
  const config = await loadConfig(io.cwd, flags.text("config"));
  if (!config?.warnings) return config;
  const [json, verbose, quiet, noColor] = [false, false, flags.has("quiet"), flags.has("no-color")];
  const { say, paint } = createTalk(io, { json, verbose, quiet, noColor });
  for (const warning of config.warnings) say(renderWarning(warning, paint, io.cwd));
  return config;
}
