import type { Call } from "../endpoint.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { Refusal, notProcessed } from "../refusal.ts";

/** The body of a request that needs one. @throws {Refusal} 422 if there is none, 400 if it is not an object */
export async function readObject(call: Call, absent = "must not be null."): Promise<JsonObject> {
  const body = await call.body();
  if (body === undefined || body === null) throw new Refusal(422, `Request invalid: ${absent}`);
  if (!isJsonObject(body)) throw notProcessed();
  return body;
}
