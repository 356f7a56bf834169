/** When a statement is refused, over a connection: at PREPARE, at EXECUTE, or never. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { flags, opcodes } from "../../../src/cql/protocol/envelope.ts";
import { errorOf, executeBody, prepareBody } from "./scripted-client.ts";
import type { Reply, ScriptedClient } from "./scripted-client.ts";

const file = join(import.meta.dirname, "../../fixtures/cql/refusals.json");

interface Recorded {
  readonly definitions: readonly string[];
  /** By statement: `prepare 2200 …`, `execute 2200 …` or `accepted`. One with markers is not executed. */
  readonly answers: Readonly<Record<string, string>>;
}

export const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;

export function record(answers: Recorded["answers"]): void {
  writeFileSync(file, JSON.stringify({ ...recorded, answers }, undefined, 1));
}

/** What a server answers to the recorded statements, in a keyspace `refusals` that is new. */
export async function askRefusals(client: ScriptedClient): Promise<Recorded["answers"]> {
  const [create = "", ...definitions] = recorded.definitions;
  for (const cql of ["DROP KEYSPACE IF EXISTS refusals", create, "USE refusals", ...definitions]) {
    const reply = await client.query(cql);
    if (reply.opcode === opcodes.error) throw new Error(`${cql}: ${errorOf(reply).message}`);
  }
  const answers: Record<string, string> = {};
  for (const cql of Object.keys(recorded.answers)) answers[cql] = await answerOf(client, cql);
  await client.query("DROP KEYSPACE refusals");
  return answers;
}

async function answerOf(client: ScriptedClient, cql: string): Promise<string> {
  const prepared = withoutWarnings(await client.ask(opcodes.prepare, prepareBody(cql, client.version)));
  if (prepared.opcode === opcodes.error) return `prepare ${printError(prepared)}`;
  // The kind of the result, the ID, and the flags and the number of the markers.
  const { body } = prepared;
  const id = body.subarray(6, 6 + body.readUInt16BE(4));
  if (body.readInt32BE(6 + id.length + 4) > 0) return "accepted";
  const reply = withoutWarnings(await client.ask(opcodes.execute, executeBody(id, client.version)));
  return reply.opcode === opcodes.error ? `execute ${printError(reply)}` : "accepted";
}

function withoutWarnings(reply: Reply): Reply {
  if ((reply.flags & flags.warnings) === 0) return reply;
  let end = 2;
  for (let count = reply.body.readUInt16BE(0); count > 0; count--) end += 2 + reply.body.readUInt16BE(end);
  return { ...reply, body: reply.body.subarray(end) };
}

function printError(reply: Reply): string {
  const { code, message } = errorOf(reply);
  return `${code.toString(16)} ${message}`;
}
