import type { Credentials } from "@colonnade/runtime/protocol";
import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";

/**
 * Chooses the user who may create tokens: from the environment, or undefined for those of a file, or for a local one if
 * only this machine can reach the service.
 *
 * @throws {ColonnadeError} `no-user` beyond loopback addresses, or if only half of it is set
 */
export function chooseUser(env: Io["env"], host: string, hasFile: boolean): Credentials | undefined {
  const username = env["COLONNADE_USERNAME"] ?? "";
  const password = env["COLONNADE_PASSWORD"] ?? "";
  if (username !== "" && password !== "") return { username, password };
  if (username !== "" || password !== "") {
    const missing = username === "" ? "COLONNADE_USERNAME" : "COLONNADE_PASSWORD";
    throw new ColonnadeError("no-user", `${missing} is not set`, {
      next: "set both, or neither on a loopback address",
    });
  }
  if (hasFile || isLoopback(host)) return undefined;
  throw new ColonnadeError("no-user", `other machines can reach ${host}, so the service needs a user`, {
    next: "set COLONNADE_USERNAME and COLONNADE_PASSWORD, or name a file of users with --users",
  });
}
