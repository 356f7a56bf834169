/** Parses the flags that choose sources and the kind of service. */
import type { Profile } from "@colonnade/runtime";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { SourceName } from "../../source/sources.ts";
import { sourceNames } from "../../source/sources.ts";
import type { Flags } from "../arguments/command.ts";
import { validateUrl } from "./validate-url.ts";

/** The sources to read; undefined without the flag. @throws {ColonnadeError} `usage` for an unknown source */
export function parseSources(flags: Flags): readonly SourceName[] | undefined {
  const words = flags.list("from");
  return (
    words &&
    [...new Set(words)].map((word) => {
      const source = sourceNames.find((name) => name === word);
      if (source) return source;
      const list = sourceNames.map((name) => JSON.stringify(name)).join(", ");
      const meant = didYouMean(word, sourceNames);
      throw new ColonnadeError("usage", `--from must be one of ${list}, not ${JSON.stringify(word)}`, {
        next: meant === undefined ? "--from rest,graphql" : `did you mean ${meant}?`,
      });
    })
  );
}

/** @throws {ColonnadeError} `usage` for addresses that this kind of service does not have, or that are not encrypted */
export async function createProfile(flags: Flags): Promise<Profile | undefined> {
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
  const { dataApisProfile, stargateProfile } = await import("@colonnade/runtime");
  if (profile === "dataApis") return dataApisProfile();
  return stargateProfile({ ...(authUrl !== undefined && { authUrl }), ...(restUrl !== undefined && { restUrl }) });
}
