/**
 * Decides whether a command connects to a service or to a cluster, and determines the address and credentials of a service.
 * Sends nothing.
 */
import type { CredentialsOptions, Profile, SessionOptions, TokenOptions } from "@colonnade/runtime";
import { isLoopback } from "@colonnade/runtime/protocol";
import { resolveMarkers } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, listOf } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";

/**
 * Decides whether a command connects to a service or to a cluster. Flags override environment variables, which override
 * the config file; in the config file, a service overrides a cluster. Undefined if neither is set.
 */
export function chooseDatabase(
  flags: Flags,
  io: Io,
  config: Pick<LoadedConfig, "service" | "cluster"> | undefined,
): "service" | "cluster" | undefined {
  if (flags.text("contact-points") !== undefined) return "cluster";
  const url = flags.text("url") ?? variableIn(io, "COLONNADE_URL") ?? config?.service?.url;
  if (url !== undefined) return "service";
  return config?.cluster && "cluster";
}

/** @throws {ColonnadeError} `usage` for addresses that this kind of service does not have, or that are not encrypted */
async function createProfile(flags: Flags): Promise<Profile | undefined> {
  const [authUrl, restUrl] = [flags.text("auth-url"), flags.text("rest-url")];
  if (authUrl !== undefined) validateUrl(authUrl, "auth-url");
  if (restUrl !== undefined) validateUrl(restUrl, "rest-url");
  const profile = flags.text("profile");
  if (profile !== "stargate" && (authUrl ?? restUrl) !== undefined) {
    throw new ColonnadeError("usage", "--auth-url and --rest-url require --profile stargate", {
      next: "--profile stargate",
    });
  }
  if (profile !== "stargate" && profile !== "dataApis") return undefined;
  const { dataApisProfile, stargateProfile } = await import("@colonnade/runtime/profiles");
  if (profile === "dataApis") return dataApisProfile();
  return stargateProfile({ ...(authUrl !== undefined && { authUrl }), ...(restUrl !== undefined && { restUrl }) });
}

/** The address of a service, the credentials or token for it, and the kind of service. */
type Access = (Pick<CredentialsOptions, "url" | "credentials"> | Pick<TokenOptions, "url" | "token">) &
  Pick<SessionOptions, "profile">;

/**
 * Determines the address, the credentials and the kind of the service. Flags override environment variables, which override the
 * config file.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, or `missing-variable`
 */
export async function resolveAccess(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<Access> {
  const { url: configured, ...credentials } = config?.service ?? {};
  const token = variableIn(io, "COLONNADE_TOKEN");
  const ofEnvironment = {
    username: variableIn(io, "COLONNADE_USERNAME"),
    password: variableIn(io, "COLONNADE_PASSWORD"),
  };
  if (token !== undefined && (ofEnvironment.username ?? ofEnvironment.password) !== undefined) {
    throw new ColonnadeError("usage", "the environment has both a token and credentials", {
      next: "set either COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD",
    });
  }
  // If flags or environment set a value, the config's variable for it may be unset. A token overrides credentials in the config file.
  const fallback = token === undefined ? credentials : {};
  const { url, username, password } = resolveMarkers(
    {
      url: flags.text("url") ?? variableIn(io, "COLONNADE_URL") ?? configured,
      username: ofEnvironment.username ?? fallback.username,
      password: ofEnvironment.password ?? fallback.password,
    },
    io.env,
  );
  if (url !== undefined) validateUrl(url);
  const profile = await createProfile(flags);
  const shared = profile && { profile };
  if (url !== undefined && token !== undefined) return { url, token, ...shared };
  if (url !== undefined && username !== undefined && password !== undefined) {
    return { url, credentials: { username, password }, ...shared };
  }
  const variables = [
    ...(token === undefined && username === undefined ? ["COLONNADE_USERNAME"] : []),
    ...(token === undefined && password === undefined ? ["COLONNADE_PASSWORD"] : []),
  ];
  const missing = [...(url === undefined ? ["--url"] : []), ...variables];
  const them = variables.length === 1 ? "it" : "them";
  const next = [
    ...(url === undefined ? ["--url http://localhost:8080, or set COLONNADE_URL"] : []),
    ...(variables.length === 0
      ? []
      : [`set ${listOf(variables)} in the environment, or name ${them} in the config file; or set COLONNADE_TOKEN`]),
  ];
  const message = `${listOf(missing)} ${missing.length === 1 ? "is" : "are"} missing`;
  throw new ColonnadeError("usage", message, { next: next.join("; ") });
}

/** The value of an environment variable; undefined if it is empty. */
function variableIn(io: Io, name: string): string | undefined {
  return io.env[name] === "" ? undefined : io.env[name];
}

/**
 * Rejects an address to which the password would be sent unencrypted. The runtime rejects it too, but names an option
 * that the command line does not have.
 *
 * @param flag the flag that gives it
 * @throws {ColonnadeError} `usage`
 */
function validateUrl(url: string, flag = "url"): void {
  if (!URL.canParse(url)) return;
  const { protocol, host, hostname, pathname } = new URL(url);
  if (protocol !== "http:" || isLoopback(hostname)) return;
  throw new ColonnadeError("usage", `the password would be sent unencrypted to ${hostname}`, {
    next: `use https://: --${flag} https://${host}${pathname.replace(/\/$/, "")}`,
  });
}
