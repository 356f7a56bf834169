export { prepareDefinition } from "./prepare-definition.ts";
