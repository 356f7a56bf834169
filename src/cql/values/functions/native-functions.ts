import { randomUUID } from "node:crypto";
import { nativeTypes } from "../../../model/index.ts";
import { invalid } from "../../cql-error.ts";
import { checkBytes } from "../check-bytes.ts";
import { nativeType } from "../types.ts";
import { aggregateFunctions } from "./aggregates.ts";
import { castFunctions } from "./casts.ts";
import { createFunction } from "./factories.ts";
import type { Request } from "./factories.ts";
import { mathFunctions } from "./math.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";
import { operationFunctions } from "./operations.ts";
import { timeFunctions } from "./times.ts";

/** The functions with a name, and the one that is made for the types of a call. */
export function candidatesOf(request: Request): readonly NativeFunction[] {
  const created = createFunction(request);
  const named = functionsByName().get(request.name) ?? [];
  return created ? [...named, created] : named;
}

let byName: ReadonlyMap<string, readonly NativeFunction[]> | undefined;

/** Created with the first statement that calls a function. */
function functionsByName(): ReadonlyMap<string, readonly NativeFunction[]> {
  return (byName ??= groupByName([
    ...operationFunctions(),
    ...castFunctions(),
    ...timeFunctions(),
    ...aggregateFunctions(),
    ...blobFunctions(),
    ...mathFunctions(),
    scalar("uuid", [], "uuid", () => Buffer.from(randomUUID().replaceAll("-", ""), "hex")),
  ]));
}

function groupByName(functions: readonly NativeFunction[]): ReadonlyMap<string, readonly NativeFunction[]> {
  const groups = new Map<string, NativeFunction[]>();
  for (const one of functions) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

const blob = nativeType("blob");

/** `int_as_blob`, `blob_as_int` and their names before 5.0: the bytes stay as they are. */
export function blobFunctions(): readonly NativeFunction[] {
  return nativeTypes
    .filter((name) => name !== "blob")
    .flatMap((name) => {
      const type = nativeType(name);
      const toBlob = [`${name}_as_blob`, `${name}asblob`].map((title): NativeFunction => {
        return { name: title, arguments: [type], returns: blob, run: ([bytes = null]) => bytes };
      });
      const fromBlob = [`blob_as_${name}`, `blobas${name}`].map((title): NativeFunction => {
        return {
          name: title,
          arguments: [blob],
          returns: type,
          run: ([bytes = null]) => {
            if (bytes === null) return null;
            try {
              checkBytes(type, bytes);
            } catch {
              const hex = bytes.toString("hex");
              throw invalid(
                `In call to function system.${title}, value 0x${hex} is not a valid binary representation for type ${name}`,
              );
            }
            return bytes;
          },
        };
      });
      return [...toBlob, ...fromBlob];
    });
}
