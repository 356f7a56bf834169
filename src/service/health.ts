/** The endpoints for whoever runs the service: whether it lives, whether it can serve, and its metrics. */
import { StoreError } from "../store/index.ts";
import type { Answer } from "./answer.ts";
import { createResponse, pathOf } from "./exchange.ts";
import type { Respond } from "./exchange.ts";
import { metricsType } from "./metrics.ts";
import { json } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { ref } from "./schemas.ts";

export const paths = { live: "/__local/live", ready: "/__local/ready", metrics: "/__local/metrics" } as const;

/** `starting` and `unavailable` pass by themselves, `stopping` does not. */
export type Readiness = "ready" | "starting" | "stopping" | "unavailable";

export function answerReadiness(status: Readiness): Answer {
  return { status: status === "ready" ? 200 : 503, json: { status } };
}

/** `GET /__local/live`: the process responds. */
export const answerLive: Operation = {
  id: "answerLive",
  summary: "Answers while the process responds.",
  answers: { 200: json("The process responds.", ref("Readiness")) },
  run: () => Promise.resolve({ status: 200, json: { status: "live" } }),
};

/** `GET /__local/ready`: 200 if requests can be served, otherwise 503 with the reason. */
export const answerReady: Operation = {
  id: "answerReady",
  summary: "Tells whether requests can be served.",
  answers: {
    200: json("Requests can be served.", ref("Readiness")),
    503: json("They cannot, for this reason.", ref("Readiness")),
  },
  run: async (_call, { store, isStopping }) => {
    if (isStopping()) return answerReadiness("stopping");
    try {
      await store.keyspaces();
      return answerReadiness("ready");
    } catch (error) {
      if (error instanceof StoreError) return answerReadiness("unavailable");
      throw error;
    }
  },
};

/** `GET /__local/metrics`: the text format of Prometheus. */
export const answerMetrics: Operation = {
  id: "answerMetrics",
  summary: "Returns counts of requests and more, in the text format of Prometheus.",
  answers: { 200: { description: "The metrics.", content: { "text/plain": { type: "string" } } } },
  run: async (_call, { metrics, tokens, store }) => {
    const content = metrics.print(tokens.size, await store.statistics());
    return { status: 200, text: { type: metricsType, content } };
  },
};

interface Gate {
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
