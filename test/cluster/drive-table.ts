/** What an app does with a table: calls of its generated functions, with random rows. */
import fc from "fast-check";
import type { Rows, ServiceError, Session } from "@colonnade/runtime";
import type { Value } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../src/model/index.ts";
import type { MemberPlan, Plan, TablePlan } from "../../src/plan/index.ts";
import type { Exports } from "../emit/import-emitted.ts";
import { long } from "../support/long.ts";
import { arbitraryValue } from "../support/values.ts";

type Row = Readonly<Record<string, unknown>>;
type Call = (session: Session, ...args: readonly unknown[]) => unknown;

/** Each call in words, with what it gave or how it failed. */
export type Answers = readonly (readonly [call: string, answer: unknown])[];

/** Partitions of a table, each with its rows. */
export type TableRows = readonly (readonly Row[])[];

/** Rows of two partitions, all columns in use: the same for each session that is compared. */
export function rowsFor({ partitionKey, clusteringKey, statics, members, table }: TablePlan, plan: Plan): TableRows {
  const record = (list: readonly MemberPlan[], isNullable: boolean): fc.Arbitrary<Row> =>
    fc.record(
      Object.fromEntries(
        list.map(({ name, column }): [string, fc.Arbitrary<unknown>] => {
          const isIndexed = table.indexes.some((index) => index.column === column.name);
          const some = isIndexed && column.type.kind === "vector" ? shortVector(column.type.dimensions) : undefined;
          const value = (some ?? arbitraryValue(column.type)).map((value) => memberForm(plan, column.type, value));
          return [name, isNullable ? fc.option(value, { freq: 6 }) : value];
        }),
      ),
    );
  const key = [...partitionKey, ...clusteringKey];
  const rest = members.filter((member) => !key.includes(member) && !statics.includes(member));
  const count = clusteringKey.length > 0 ? 3 : 1;
  const rows = fc.array(fc.tuple(record(clusteringKey, false), record(rest, true)), {
    minLength: count,
    maxLength: count,
  });
  const partition = fc.tuple(record(partitionKey, false), record(statics, true), rows);
  const partitions = fc.sample(partition, { numRuns: 2, ...(!long && { seed: 7 }) });
  return partitions.map(([key, shared, list]) =>
    list.map(([clustering, others]) => ({ ...key, ...clustering, ...shared, ...others })),
  );
}

/** An index of vectors refuses those that have no direction, or no length that a float can hold. */
function shortVector(dimensions: number): fc.Arbitrary<Value> {
  const component = fc.float({ min: Math.fround(0.01), max: 1, noNaN: true });
  return fc.array(component, { minLength: dimensions, maxLength: dimensions });
}

/** A value as TypeScript has it: fields of user types have the names of members. */
function memberForm(plan: Plan, type: CqlType, value: Value | null): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case "list":
    case "set":
    case "vector":
      return (value as readonly Value[]).map((item) => memberForm(plan, type.item, item));
    case "map": {
      const entries = [...(value as ReadonlyMap<Value, Value>)];
      return new Map(
        entries.map(([key, held]) => [memberForm(plan, type.key, key), memberForm(plan, type.value, held)]),
      );
    }
    case "tuple":
      return type.items.map((item, index) =>
        memberForm(plan, item, (value as readonly (Value | null)[])[index] ?? null),
      );
    case "user": {
      const { fields = [] } = plan.userTypes.find((one) => one.type.name === type.type.name) ?? {};
      const record = value as Readonly<Record<string, Value | null>>;
      return Object.fromEntries(
        fields.map(({ field, name }) => [name, memberForm(plan, field.type, record[field.name] ?? null)]),
      );
    }
    default:
      return value;
  }
}

