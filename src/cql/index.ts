export { listenCql } from "./connection/listen-cql.ts";
export type { CqlListener, CqlListenOptions, CqlServing } from "./connection/listen-cql.ts";
export type { CqlLogin, CqlUser } from "./connection/login.ts";
export type { CqlExchange, CqlObserver } from "./connection/observer.ts";
export type { CqlFaults } from "./connection/faults.ts";
export { openTextRunner } from "./open-text-runner.ts";
export type { TextAnswer, TextRequest, TextRunner } from "./open-text-runner.ts";
