export { parseDefinitionAnswer } from "./parse-definition-answer.ts";
export * from "./parse-introspection.ts";
export * from "./see-graphql.ts";
