import { randomBytes } from "node:crypto";
import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";

export interface FirstUser {
  readonly username: string;
  readonly password: string;
  /** Whether the password was created here and has to be shown. */
  readonly madeUp: boolean;
}

/**
 * Chooses the user who may create tokens: from the environment, or a new one if only this machine can reach the
 * service.
 *
 * @throws {ColonnadeError} `no-user` beyond loopback addresses, or if only half of it is set
 */
export function chooseUser(env: Io["env"], host: string): FirstUser {
  const username = env["COLONNADE_USERNAME"] ?? "";
  const password = env["COLONNADE_PASSWORD"] ?? "";
  if (username !== "" && password !== "") return { username, password, madeUp: false };
  if (username !== "" || password !== "") {
    const missing = username === "" ? "COLONNADE_USERNAME" : "COLONNADE_PASSWORD";
    throw new ColonnadeError("no-user", `${missing} is not set`, {
      next: "set both, or neither on a loopback address",
    });
  }
  if (!isLoopback(host)) {
    throw new ColonnadeError("no-user", `other machines can reach ${host}, so the service needs a user`, {
      next: "set COLONNADE_USERNAME and COLONNADE_PASSWORD",
    });
  }
  return { username: "colonnade", password: randomBytes(18).toString("base64url"), madeUp: true };
}
