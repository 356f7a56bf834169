export type { Exchange, Observer } from "./exchange.ts";
export { createGate } from "./gate.ts";
export { listen } from "./listen.ts";
export type { ListenOptions, Listener } from "./listen.ts";
export { Metrics } from "./metrics.ts";
export { createService } from "./service.ts";
export type { Service, ServiceOptions, ServiceRequest } from "./service.ts";
