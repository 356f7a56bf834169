import { createResponse } from "./answer.ts";
import { answerReadiness, paths } from "./health.ts";
import { pathOf } from "./path.ts";
import type { Service } from "./service.ts";

export interface Gate {
  readonly service: Service;
  /** Only the first service that is set counts. */
  readonly open: (service: Service) => void;
}

/** A service that holds requests until the real one is set; until then it lives, but is not ready. */
export function createGate(): Gate {
  let current: Service | undefined;
  let resolve: (service: Service) => void = () => undefined;
  const opened = new Promise<Service>((done) => (resolve = done));
  const early = new Map([
    [paths.live as string, { status: 200, json: { status: "live" } }],
    [paths.ready as string, answerReadiness("starting")],
  ]);
  return {
    service: async (request) => {
      const answer = current ? undefined : early.get(pathOf(request.url));
      if (!answer) return (current ?? (await opened))(request);
      return createResponse(answer, { requestId: crypto.randomUUID(), bodyless: request.method === "HEAD" }).response;
    },
    open: (service) => {
      current ??= service;
      resolve(current);
    },
  };
}
