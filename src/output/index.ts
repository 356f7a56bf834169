export * from "./artifact.ts";
export * from "./compare.ts";
export { manifestName } from "./artifact-path.ts";
export { writeArtifacts } from "./write.ts";
export type { WriteOptions, WriteReport } from "./write.ts";
