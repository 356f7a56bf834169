/** Prints a type as the definition endpoint takes it: `{basic: LIST, info: {subTypes: [{basic: INT}]}}` is `list<int>`. */
import { nativeTypes, printName } from "../../model/index.ts";
import { invalid } from "./problem.ts";

export interface DataType {
  readonly basic: string;
  readonly info?: {
    readonly name?: string | null;
    readonly subTypes?: readonly (DataType | null)[] | null;
    readonly frozen?: boolean | null;
  } | null;
}

/** The number of types in each; a tuple has any number. */
const parts: ReadonlyMap<string, number | undefined> = new Map([
  ["LIST", 1],
  ["SET", 1],
  ["MAP", 2],
  ["TUPLE", undefined],
]);

/**
 * The text of the type in CQL.
 *
 * @param isInside whether it is a part of another type, which is frozen there, as real servers have it
 * @throws {GraphQLError} in their words
 */
export function printDataType({ basic, info }: DataType, isInside = false): string {
  const word = nativeTypes.find((name) => name.toUpperCase() === basic);
  if (word !== undefined) return word;
  const isFrozen = isInside || info?.frozen === true;
  const freeze = (text: string): string => (isFrozen ? `frozen<${text}>` : text);
  if (basic === "UDT") {
    if (!info?.name) throw invalid("UDT type should contain an 'info' field specifying the UDT name");
    return freeze(printName(info.name));
  }
  if (!parts.has(basic)) return printVector(info?.name ?? "");
  const title = basic.charAt(0) + basic.slice(1).toLowerCase();
  const count = parts.get(basic);
  const plural = count === 1 ? "" : "s";
  if (!info) throw invalid(`${title} type should contain an 'info' field specifying the sub type${plural}`);
  const types = (info.subTypes ?? []).filter((type) => type !== null);
  if (types.length === 0 || types.length !== (count ?? types.length)) {
    throw invalid(`${title} sub types should contain ${count ?? "at least 1"} item${plural}`);
  }
  const text = `${basic.toLowerCase()}<${types.map((type) => printDataType(type, true)).join(", ")}>`;
  return basic === "TUPLE" ? text : freeze(text);
}

/** A vector has no kind of its own; queries return it as this. */
function printVector(text: string): string {
  if (/^vector\s*</i.test(text)) return text;
  throw invalid("Data type CUSTOM is not supported");
}
