import type { TokenAnswer } from "@colonnade/runtime/protocol";
import { isJsonObject } from "../json.ts";
import { failure, json } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { Refusal, notProcessed } from "../refusal.ts";
import { ref } from "../schemas.ts";

/** `POST …/auth`: credentials → 201 with a new token. */
export const createToken: Operation = {
  id: "createToken",
  summary: "Creates a token.",
  body: ref("Credentials"),
  answers: {
    201: json("The token.", ref("Token")),
    401: failure("The username or the password is wrong."),
    429: failure("Too many attempts; `retry-after` says when to try again."),
  },
  run: async (call, { tokens, login }) => {
    const body = await call.body();
    if (body === undefined || body === null) throw new Refusal(400, "Must provide a body to the request");
    if (!isJsonObject(body)) throw notProcessed();
    const username = credential(body["username"], "username");
    const password = credential(body["password"], "password");
    const user = await login({ username, password }, call.address);
    if (!user) {
      throw new Refusal(
        401,
        `Failed to create token: Provided username ${username.slice(0, 100)} and/or password are incorrect`,
      );
    }
    return { status: 201, json: { authToken: await tokens.create(user) } satisfies TokenAnswer };
  },
};

function credential(json: unknown, name: string): string {
  if (json === undefined || json === null || json === "") throw new Refusal(400, `Must provide ${name} in request`);
  if (typeof json !== "string") throw notProcessed();
  return json;
}
