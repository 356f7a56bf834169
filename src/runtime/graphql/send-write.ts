/**
 * Sends a write: in a document of its own, or with others if the session batches. Prints its field, and reads what the service
 * says of it. Throws only what `Session.write` declares.
 */
import { OutcomeUnknownError, ProtocolError, ServiceError, ValidationError, outcomeOf } from "../errors/errors.ts";
import { isSafe } from "../operation/checked-write.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { LostWrite, ServiceLink, WriteOperation } from "../operation/operation.ts";
import type { Written } from "../operation/write-options.ts";
import type { Profile } from "../profile/profile.ts";
import { isObject } from "../protocol/objects.ts";
import {
  decodeRow,
  filterOf,
  printLiteral,
  printOptions,
  problemOfRow,
  selectionOf,
  sendDocument,
} from "./document.ts";
import type { Result, WireRow } from "./document.ts";
import { inTermsOfTables } from "./problems.ts";

/** Prints the field of a write in a document. An update that changes parts of values has its own. */
type PrintField = (checked: CheckedWrite) => string;

/** Checks a write and sends it. Not an async function, which would add a promise of its own to every write of a batch. */
export function sendWrite(
  link: ServiceLink,
  operation: WriteOperation,
  print: PrintField = printWrite,
): Promise<Written> {
  try {
    const checked = operation.check(operation, link.profile);
    const field = printField(checked, print);
    return link.addToBatch?.(checked, field) ?? sendAlone(link, checked, field);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

/** Prints the field of a write. @throws {ValidationError} for a value that cannot be printed, such as one that nests too deep */
export function printField(checked: CheckedWrite, print: PrintField): string {
  try {
    return print(checked);
  } catch (cause) {
    throw new ValidationError("in", [], "the value cannot be printed", { ...checked.about, cause });
  }
}

/**
 * The field of a write: `insertProducts(value: {id: "1"}) { applied }`
 *
 * @param more another argument, for an update that changes parts of values: `, changes: {tags: {add: ["red"]}}`
 */
export function printWrite(
  { table, kind, cells, effect, conditions, selected, options }: CheckedWrite,
  more = "",
): string {
  let value = "";
  for (const { apiName, index } of table.members) {
    const cell = cells[index];
    if (cell !== undefined) value += `${value && ", "}${apiName}: ${printLiteral(cell)}`;
  }
  let rest = more;
  if (conditions) rest += `, ifCondition: ${printLiteral(filterOf(conditions))}`;
  else if (effect === "conditional") rest += kind === "insert" ? ", ifNotExists: true" : ", ifExists: true";
  const { consistency, ttl, timestamp } = options;
  rest += printOptions({ consistency, ttl, timestamp: timestamp?.toString() });
  const columns = selected.length > 0 ? ` value { ${selectionOf(selected)} }` : "";
  const action = kind === "increment" ? "update" : kind;
  return `${action}${table.type}(value: {${value}}${rest}) { applied${columns} }`;
}

/** Sends a write in its own document. @param field of the document, as `printWrite` prints it */
export async function sendAlone(link: ServiceLink, checked: CheckedWrite, field: string): Promise<Written> {
  const { about, table, options } = checked;
  const safety = isSafe(checked, link) ? "safe" : "unsafe";
  try {
    const read = (result: Result): Written => readWritten(checked, result, link.profile);
    return await sendDocument(link, { about, table, field, safety, signal: options.signal, read });
  } catch (error) {
    throw failedWrite(link, checked, safety === "safe", error);
  }
}

/** Reads the result of a write. @throws {ProtocolError} if it does not say whether the write was applied */
export function readWritten(
  { about, effect, conditions, selected }: CheckedWrite,
  result: Result,
  { leavesAppliedNull }: Profile,
): Written {
  const isConditional = effect === "conditional";
  const { applied, value } = result;
  if (applied === true || (applied === null && !isConditional && leavesAppliedNull)) return { applied: true };
  if (applied !== false || !isConditional) {
    throw new ProtocolError("the response does not say whether the write was applied", about);
  }
  if (selected.length === 0) return { applied: false, current: null };
  // A condition on columns may have met no row; an insert that was not applied has met one.
  if (value === null && conditions) return { applied: false, current: decodeRow(selected, {}, about) };
  const refused = { ...about, outcome: "refused" } as const;
  const problem = isObject(value) ? problemOfRow(selected, value) : "the response holds no row";
  if (problem !== undefined) throw new ProtocolError(problem, refused);
  return { applied: false, current: decodeRow(selected, value as WireRow, refused) };
}

/** An error thrown by a function given to the session does not reveal the outcome of the write. */
const broken = "a function that the session was given threw an error";

/** The error that the caller of a write gets. @param mayRepeat whether the caller may repeat it, so nobody has to verify it */
export function failedWrite(link: ServiceLink, checked: CheckedWrite, mayRepeat: boolean, thrown: unknown): unknown {
  const { about, table, options } = checked;
  const isExpected = thrown instanceof ServiceError || (options.signal?.aborted && thrown === options.signal.reason);
  const error = isExpected ? inTermsOfTables(thrown, table) : new ProtocolError(broken, { ...about, cause: thrown });
  if (mayRepeat || outcomeOf(error) !== "unknown") return error;
  const lost: LostWrite = { write: checked, page: (selection) => selection.send(link, selection) };
  return new OutcomeUnknownError(error as ServiceError, () => lost);
}
