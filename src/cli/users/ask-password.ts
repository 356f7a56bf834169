import { isCancel, password } from "@clack/prompts";
import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";

const shortest = 8;

/**
 * Asks for a new password on the terminal, twice and without showing it, or reads it from stdin.
 *
 * @returns undefined if the person gave up
 * @throws {ColonnadeError} `no-terminal` if there is neither, `usage` if it is too short
 */
export async function askPassword(user: string, io: Io): Promise<string | undefined> {
  const terminal = io.terminal?.();
  if (!terminal) return readPassword(io);
  const streams = { ...terminal, ...(io.signal && { signal: io.signal }) };
  const first = await password({ ...streams, message: `Password of ${user}`, validate: objectionTo });
  if (isCancel(first)) return undefined;
  const validate = (again: string | undefined): string | undefined =>
    again === first ? undefined : "This is not the same password";
  const again = await password({ ...streams, message: "The same password again", validate });
  return isCancel(again) ? undefined : first;
}

async function readPassword(io: Io): Promise<string> {
  const input = io.input?.();
  if (!input) {
    throw new ColonnadeError("no-terminal", "there is no terminal to ask for the password on", {
      next: "pipe the password into the command",
    });
  }
  let text = "";
  for await (const chunk of input.setEncoding("utf8")) text += String(chunk);
  const given = text.replace(/\r?\n$/, "");
  const objection = /[\r\n]/.test(given) ? "The input has several lines" : objectionTo(given);
  if (objection === undefined) return given;
  throw new ColonnadeError("usage", `the password on stdin cannot be used: ${objection}`);
}

function objectionTo(given: string | undefined): string | undefined {
  return (given ?? "").length < shortest ? `A password has at least ${shortest} characters` : undefined;
}
