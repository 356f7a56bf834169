/**
 * How yargs and the parser inside it read a line. Every value is text: a keyspace may be called 0x10, and a port is checked by
 * the command.
 */
export const grammar = {
  "boolean-negation": false,
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;
