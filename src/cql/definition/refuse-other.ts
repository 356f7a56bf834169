import { CqlError, invalid } from "../cql-error.ts";

/** What the database says where it has such things switched off, by the words that a statement has. */
const refusals: readonly (readonly [words: RegExp, message: string])[] = [
  [
    /function|aggregate/,
    "User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable",
  ],
  [/trigger/, "Triggers run classes of the server, and this one has none"],
  [/^grant/, "GRANT operation is not supported by AllowAllAuthorizer"],
  [/^revoke/, "REVOKE operation is not supported by AllowAllAuthorizer"],
  [/view/, "Materialized views are disabled. Enable in cassandra.yaml to use."],
  [/role|user|identity|list/, "The users are those of the service, in its file of users"],
];

/** @param words the first ones of a statement of roles, permissions, functions, aggregates or triggers, in lower case */
export function refuseOther(words: string): CqlError {
  const [, message] = refusals.find(([pattern]) => pattern.test(words)) ?? [];
  return invalid(message ?? `${words.toUpperCase()} is not supported`);
}
