import { answerReadiness, paths } from "./health.ts";
import { createResponse, pathOf } from "./exchange.ts";
import type { Respond } from "./service.ts";

export interface Gate {
  readonly respond: Respond;
  /** Only the first function that is set counts. */
  readonly open: (respond: Respond) => void;
}

/** Holds requests until the service is set; until then it lives, but is not ready. */
export function createGate(): Gate {
  let current: Respond | undefined;
  let resolve: (respond: Respond) => void = () => undefined;
  const opened = new Promise<Respond>((done) => (resolve = done));
  const early = new Map([
    [paths.live as string, { status: 200, json: { status: "live" } }],
    [paths.ready as string, answerReadiness("starting")],
  ]);
  return {
    respond: async (request) => {
      const answer = current ? undefined : early.get(pathOf(request.target));
      if (!answer) return (current ?? (await opened))(request);
      return createResponse(answer, crypto.randomUUID(), request.method === "HEAD").response;
    },
    open: (respond) => {
      current ??= respond;
      resolve(current);
    },
  };
}
