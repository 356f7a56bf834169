/**
 * Facts of the service that client, service and sources share: routes, headers, payloads, API names, and the one table
 * of CQL types. No I/O, nothing of Node.
 */
export * from "./api-names.ts";
export * from "./base64.ts";
export { hasEmptyValue, selectionOf } from "./codec.ts";
export type { Codec, Field, Part, Wire } from "./codec.ts";
export * from "./codecs.ts";
export * from "./composites.ts";
export * from "./inet.ts";
export * from "./json-types.ts";
export * from "./texts.ts";
export * from "./payloads.ts";
export * from "./routes.ts";
export * from "./stargate-names.ts";
export * from "./text-form.ts";
export * from "./tokens-of-part.ts";
