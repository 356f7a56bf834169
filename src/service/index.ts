export { listen } from "./listen.ts";
export type { ListenOptions, Listener } from "./listen.ts";
export { createService } from "./service.ts";
export type { Service, ServiceOptions } from "./service.ts";
