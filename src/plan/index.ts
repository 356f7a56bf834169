export * from "./names.ts";
export * from "./plan.ts";
export * from "./presence.ts";
export * from "./where.ts";
