import { parseCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { TableScope } from "./receiver.ts";

/** The type that a hint or a cast names. */
export function namedType(text: string, { keyspace, userTypes }: Pick<TableScope, "keyspace" | "userTypes">): CqlType {
  const parsed = parseCqlType(text, { userTypes, impliesFrozen: true });
  if ("type" in parsed) return parsed.type;
  throw invalid(parsed.code === "unknown-type" ? `Unknown type ${keyspace}.${parsed.found ?? text}` : parsed.message);
}
