/** How a row is inserted, changed, added to and deleted: which fields the form has, and what is sent. */
import { get, increment, insert, update } from "@colonnade/runtime";
import type { OpenSession, ServiceError } from "@colonnade/runtime";
import { isCounterTable, primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import { messageOf } from "../message-of.ts";
import { columnsOf } from "./columns-of.ts";
import { deleteRows } from "./delete-rows.ts";
import type { Done } from "./delete-rows.ts";
import { pick } from "./describe-table.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import { emptyDraft, nullDraft, readDrafts } from "./draft.ts";
import type { Draft, Drafts } from "./draft.ts";
import { formatJson } from "./format-json.ts";
import { noWayBack, undoInsert, undoUpdate } from "./undo.ts";
import { isLong, printValue } from "./value-text.ts";

interface ChangeField extends Column {
  readonly isNullable: boolean;
  /** A key cannot be changed. */
  readonly isFixed: boolean;
}

/** `done` is what happened; `refused` are the drafts with their problems, after which nothing was sent. */
type Saved =
  { readonly done: Done; readonly refused?: undefined } | { readonly done?: undefined; readonly refused: Drafts };

export interface Change {
  readonly title: string;
  readonly action: string;
  readonly fields: readonly ChangeField[];
  readonly drafts: Drafts;
  /** Whether a row with the same key may stand in the way. */
  readonly mayOverwrite: boolean;
  /** @throws {ServiceError} if the service refuses it */
  readonly save: (session: OpenSession, drafts: Drafts, options: { readonly overwrites: boolean }) => Promise<Saved>;
  readonly remove: ((session: OpenSession) => Promise<Done>) | undefined;
}

interface Subject {
  readonly table: Table;
  readonly descriptor: TableDescriptor;
  /** Undefined for a new one. */
  readonly row: Row | undefined;
}

type Send = (session: OpenSession, values: Row, options: { readonly overwrites: boolean }) => Promise<Done>;

export function planChange(subject: Subject): Change {
  const { table, row } = subject;
  const key = primaryKey(table);
  const isKey = ({ name }: Column): boolean => key.includes(name);
  const counts = isCounterTable(table);
  const fields = columnsOf(table).map((column): ChangeField => ({
    ...column,
    isNullable: !isKey(column) && !counts,
    isFixed: row !== undefined && isKey(column),
  }));
  const drafts = Object.fromEntries(fields.map((field) => [field.name, draftOf(field, row, counts)]));
  const send = (counts ? sendAmounts : row ? sendUpdate : sendInsert)(subject);
  const save: Change["save"] = async (session, now, options) => {
    // An amount that is left empty is not added; a field that is as it was is not sent.
    const sent = fields.filter(({ name, isFixed, isNullable }) => {
      if (isFixed) return false;
      const draft = now[name] ?? emptyDraft;
      if (!isKey({ name } as Column) && counts) return draft.text.trim() !== "";
      if (row) return draft.text !== drafts[name]?.text || draft.isNull !== drafts[name]?.isNull;
      return !(isNullable && draft.isNull);
    });
    const { values, refused } = readDrafts(now, sent);
    if (refused) return { refused };
    try {
      return { done: await send(session, Object.fromEntries(values), options) };
    } catch (error) {
      const placed = placeProblem(error, now);
      if (placed) return { refused: placed };
      throw error;
    }
  };
  return {
    title: counts ? "Add to counters" : row ? "Edit row" : "Insert row",
    action: counts ? "Add" : row ? "Save changes" : "Insert row",
    fields,
    drafts,
    mayOverwrite: !row && !counts,
    save,
    remove: row && ((session) => deleteRows(session, subject, [row])),
  };
}

/** Longer JSON is formatted, so that it does not break within a word. */
const longestLine = 36;

function draftOf({ name, type, isNullable, isFixed }: ChangeField, row: Row | undefined, counts: boolean): Draft {
  const value = row?.[name];
  if (counts && !isFixed) return emptyDraft;
  if (value === null || value === undefined) return isNullable ? nullDraft : emptyDraft;
  const text = printValue(type, value);
  const isFormatted = isLong(type) && text.length > longestLine;
  return { text: (isFormatted ? formatJson(text) : undefined) ?? text, isNull: false };
}

function sendInsert({ table, descriptor }: Subject): Send {
  return async (session, values, { overwrites }) => {
    const { applied } = await insert(session, descriptor, values, { ifNotExists: !overwrites });
    if (!applied) throw new Error("a row with this key exists already");
    const undo = overwrites ? { reason: "an older row may have been overwritten" } : undoInsert(table, values);
    return { message: "Row inserted.", undo };
  };
}

function sendUpdate({ table, descriptor, row = {} }: Subject): Send {
  return async (session, values) => {
    const names = Object.keys(values);
    if (names.length === 0) return { message: "Nothing was changed." };
    // Static values belong to the partition: with the key of a row, the database refuses to write them alone.
    const isStatic = table.columns.every(({ name, kind }) => !names.includes(name) || kind === "static");
    const key = pick(row, isStatic ? table.partitionKey : primaryKey(table));
    // The page may show an older row.
    const before = await get(session, descriptor, pick(row, primaryKey(table)));
    const { applied } = await update(session, descriptor, { ...key, ...values }, { ifExists: !isStatic });
    if (!applied) throw new Error("the row no longer exists");
    return { message: "Row changed.", undo: before && undoUpdate(table, before, values) };
  };
}

function sendAmounts({ table, descriptor, row = {} }: Subject): Send {
  return async (session, values) => {
    const key = primaryKey(table);
    const amounts = Object.fromEntries(Object.entries(values).filter(([name]) => !key.includes(name)));
    if (Object.keys(amounts).length === 0) return { message: "Nothing was added." };
    await increment(session, descriptor, pick({ ...row, ...values }, key), amounts);
    return { message: "Counters changed.", undo: { reason: noWayBack(table) ?? "" } };
  };
}

/** The drafts with the problem at the field that an error names, if it names one. */
function placeProblem(error: unknown, drafts: Drafts): Drafts | undefined {
  const { code, path = [] } = error as Partial<ServiceError & { readonly path: readonly unknown[] }>;
  const name = String(path[0]);
  const draft = drafts[name];
  if (code !== "validation" || !draft) return undefined;
  return { ...drafts, [name]: { ...draft, problem: messageOf(error) } };
}
