import type { LoadedConfig } from "../../config/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";

/**
 * Whether a command talks to a service or to a cluster, by who is named first: on the command line, in the environment, in the
 * config file; there a service counts more. Undefined where nobody is.
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
