export * from "./emit.ts";