/** Writes, reads, pages, changes and deletes the rows. Afterwards some are left. */
export async function driveTable(
  session: Session,
  exported: Exports,
  table: TablePlan,
  partitions: TableRows,
): Promise<Answers> {
  const { names, partitionKey, clusteringKey, statics, members, counts } = table;
  const answers: [string, unknown][] = [];
  const call = async (title: string, name: string, ...args: readonly unknown[]): Promise<void> => {
    answers.push([title, await answerOf(() => (exported[name] as Call)(session, ...args))]);
  };
  const pick = (list: readonly MemberPlan[]) => (row: Row) =>
    Object.fromEntries(list.map(({ name }) => [name, row[name]]));
  const keyMembers = [...partitionKey, ...clusteringKey];
  const [keyOf, staticsOf] = [pick(keyMembers), pick(statics)];
  const whereOf = (list: readonly MemberPlan[], row: Row): object =>
    Object.fromEntries(list.map(({ name }) => [name, exactly(row[name])]));
  const others = members.filter((member) => !keyMembers.includes(member) && !statics.includes(member));
  const othersOf = pick(others);
  const rows = partitions.flat();
  const [first = {}, second = {}] = rows;
  const last = rows.at(-1) ?? {};

  async function readParts(when: string): Promise<void> {
    for (const [row = {}] of partitions) {
      await call(`find ${when}`, names.findFunction, whereOf(partitionKey, row), { pageSize: 2 });
    }
    await call(`scan ${when}`, names.scanFunction, { pageSize: 3 });
  }

  async function readEach(): Promise<void> {
    for (const row of rows) await call("get", names.getFunction, keyOf(row));
    if (clusteringKey.length === 0) return;
    for (const order of ["asc", "desc"]) {
      await call(`find ${order}`, names.findFunction, whereOf(partitionKey, first), { pageSize: 2, order });
    }
    const part = keyMembers.slice(0, partitionKey.length + 1);
    await call("find a part", names.findFunction, whereOf(part, first));
  }

  if (counts) {
    for (const [index, row] of rows.entries()) {
      const amounts = Object.fromEntries(others.map(({ name }, place) => [name, BigInt(index - place)]));
      await call("increment", names.incrementFunction, keyOf(row), amounts);
      await call("increment again", names.incrementFunction, keyOf(row), amounts);
    }
    await readEach();
    await readParts("after increments");
    await call("delete", names.deleteFunction, keyOf(first));
    await readParts("after a delete");
    return answers;
  }
  for (const [index, row] of rows.entries()) {
    await call("insert", names.insertFunction, row, index % 2 === 0 ? {} : { ifNotExists: true });
  }
  await readEach();
  await readParts("after inserts");
  await call("insert if not exists", names.insertFunction, { ...last, ...keyOf(first) }, { ifNotExists: true });
  await call("update", names.updateFunction, { ...keyOf(first), ...othersOf(last) });
  await call("update if exists", names.updateFunction, { ...keyOf(second), ...othersOf(first) }, { ifExists: true });
  const compared = others.filter(({ column }) => column.type.kind === "native");
  for (const [index, { name, column }] of compared.entries()) {
    const test = { [name]: (index % 2 === 0 ? last : second)[name] };
    await call(`update if ${column.name}`, names.updateFunction, { ...keyOf(last), [name]: first[name] }, { if: test });
  }
  if (statics.length > 0) {
    await call("update statics", names.updateFunction, { ...pick(partitionKey)(first), ...staticsOf(last) });
    for (const [row = {}] of partitions) await call("get statics", names.getStaticFunction, pick(partitionKey)(row));
  }
  await readParts("after updates");
  await call("delete", names.deleteFunction, keyOf(first));
  await call("delete if exists", names.deleteFunction, keyOf(last), { ifExists: true });
  await call("delete if exists again", names.deleteFunction, keyOf(last), { ifExists: true });
  await readParts("after deletes");
  return answers;
}

/** A value of a user type could be mistaken for operators. */
function exactly(value: unknown): unknown {
  return Object.getPrototypeOf(value) === Object.prototype ? { eq: value } : value;
}

async function answerOf(act: () => unknown): Promise<unknown> {
  try {
    const answer = await act();
    return answer !== null && typeof answer === "object" && "pages" in answer
      ? await pagesOf(answer as Rows<object>)
      : answer;
  } catch (thrown) {
    const { name, code, outcome, message } = thrown as ServiceError;
    return { name, code, outcome, message: message.replace(/ \(request [^)]*\)$/, "") };
  }
}

async function pagesOf(rows: Rows<object>): Promise<unknown> {
  const pages: object[][] = [];
  for await (const page of rows.pages()) if (page.rows.length > 0) pages.push(page.rows);
  return pages;
}
