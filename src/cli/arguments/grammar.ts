/**
 * The settings with which yargs and yargs-parser read a line. Every value is text: a keyspace may be called 0x10, and
 * commands validate ports.
 */
export const grammar = {
  "boolean-negation": false,
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;
