import { compileTerm, nativeType } from "../values/index.ts";
import type { CompileContext } from "../values/index.ts";
import { invalid } from "../cql-error.ts";
import type { Term, Using } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { WriteInput } from "./compiled-write.ts";

interface CompiledUsing {
  readonly hasTimestamp: boolean;
  readonly hasTtl: boolean;
  /** The statement's own time, or the one of the client or of the batch. */
  timestamp(input: WriteInput): bigint | undefined;
  /** Undefined for the default of the table. */
  ttlSeconds(input: WriteInput): number | undefined;
}

const timestampReceiver = { name: "[timestamp]", type: nativeType("bigint") };
const ttlReceiver = { name: "[ttl]", type: nativeType("int") };

export function compileUsing({ timestamp, ttl }: Using, context: CompileContext): CompiledUsing {
  return {
    hasTimestamp: timestamp !== undefined,
    hasTtl: ttl !== undefined,
    timestamp: timestamp ? compileTimestamp(timestamp, context) : (input) => input.timestamp,
    ttlSeconds: ttl ? compileTtl(ttl, context) : () => undefined,
  };
}

function compileTimestamp(term: Term, context: CompileContext): CompiledUsing["timestamp"] {
  const { evaluate } = compileTerm(term, timestampReceiver, context);
  return (input) => {
    const bytes = evaluate(input);
    if (bytes === unset) return input.timestamp;
    if (bytes === null || bytes.length === 0) throw invalid("Invalid null value of timestamp");
    return bytes.readBigInt64BE();
  };
}

/** Null lets values live for ever. */
function compileTtl(term: Term, context: CompileContext): CompiledUsing["ttlSeconds"] {
  const { evaluate } = compileTerm(term, ttlReceiver, context);
  return (input) => {
    const bytes = evaluate(input);
    if (bytes === unset) return undefined;
    return bytes === null || bytes.length === 0 ? 0 : bytes.readInt32BE();
  };
}
