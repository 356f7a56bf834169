export { prepareDefinition } from "./prepare-definition.ts";
export { prepareDescribe } from "./prepare-describe.ts";
export { refuseOther } from "./refuse-other.ts";
