/** The GraphQL types of the API as data, without resolvers: the service adds those, and SDL is printed from it. */
export * from "./api-type.ts";
export * from "./definition-api.ts";
export { apiOf } from "./keyspace-api.ts";
export { mostRows } from "./option-types.ts";
export type { KeyspaceApi } from "./keyspace-api.ts";
export { printSdl, typesIn } from "./print-sdl.ts";
export { allScalars, expectedOf, scalarOf, scalars } from "./scalars.ts";
export { mutationVerbs } from "./table-api.ts";
export type { TableApi } from "./table-api.ts";
export type { TableTypes } from "./table-types.ts";
