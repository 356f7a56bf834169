/** The endpoints for whoever runs the service: whether it lives, whether it can serve, and its metrics. */
import { StoreError } from "../store/index.ts";
import type { Answer } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";
import { metricsType } from "./metrics.ts";

export const paths = { live: "/__local/live", ready: "/__local/ready", metrics: "/__local/metrics" } as const;

/** `starting` and `unavailable` pass by themselves, `stopping` does not. */
export type Readiness = "ready" | "starting" | "stopping" | "unavailable";

export function answerReadiness(status: Readiness): Answer {
  return { status: status === "ready" ? 200 : 503, json: { status } };
}

/** `GET /__local/live`: the process responds. */
export const answerLive: Endpoint = () => Promise.resolve({ status: 200, json: { status: "live" } });

/** `GET /__local/ready`: 200 if requests can be served, otherwise 503 with the reason. */
export const answerReady: Endpoint = async (_call, { store, isStopping }) => {
  if (isStopping()) return answerReadiness("stopping");
  try {
    await store.keyspaces();
    return answerReadiness("ready");
  } catch (error) {
    if (error instanceof StoreError) return answerReadiness("unavailable");
    throw error;
  }
};

/** `GET /__local/metrics`: the text format of Prometheus. */
export const answerMetrics: Endpoint = (_call, { metrics, tokens }) =>
  Promise.resolve({ status: 200, text: { type: metricsType, content: metrics.print(tokens.size) } });
