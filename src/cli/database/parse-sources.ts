/** Parses the flags that choose sources and the kind of service. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Profile } from "@colonnade/runtime";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { CqlFile } from "../../source/cql-file/see-cql-file.ts";
import type { SourceName } from "../../source/sources.ts";
import { sourceNames } from "../../source/sources.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import { validateUrl } from "./validate-url.ts";

/** The sources by the words that name them; a file of CQL statements is named by its path. */
const words: readonly string[] = sourceNames.filter((name) => name !== "file");

/** The sources to read; undefined without the flag. @throws {ColonnadeError} `usage` for an unknown source */
export function parseSources(flags: Flags): readonly SourceName[] | undefined {
  const given = flags.list("from");
  return (
    given &&
    [...new Set(given)].map((word) => {
      if (isCqlFile(word)) return "file";
      if (words.includes(word)) return word as SourceName;
      const list = words.map((name) => JSON.stringify(name)).join(", ");
      const meant = didYouMean(word, words);
      throw new ColonnadeError("usage", `--from must be one of ${list} or a .cql file, not ${JSON.stringify(word)}`, {
        next: meant === undefined ? "--from rest,graphql" : `did you mean ${meant}?`,
      });
    })
  );
}

/**
 * Reads the file of CQL statements among the sources; undefined without one.
 * @throws {ColonnadeError} `usage` for several, `no-cql-file`, `unreadable`
 */
export function readCqlFile(flags: Flags, io: Io): CqlFile | undefined {
  const [path, other] = (flags.list("from") ?? []).filter(isCqlFile);
  if (path === undefined) return undefined;
  if (other !== undefined) {
    throw new ColonnadeError("usage", "--from can name one .cql file", { next: `join them: cat ${path} ${other}` });
  }
  const name = renderPath(resolve(io.cwd, path), io.cwd);
  try {
    return { name, text: readFileSync(resolve(io.cwd, path), "utf8").replace(/^\uFEFF/, "") };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) {
      throw new ColonnadeError("no-cql-file", `${name} does not exist`, {
        next: `save what cqlsh prints: cqlsh -e "DESCRIBE KEYSPACE shop" > ${name}`,
      });
    }
    throw new ColonnadeError("unreadable", `${name} cannot be read`, { kind: "machine", cause: error });
  }
}

function isCqlFile(word: string): boolean {
  return word.endsWith(".cql");
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
