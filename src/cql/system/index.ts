export { openSystem } from "./open-system.ts";
export type { System, SystemOptions } from "./open-system.ts";
export { isSystemKeyspace, isVirtualKeyspace, systemKeyspaces } from "./system-tables.ts";
export { clusterName, cqlVersion, dataCenter, describedDetails, releaseVersion } from "./local-rows.ts";
export { lastDropped, printIndexTarget } from "./schema-rows.ts";
