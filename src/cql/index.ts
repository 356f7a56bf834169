export { listenCql } from "./connection/listen-cql.ts";
export type { CqlListener, CqlServing } from "./connection/listen-cql.ts";
export type { CqlExchange, CqlFaults, CqlLogin, CqlObserver, CqlUser } from "./connection/server.ts";
export { openTextRunner } from "./open-text-runner.ts";
export type { TextAnswer, TextRequest, TextRunner } from "./open-text-runner.ts";
