/** Endpoints for operators: whether the process is live, whether it can serve, and its metrics. */
import { StoreError } from "../store/index.ts";
import { json } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { pathOf, completeResponse, jsonResponse } from "./http.ts";
import type { Respond, HttpResponse } from "./http.ts";
import { ref } from "./schemas.ts";

export const healthPaths = { live: "/__local/live", ready: "/__local/ready", metrics: "/__local/metrics" } as const;

/** `starting` and `unavailable` pass by themselves, `stopping` does not. */
type Readiness = "ready" | "starting" | "stopping" | "unavailable";

function answerReadiness(status: Readiness): HttpResponse {
  return jsonResponse(status === "ready" ? 200 : 503, { status });
}

const live = jsonResponse(200, { status: "live" });

/** `GET /__local/live`: the process responds. */
export const answerLive: Endpoint = {
  id: "answerLive",
  summary: "Answers while the process responds.",
  responses: { 200: json("The process responds.", ref("Readiness")) },
  run: () => live,
};

/** `GET /__local/ready`: 200 if requests can be served, otherwise 503 with the reason. */
export const answerReady: Endpoint = {
  id: "answerReady",
  summary: "Tells whether requests can be served.",
  responses: {
    200: json("Requests can be served.", ref("Readiness")),
    503: json("They cannot, for this reason.", ref("Readiness")),
  },
  run: async (_request, { store, isStopping }) => {
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
export const answerMetrics: Endpoint = {
  id: "answerMetrics",
  summary: "Returns counts of requests and more, in the text format of Prometheus.",
  responses: { 200: { description: "The metrics.", content: { "text/plain": { type: "string" } } } },
  run: async (_request, { metrics, tokens, store }) => {
    const body = metrics.print(tokens.size, await store.statistics());
    return { status: 200, headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" }, body };
  },
};

interface Gate {
  readonly respond: Respond;
  /** Only the first function that is set counts. */
  readonly open: (respond: Respond) => void;
}

/** Holds requests until the service is set. Until then the process is live, but not ready. */
export function createGate(): Gate {
  let current: Respond | undefined;
  let resolve: (respond: Respond) => void = () => undefined;
  const opened = new Promise<Respond>((done) => (resolve = done));
  const early = new Map([
    [healthPaths.live as string, live],
    [healthPaths.ready as string, answerReadiness("starting")],
  ]);
  return {
    respond: async (request) => {
      const response = current ? undefined : early.get(pathOf(request));
      if (!response) return (current ?? (await opened))(request);
      return completeResponse(response, crypto.randomUUID(), request.method === "HEAD").response;
    },
    open: (respond) => {
      current ??= respond;
      resolve(current);
    },
  };
}
