import { answerRefusal } from "./answer.ts";
import { noRoute } from "./exchange.ts";
import type { Observer } from "./exchange.ts";
import { createResponse } from "./outgoing-response.ts";
import type { OutgoingResponse } from "./outgoing-response.ts";
import type { Refusal } from "./refusal.ts";

export interface EarlyRequest {
  readonly method: string;
  /** @default that of requests that match none */
  readonly route?: string;
  readonly ip: string | undefined;
}

/** The response to a request that never reaches the service, which would tell logs and metrics of it. */
export function refuseEarly(
  refusal: Refusal,
  { method, route = noRoute, ip: client }: EarlyRequest,
  onRefused: Observer | undefined,
): OutgoingResponse {
  const requestId = crypto.randomUUID();
  const { response, bytes } = createResponse(answerRefusal(refusal, "rest"), { requestId, bodyless: false });
  const { status } = refusal;
  onRefused?.({ method, route, status, durationMs: 0, bytes, requestId, client });
  return response;
}
