/** Determines how to reach a service: its address, credentials, and kind. */
import type { CredentialsOptions, SessionOptions, TokenOptions } from "@colonnade/runtime";
import { resolveMarkers } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { createProfile } from "./parse-sources.ts";
import { validateUrl } from "./validate-url.ts";

export type Access = (Pick<CredentialsOptions, "url" | "credentials"> | Pick<TokenOptions, "url" | "token">) &
  Pick<SessionOptions, "profile">;

/**
 * Flags override environment variables, which override the config file.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, or `missing-variable`
 */
export async function planAccess(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<Access> {
  const access = resolveAccess(flags, io, config);
  const profile = await createProfile(flags);
  return { ...access, ...(profile && { profile }) };
}

/** If flags or environment set a value, the config's variable for it may be unset. */
function resolveAccess(flags: Flags, io: Io, config: LoadedConfig | undefined): Access {
  const { url: configured, username, password } = config?.service ?? {};
  const token = given(io, "COLONNADE_TOKEN");
  const own = { username: given(io, "COLONNADE_USERNAME"), password: given(io, "COLONNADE_PASSWORD") };
  if (token !== undefined && (own.username ?? own.password) !== undefined) {
    throw new ColonnadeError("usage", "the environment has both a token and credentials", {
      next: "set either COLONNADE_TOKEN, or COLONNADE_USERNAME and COLONNADE_PASSWORD",
    });
  }
  // A token in the environment overrides credentials in the config file.
  const fallback = token === undefined ? { username, password } : {};
  const resolved = resolveMarkers(
    {
      url: flags.text("url") ?? given(io, "COLONNADE_URL") ?? configured,
      username: own.username ?? fallback.username,
      password: own.password === undefined ? fallback.password : undefined,
    },
    io.env,
  );
  const { url } = resolved;
  const credentials = { username: resolved.username, password: own.password ?? resolved.password };
  if (url !== undefined) validateUrl(url);
  refuseMissing({ url, token, ...credentials });
  return { url, ...(token === undefined ? { credentials } : { token }) } as Access;
}

interface Given {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** @throws {ColonnadeError} `usage` that names what is missing */
function refuseMissing({ url, token, username, password }: Given): void {
  const missing = [
    url === undefined ? "--url" : undefined,
    token === undefined && username === undefined ? "COLONNADE_USERNAME" : undefined,
    token === undefined && password === undefined ? "COLONNADE_PASSWORD" : undefined,
  ].filter((name) => name !== undefined);
  if (missing.length === 0) return;
  throw new ColonnadeError("usage", `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`, {
    next:
      missing.length === 1 && url === undefined
        ? "--url http://localhost:8080, or set COLONNADE_URL"
        : "set them in the environment or name them in the config file, never on the command line; or set COLONNADE_TOKEN",
  });
}

function given(io: Io, name: string): string | undefined {
  return io.env[name] === "" ? undefined : io.env[name];
}
