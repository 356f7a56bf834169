/**
 * REST → keyspace: asks a running service for its table definitions.
 *
 * Knows neither indexes nor descriptions, and some servers always answer 0 as the time to live. @see service-facts 4
 */
import type { Session } from "@colonnade/runtime";
import { routes } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, parseTableDefinition } from "../model/index.ts";
import type { Keyspace, Table } from "../model/index.ts";

/** Tables that are asked for at once. */
const width = 8;

/**
 * Introspects a keyspace by `GET …/tables` and each table of it.
 * @throws {ServiceError} when the service does not answer, or refuses
 * @throws {ColonnadeError} `bad-answer` when what it answers is no definition that we can use
 */
export async function introspectRest(session: Session, keyspace: string): Promise<Keyspace> {
  const operation = `introspect ${keyspace}`;
  const listed = await session.send({ operation, method: "GET", path: routes.tables(keyspace) });
  if (!Array.isArray(listed.json) || !listed.json.every((name) => typeof name === "string")) {
    throw new ColonnadeError(
      "bad-answer",
      `the service's list of tables is no list of names (request ${listed.requestId})`,
      {
        kind: "service",
      },
    );
  }
  const names = [...new Set<string>(listed.json)].sort(byCodeUnits);
  const tables: Table[] = [];
  const problems: Problem[] = [];
  for (let start = 0; start < names.length; start += width) {
    const answers = await Promise.all(
      names
        .slice(start, start + width)
        .map((name) => session.send({ operation, method: "GET", path: routes.table(keyspace, name) })),
    );
    for (const [index, { json }] of answers.entries()) {
      const parsed = parseTableDefinition(json, { unknownMembers: "ignore" });
      const name = names[start + index] ?? "";
      problems.push(...parsed.problems.map(({ code, message }) => ({ code, message: `${name}: ${message}` })));
      if (parsed.table?.name === name) tables.push(parsed.table);
      else if (parsed.table) {
        problems.push({ code: "other-table", message: `${name}: the answer is of ${parsed.table.name}` });
      }
    }
  }
  if (problems.length > 0) {
    const message = `the service's definitions of ${keyspace} cannot be used`;
    const isOfUserType = problems.some(({ code }) => code === "unknown-type");
    const next = "REST tells nothing of user types: tables that have some cannot be introspected this way";
    throw new ColonnadeError("bad-answer", message, { kind: "service", problems, ...(isOfUserType && { next }) });
  }
  return { name: keyspace, tables, userTypes: [] };
}
