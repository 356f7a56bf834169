import type { TokenAnswer } from "@colonnade/runtime/protocol";
import { jsonResponse } from "../http.ts";
import { isJsonObject } from "../json.ts";
import { failure, json } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { HttpRefusal, notProcessed } from "../http-refusal.ts";
import { ref } from "../schemas.ts";

/** `POST …/auth`: credentials → 201 with a new token. */
export const createToken: Endpoint = {
  id: "createToken",
  summary: "Creates a token.",
  body: ref("Credentials"),
  responses: {
    201: json("The token.", ref("Token")),
    401: failure("The username or the password is wrong."),
    429: failure("Too many attempts; `retry-after` says when to try again."),
  },
  run: async (request, { tokens, login }) => {
    const body = await request.json();
    if (body === undefined || body === null) throw new HttpRefusal(400, "Must provide a body to the request");
    if (!isJsonObject(body)) throw notProcessed();
    const username = credential(body["username"], "username");
    const password = credential(body["password"], "password");
    const user = await login({ username, password }, request.incoming.client);
    if (!user) {
      throw new HttpRefusal(
        401,
        `Failed to create token: Provided username ${username.slice(0, 100)} and/or password are incorrect`,
      );
    }
    return jsonResponse(201, { authToken: await tokens.create(user) } satisfies TokenAnswer);
  },
};

function credential(json: unknown, name: string): string {
  if (json === undefined || json === null || json === "") throw new HttpRefusal(400, `Must provide ${name} in request`);
  if (typeof json !== "string") throw notProcessed();
  return json;
}
