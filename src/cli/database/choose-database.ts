import type { LoadedConfig } from "../../config/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";

/**
 * Decides whether a command connects to a service or to a cluster. Flags override environment variables, which override
 * the config file; in the config file, a service overrides a cluster. Undefined if neither is set.
 */
export function chooseDatabase(
  flags: Flags,
  { env }: Io,
  config: Pick<LoadedConfig, "service" | "cluster"> | undefined,
): "service" | "cluster" | undefined {
  if (flags.text("contact-points") !== undefined) return "cluster";
  const url = flags.text("url") ?? (env["COLONNADE_URL"] || config?.service?.url);
  if (url !== undefined) return "service";
  return config?.cluster && "cluster";
}
