/** Introspects once and prints what came of it, to see whether the process ends then: `introspect-once.ts OPTIONS-AS-JSON`. */
import { introspectCql } from "../../src/source/cql/introspect-cql.ts";
import type { CqlOptions } from "../../src/source/cql/cql-options.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CqlOptions;
try {
  await introspectCql(options);
  console.log("introspected");
} catch (error) {
  console.log(error instanceof Error && "code" in error ? error.code : error);
}
