import type { Config } from "./config.ts";
import type { ConfigPath } from "./json-config.ts";

/** A secret that stands in a config as text, and where. It is not shown. */
export interface LiteralSecret {
  readonly code: "literal-secret";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

const credentials = /:\/\/[^/?#]*@/;
const secretInQuery = /[?&](?:password|token|secret|key|auth)=./i;

/**
 * Secrets that a config says as text, where every reader of the repository sees them.
 *
 * A password by itself is a mistake already; what is left is the address, which may hold a user or a token.
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
      message: `service.url holds a ${inQuery ? "secret" : "user or a password"}, which everyone can read who reads the config`,
      next: 'name variables in its place: url: env("COLONNADE_URL"), password: env("COLONNADE_PASSWORD")',
    },
  ];
}
