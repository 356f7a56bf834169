import { loadConfig } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderWarning } from "../terminal/messages.ts";
import { createTalk } from "../terminal/talk.ts";

/**
 * Loads the config that the flags mean, and says what should be otherwise in it: a warning is for whoever runs any command.
 *
 * @throws {ColonnadeError} what `loadConfig` finds
 */
export async function loadShownConfig(flags: Flags, io: Io): Promise<LoadedConfig | undefined> {
  const begun = performance.now();
  const config = await loadConfig(io.cwd, flags.text("config"));
  const [verbose, quiet, noColor] = [flags.has("verbose"), flags.has("quiet"), flags.has("no-color")];
  const { say, paint, timed } = createTalk(io, { json: false, verbose, quiet, noColor });
  if (config) timed("config", performance.now() - begun);
  for (const warning of config?.warnings ?? []) say(renderWarning(warning, paint, io.cwd));
  return config;
}
