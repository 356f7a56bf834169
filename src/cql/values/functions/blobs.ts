import { nativeTypes } from "../../../model/index.ts";
import { invalid } from "../../cql-error.ts";
import { checkBytes } from "../check-bytes.ts";
import { nativeType } from "../receiver.ts";
import type { NativeFunction } from "./native-function.ts";

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
