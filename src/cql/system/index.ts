export { openSystem } from "./open-system.ts";
export type { System, SystemOptions } from "./open-system.ts";
export { isSystemKeyspace, isVirtualKeyspace } from "./system-tables.ts";
export { clusterName, cqlVersion, releaseVersion } from "./local-rows.ts";
