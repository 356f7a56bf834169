import type { Config } from "./config.ts";
import type { ConfigPath } from "./json-config.ts";

/** The place of a secret written as text in a config. The secret itself is not shown. */
export interface LiteralSecret {
  readonly code: "literal-secret";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

const credentials = /:\/\/[^/?#]*@/;
const secretInQuery = /[?&](?:password|token|secret|key|auth)=./i;

/**
 * Finds secrets written as text in a config, where every reader of the repository sees them.
 *
 * A literal password is an error already. What remains is the URL, which may contain a user or a token.
 */
export function findLiteralSecrets({ service }: Config): LiteralSecret[] {
  const url = service?.url;
  if (typeof url !== "string") return [];
  const inQuery = secretInQuery.test(url);
  if (!credentials.test(url) && !inQuery) return [];
  return [
    {
      code: "literal-secret",
      path: ["service", "url"],
      message: `service.url contains a ${inQuery ? "secret" : "user or a password"}, which everyone who reads the config can see`,
      next: 'use environment variables instead: url: env("COLONNADE_URL"), password: env("COLONNADE_PASSWORD")',
    },
  ];
}
