/**
 * What the compiler lets callers write: each `@ts-expect-error` stands before a line that the database, the service or the
 * runtime would refuse, and would itself be an error if the line compiled.
 */
import { describe, expect, it, test } from "vitest";
import type { Session } from "@colonnade/runtime";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { TableDefinition } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { answeringSession } from "../support/answering-session.ts";
import { compile } from "../support/compile.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { importEmitted } from "./import-emitted.ts";

const userTypes = userTypesOf([
  {
    name: "address",
    fields: [
      { name: "street", typeDefinition: "text" },
      { name: "zip_code", typeDefinition: "int" },
    ],
  },
]);
const table = (
  name: string,
  columns: Readonly<Record<string, string>>,
  partitionKey: readonly string[],
  clusteringKey: readonly string[] = [],
  indexes: TableDefinition["indexes"] = [],
) =>
  tableOf(
    {
      name,
      columnDefinitions: Object.entries(columns).map(([column, type]) => ({
        name: column,
        typeDefinition: type.replace(" static", ""),
        static: type.endsWith(" static"),
      })),
      primaryKey: { partitionKey, clusteringKey },
      indexes,
    },
    { userTypes },
  );

const plan = planKeyspace(
  {
    name: "shop",
    userTypes: [...userTypes.values()],
    tables: [
      table("products", { id: "uuid", name: "text", price: "decimal" }, ["id"]),
      table("orders", { id: "uuid", product_id: "uuid", total: "decimal" }, ["id"]),
      table(
        "readings",
        {
          sensor: "uuid",
          at: "timestamp",
          id: "int",
          owner: "text static",
          tags: "set<text> static",
          value: "double",
          note: "text",
        },
        ["sensor"],
        ["at", "id"],
      ),
      table("places", { id: "smallint" }, ["id"]),
      // Keys of types that have no branded ids.
      table("hits", { page: "inet", views: "counter" }, ["page"]),
      table("tallies", { page: "text", day: "date", all: "counter static", up: "counter" }, ["page"], ["day"]),
      table("votes", { page: "text", day: "date", up: "counter", down: "counter" }, ["page"], ["day"]),
      table(
        "people",
        {
          id: "smallint",
          tags: "set<text>",
          lines: "frozen<list<text>>",
          scores: "map<text, int>",
          pair: "tuple<int, text>",
          place: "vector<float, 3>",
          home: "address",
          photo: "blob",
          rest: "duration",
        },
        ["id"],
      ),
      table(
        "docs",
        {
          tenant: "text",
          id: "int",
          title: "text",
          lang: "text",
          year: "int",
          near: "vector<float, 3>",
          labels: "set<text>",
        },
        ["tenant"],
        ["id"],
        [
          { column: "title" },
          ...["lang", "year", "near", "labels"].map((column) => ({ column, using: "sai" as const })),
        ],
      ),
      table(
        "pairs",
        { a: "int", b: "int", at: "int", line: "int", log: "list<text>", name: "text", near: "vector<float, 3>" },
        ["a", "b"],
        ["at", "line"],
        [{ column: "name" }, { column: "line" }, { column: "near", using: "sai" }],
      ),
    ],
  },
  { brandedIds: true, columns: { "orders.product_id": { idOf: "products" } } },
);

const head = `
import { createSession } from "@colonnade/runtime";
import { add, append, entryIs, fieldIs, itemIs, prepend, put, remove, removeAt, removeKeys, setAt, setFields } from "@colonnade/runtime/changes";
import { memoryTokenStore } from "@colonnade/runtime/token-stores";
import type { Applied, NotApplied, Session, UpdateOptions } from "@colonnade/runtime";
import {
  deleteHits, deleteReadings, getProducts, getReadings, getReadingsStatic, incrementHits, incrementTallies, incrementVotes, insertOrders, insertPeople,
  insertProducts, insertReadings, scanReadings, deletePeople, deletePlaces, findReadings, updateOrders, updatePeople, updateProducts, updateReadings, deleteVotes, findOrders, findProducts,
  countAllReadings, countReadings, deleteReadingsWhere, deleteVotesWhere, findDocsWithLabels, findDocsWithLang, findDocsWithTitle,
  findDocsWithYear, findPairsWithLine, findPairsWithName, getPeople, nearestDocsByNear, nearestPairsByNear,
  partitionsOfReadings, scanPeople, updatePairs,
} from "./index.js";
import type { OrdersId, PeopleRow, ProductsId, ProductsRow, ReadingsIf, ReadingsRow, ReadingsTypes, ReadingsUpdate } from "./index.js";
import * as all from "./index.js";

declare const session: Session;
declare const productId: ProductsId;
declare const orderId: OrdersId;
declare const readonlyTexts: readonly string[];
declare const texts: string[];
declare const columns: (keyof ReadingsRow)[];
const at = new Date(0);
const sensor = "s";
const key = { sensor, at, id: 1 };
const same = <T>(_value: T): void => undefined;
export async function use(): Promise<void> {
`;

/** Each by what it is about; every line compiles, but for those behind a comment. */
const chapters: Readonly<Record<string, string>> = {
  "the key is whole, and never null": `
    await insertReadings(session, key);
    await insertReadings(session, { ...key, value: 1, note: null, owner: undefined });
    // @ts-expect-error a key column is missing
    await insertReadings(session, { sensor, at });
    // @ts-expect-error null in a key
    await insertReadings(session, { ...key, id: null });
    // @ts-expect-error undefined in a key
    await insertReadings(session, { ...key, id: undefined });
    // @ts-expect-error static columns alone are written by an update
    await insertReadings(session, { sensor, owner: "me" });
    // @ts-expect-error a key column is missing
    await deleteReadings(session, { sensor, at });
    // @ts-expect-error a key column is missing
    await getReadings(session, { sensor, at });
    // @ts-expect-error a key is no filter
    await getReadings(session, { ...key, id: { in: [1] } });
  `,
  "a column is one of the table's, with a value of its type": `
    await updateReadings(session, { ...key, value: 1.5 });
    // @ts-expect-error no such column
    await insertReadings(session, { ...key, valeu: 1 });
    // @ts-expect-error another type
    await insertReadings(session, { ...key, value: "1" });
    // @ts-expect-error another type
    await insertReadings(session, { ...key, value: 1n });
    // @ts-expect-error a date is no text
    await insertReadings(session, { ...key, at: "2020-07-31T00:00:00.000Z" });
    // @ts-expect-error no such column
    await updateReadings(session, { ...key, nothing: 1 });
    // @ts-expect-error no such option
    await insertReadings(session, key, { ifNotExist: true });
    // @ts-expect-error seconds are a number
    await insertReadings(session, key, { ttl: "60" });
    // @ts-expect-error deleting takes no time to live
    await deleteReadings(session, key, { ttl: 60 });
  `,
  "static columns go by the partition key alone": `
    await updateReadings(session, { sensor, owner: "me" });
    await updateReadings(session, { sensor, tags: texts });
    await updateReadings(session, { ...key, owner: "me", value: 1 });
    await getReadingsStatic(session, { sensor });
    // @ts-expect-error a regular column needs the whole key
    await updateReadings(session, { sensor, value: 1 });
    // @ts-expect-error a static update has no clustering column
    await updateReadings(session, { sensor, at, owner: "me" });
    // @ts-expect-error nor null in its place
    await updateReadings(session, { sensor, at: null, owner: "me" });
    // @ts-expect-error nor a regular column beside it
    await updateReadings(session, { sensor, owner: "me", note: "n" });
    // @ts-expect-error the partition key is needed
    await updateReadings(session, { owner: "me" });
    // @ts-expect-error what is static belongs to a partition, not to a row
    await getReadingsStatic(session, { sensor, at });
    const update: ReadingsUpdate = { sensor, owner: "me" };
    await updateReadings(session, update);
    await updateReadings(session, { ...key, owner: "me" }, { if: { value: 1 } });
    // @ts-expect-error with a regular column in the condition it needs the whole key
    await updateReadings(session, { sensor, owner: "me" }, { if: { value: 1 } });
    // @ts-expect-error beside a static one too
    await updateReadings(session, { sensor, owner: "me" }, { if: { owner: "you", value: 1 } });
  `,
  "counters are counted, never set": `
    same<Promise<Applied>>(incrementHits(session, { page: "/" }, { views: 1n }));
    await incrementVotes(session, { page: "/", day: "2026-11-21" }, { up: 1n });
    await incrementVotes(session, { page: "/", day: "2026-11-21" }, { up: -1n, down: undefined });
    same<Promise<Applied>>(deleteHits(session, { page: "/" }));
    await deleteVotes(session, { page: "/", day: "2026-11-21" }, { consistency: "ALL" });
    // @ts-expect-error a table that counts takes no insert
    all.insertHits;
    // @ts-expect-error nor an update
    all.updateHits;
    await incrementTallies(session, { page: "/" }, { all: 1n });
    await incrementTallies(session, { page: "/", day: "2026-11-21" }, { all: 1n });
    await incrementTallies(session, { page: "/", day: "2026-11-21" }, { all: 1n, up: 1n });
    // @ts-expect-error a counter of a row needs the whole key
    await incrementTallies(session, { page: "/" }, { up: 1n });
    // @ts-expect-error beside a static one too
    await incrementTallies(session, { page: "/" }, { all: 1n, up: 1n });
    // @ts-expect-error no such counter
    await incrementTallies(session, { page: "/" }, { all: 1n, sideways: 1n });
    // @ts-expect-error no such key
    await incrementTallies(session, { page: "/", dya: "2026-11-21" }, { all: 1n });
    // @ts-expect-error an increment of nothing
    await incrementHits(session, { page: "/" }, {});
    // @ts-expect-error the only counter
    await incrementHits(session, { page: "/" }, { views: undefined });
    // @ts-expect-error a number is no bigint
    await incrementHits(session, { page: "/" }, { views: 1 });
    // @ts-expect-error a counter is never null
    await incrementVotes(session, { page: "/", day: "2026-11-21" }, { up: null });
    // @ts-expect-error no such counter
    await incrementVotes(session, { page: "/", day: "2026-11-21" }, { sideways: 1n });
    // @ts-expect-error a key column is missing
    await incrementVotes(session, { page: "/" }, { up: 1n });
    // @ts-expect-error counters have no time to live
    await incrementHits(session, { page: "/" }, { views: 1n }, { ttl: 60 });
    // @ts-expect-error counters know no conditions
    await deleteHits(session, { page: "/" }, { if: { views: { eq: 1n } } });
    // @ts-expect-error not even this one
    await deleteHits(session, { page: "/" }, { ifExists: true });
  `,
  "a result says what stood in the way only when something could": `
    same<Applied>(await insertReadings(session, key));
    same<true>((await updateReadings(session, { ...key, value: 1 })).applied);
    same<Applied | NotApplied<ReadingsRow>>(await insertReadings(session, key, { ifNotExists: true }));
    const updated = await updateReadings(session, { ...key, value: 1 }, { if: { value: { gt: 0 }, owner: { eq: null } } });
    if (!updated.applied) same<number | null | undefined>(updated.current.value);
    const options: UpdateOptions<ReadingsTypes> = { if: { value: 1 } };
    const unknown = await updateReadings(session, { ...key, value: 1 }, options);
    if (!unknown.applied) same<string | null | undefined>(unknown.current.note);
    const condition: ReadingsIf = { value: 1 };
    const asked = await deleteReadings(session, key, { if: condition });
    if (!asked.applied) same<readonly string[] | undefined>(asked.current.tags);
    const deleted = await deleteReadings(session, key, { ifExists: true });
    if (!deleted.applied) same<null>(deleted.current);
    // @ts-expect-error an unconditional insert is always applied
    (await insertReadings(session, key)).current;
    // @ts-expect-error an unconditional update is always applied
    (await updateReadings(session, { ...key, value: 1 })).current;
    // @ts-expect-error an unconditional deletion is always applied
    (await deleteReadings(session, key)).current;
    // @ts-expect-error it may have been applied
    (await insertReadings(session, key, { ifNotExists: true })).current;
    // @ts-expect-error only the columns that were asked for come back
    if (!updated.applied) updated.current.note;
    // @ts-expect-error that it does not exist is all there is to know
    if (!deleted.applied) deleted.current.value;
  `,
  "conditions are on columns outside the key, by values of theirs": `
    await updateReadings(session, { ...key, value: 1 }, { if: { note: { in: ["a", null] } }, ttl: 60 });
    await updateReadings(session, { sensor, owner: "me" }, { if: { owner: { notEq: "you" } } });
    await deleteReadings(session, key, { if: { value: { lte: 1, gte: 0 } } });
    // @ts-expect-error a key column
    await updateReadings(session, { ...key, value: 1 }, { if: { sensor: { eq: "s" } } });
    // @ts-expect-error a clustering column
    await deleteReadings(session, key, { if: { at: { eq: at } } });
    // @ts-expect-error no such column
    await updateReadings(session, { ...key, value: 1 }, { if: { valeu: { eq: 1 } } });
    // @ts-expect-error another type
    await updateReadings(session, { ...key, value: 1 }, { if: { value: { eq: "1" } } });
    // @ts-expect-error null is neither less nor more
    await updateReadings(session, { ...key, value: 1 }, { if: { value: { lt: null } } });
    // @ts-expect-error no such operator
    await updateReadings(session, { ...key, value: 1 }, { if: { value: { like: 1 } } });
    const values: ReadingsIf = { value: 1, note: null, tags: texts };
    await updateReadings(session, { ...key, value: 1 }, { if: values });
    await updateReadings(session, { ...key, value: 1 }, { if: { value: 1, note: null, owner: { in: ["me", null] } } });
    // @ts-expect-error another type
    await updateReadings(session, { ...key, value: 1 }, { if: { value: "1" } });
    // @ts-expect-error undefined is no null
    await updateReadings(session, { ...key, value: 1 }, { if: { value: undefined } });
    // @ts-expect-error no such column beside one that there is
    await deleteReadings(session, key, { if: { value: 1, valeu: 1 } });
    await deletePeople(session, { id: 1 }, { if: { home: null, pair: [1, "a"], place: [1, 2, 3], photo: new Uint8Array() } });
    await deletePeople(session, { id: 1 }, { if: { home: { eq: { street: null, zipCode: 1 } } } });
    await deletePeople(session, { id: 1 }, { if: { home: { street: null, zipCode: 1 } } });
    // @ts-expect-error a user type has all its fields
    await deletePeople(session, { id: 1 }, { if: { home: { street: null } } });
    await deletePeople(session, { id: 1 }, { if: { rest: "1d", home: { notEq: null, gt: { street: null, zipCode: 1 } } } });
    await deletePeople(session, { id: 1 }, { if: { rest: { notEq: "1d", in: ["1d", null] } } });
    // @ts-expect-error durations have no order
    await deletePeople(session, { id: 1 }, { if: { rest: { gt: "1d" } } });
    await deleteReadings(session, key, { ifExists: true as boolean });
    // @ts-expect-error the database takes one of the two
    await deleteReadings(session, key, { if: { value: 1 }, ifExists: true });
    // @ts-expect-error in the other order too
    await updateReadings(session, { ...key, value: 1 }, { ifExists: true, if: { value: 1 } });
    await deletePlaces(session, { id: 1 }, { ifExists: true });
    // @ts-expect-error there is no column outside the key
    await deletePlaces(session, { id: 1 }, { if: { name: "here" } });
    // @ts-expect-error insert has no condition but one
    await insertReadings(session, key, { if: { value: { eq: 1 } } });
    // @ts-expect-error a misspelled condition is none
    await updateReadings(session, { ...key, value: 1 }, { ifExist: true });
  `,
  "a read names at least one column, a range one bound, and an order of the first clustering column": `
    scanReadings(session, { select: columns });
    same<Promise<readonly { readonly value: number | null }[]>>(scanReadings(session, { select: ["value"] }).toArray());
    findReadings(session, { sensor, at: { lt: at } }, { order: "desc" });
    findReadings(session, { sensor, at: { gt: at, lte: at } }, { order: "asc" });
    findReadings(session, { sensor: { in: [sensor] } }, { order: "asc", select: ["value"] });
    findReadings(session, { sensor, at: { in: [at] } }, { order: "desc" });
    // @ts-expect-error several partitions cannot be read in pages against the declared order
    findReadings(session, { sensor: { in: [sensor] } }, { order: "desc" });
    // @ts-expect-error an order that may be that one
    findReadings(session, { sensor: { in: [sensor] } }, { order: "asc" as "asc" | "desc" });
    // @ts-expect-error no column
    scanReadings(session, { select: [] });
    // @ts-expect-error no column
    await getReadings(session, key, { select: [] });
    // @ts-expect-error a range of everything
    findReadings(session, { sensor, at: {} });
    // @ts-expect-error two bounds on one side
    findReadings(session, { sensor, at: { lt: at, lte: at } });
    // @ts-expect-error no such order
    findReadings(session, { sensor }, { order: "reversed" });
    // @ts-expect-error a table without a clustering key has no order
    findProducts(session, { id: productId }, { order: "asc" });
  `,
  "a session has credentials or a token": `
    const url = "https://db.example.com", credentials = { username: "a", password: "b" };
    createSession({ url, credentials, tokenStore: memoryTokenStore() });
    createSession({ url, token: async () => "t" });
    // @ts-expect-error neither
    createSession({ url });
    // @ts-expect-error both
    createSession({ url, credentials, token: "t" });
    // @ts-expect-error who brings a token keeps it
    createSession({ url, token: "t", tokenStore: memoryTokenStore() });
  `,
  "ids are of one table": `
    const product: ProductsRow | undefined = await getProducts(session, { id: productId });
    await insertOrders(session, { id: orderId, productId });
    await updateProducts(session, { id: productId, price: "1" });
    if (product) await updateOrders(session, { id: orderId, productId: product.id });
    findProducts(session, { id: { in: [productId] } });
    same<string>(productId);
    // @ts-expect-error any text
    await getProducts(session, { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" });
    // @ts-expect-error the id of an order
    await getProducts(session, { id: orderId });
    // @ts-expect-error the id of an order in the place of a product's
    await insertOrders(session, { id: orderId, productId: orderId });
    // @ts-expect-error the other way round
    await insertOrders(session, { id: productId });
    // @ts-expect-error in a filter too
    findOrders(session, { id: productId });
    // @ts-expect-error and in a list of a filter
    findOrders(session, { id: { in: [productId] } });
    // @ts-expect-error in a condition too
    await updateOrders(session, { id: orderId, total: "1" }, { if: { productId: { eq: orderId } } });
  `,
  "several rows are deleted by a where of the key": `
    await deleteReadingsWhere(session, { sensor });
    await deleteReadingsWhere(session, { sensor, at: { lt: at } }, { timestamp: 1n });
    await deleteReadingsWhere(session, { sensor: { in: [sensor] }, at, id: { in: [1] } });
    await deleteVotesWhere(session, { page: "p", day: { gte: "2020-01-01" } });
    same<boolean>((await deleteReadingsWhere(session, { sensor })).applied);
    // @ts-expect-error never a whole table
    await deleteReadingsWhere(session, {});
    // @ts-expect-error nor one by nothing at all
    await deleteReadingsWhere(session);
    // @ts-expect-error a gap
    await deleteReadingsWhere(session, { sensor, id: 1 });
    // @ts-expect-error nothing follows a range
    await deleteReadingsWhere(session, { sensor, at: { gt: at }, id: 1 });
    // @ts-expect-error a range of partitions
    await deleteReadingsWhere(session, { sensor: { gt: sensor } });
    // @ts-expect-error a column outside the key
    await deleteReadingsWhere(session, { sensor, value: 1 });
    // @ts-expect-error no condition
    await deleteReadingsWhere(session, { sensor }, { ifExists: true });
    // @ts-expect-error counters have no time
    await deleteVotesWhere(session, { page: "p" }, { timestamp: 1n });
    // @ts-expect-error a partition of one row
    await all.deletePeopleWhere(session, { id: 1 });
  `,
  "an update changes parts of what is not frozen": `
    await updatePeople(session, { id: 1, tags: add(["a"]), scores: put({ a: 1 }), home: setFields({ street: "Elm" }) });
    await updatePeople(session, { id: 1, tags: [add(["a"]), remove(["b"])], scores: removeKeys(["a"]) });
    await updatePeople(session, { id: 1, tags: ["a"], scores: put(new Map([["a", 1]])), home: setFields({ zipCode: null }) });
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, log: append(["x"]) });
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, log: [setAt(0, "x"), removeAt(1), prepend(["y"])] });
    await updateReadings(session, { sensor, tags: add(["a"]) });
    await updateReadings(session, { ...key, tags: remove(["a"]), value: 1 });
    // @ts-expect-error an insert is of whole values
    await insertPeople(session, { id: 1, tags: add(["a"]) });
    // @ts-expect-error of a frozen list nothing is changed
    await updatePeople(session, { id: 1, lines: append(["a"]) });
    // @ts-expect-error an item of another type
    await updatePeople(session, { id: 1, tags: add([1]) });
    // @ts-expect-error a set has no end
    await updatePeople(session, { id: 1, tags: append(["a"]) });
    // @ts-expect-error a list has no add
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, log: add(["x"]) });
    // @ts-expect-error a value of another type
    await updatePeople(session, { id: 1, scores: put({ a: "1" }) });
    // @ts-expect-error a key of another type
    await updatePeople(session, { id: 1, scores: removeKeys([1]) });
    // @ts-expect-error no such field
    await updatePeople(session, { id: 1, home: setFields({ town: "K" }) });
    // @ts-expect-error a field of another type
    await updatePeople(session, { id: 1, home: setFields({ street: 1 }) });
    // @ts-expect-error a column of another kind
    await updatePeople(session, { id: 1, photo: add(["a"]) });
    // @ts-expect-error an item at an index of another type
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, log: setAt(0, 1) });
  `,
  "conditions are on parts of what is not frozen": `
    await updatePeople(session, { id: 1, photo: null }, { if: { scores: entryIs("a", { gt: 1 }) } });
    await updatePeople(session, { id: 1, photo: null }, { if: { home: fieldIs("street", "Elm"), tags: ["a"] } });
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, name: "x" }, { if: { log: itemIs(0, "x") } });
    const isOne = entryIs("a", 1), isElm = fieldIs("street", { in: ["Elm", null] });
    await updatePeople(session, { id: 1, photo: null }, { if: { scores: [isOne, entryIs("b", null)], home: isElm } });
    // @ts-expect-error a set has no part to compare
    await updatePeople(session, { id: 1, photo: null }, { if: { tags: itemIs(0, "a") } });
    // @ts-expect-error nor has a frozen list
    await updatePeople(session, { id: 1, photo: null }, { if: { lines: itemIs(0, "a") } });
    // @ts-expect-error a key of another type
    await updatePeople(session, { id: 1, photo: null }, { if: { scores: entryIs(1, 1) } });
    // @ts-expect-error an item of another type
    await updatePairs(session, { a: 1, b: 1, at: 1, line: 1, name: "x" }, { if: { log: itemIs(0, 1) } });
    // @ts-expect-error no such field
    await updatePeople(session, { id: 1, photo: null }, { if: { home: fieldIs("town", "K") } });
  `,
  "an index is asked within a partition, or of the whole table": `
    findDocsWithTitle(session, { title: "a" });
    findDocsWithTitle(session, { title: "a", tenant: "t" });
    findDocsWithTitle(session, { title: "a", tenant: "t", id: { gt: 1 } });
    findPairsWithName(session, { name: "a", a: 1, b: 1, at: 1, line: { in: [1] } });
    findPairsWithLine(session, { line: 1 });
    findPairsWithLine(session, { line: 1, a: 1, b: 1 });
    // @ts-expect-error a prefix without its partition
    findDocsWithTitle(session, { title: "a", id: 1 });
    // @ts-expect-error several partitions
    findDocsWithTitle(session, { title: "a", tenant: { in: ["t"] } });
    // @ts-expect-error without its own column
    findDocsWithTitle(session, { tenant: "t" });
    // @ts-expect-error a part of the partition key
    findPairsWithName(session, { name: "a", a: 1 });
    // @ts-expect-error a gap
    findPairsWithName(session, { name: "a", a: 1, b: 1, line: 1 });
    // @ts-expect-error nothing follows a range
    findPairsWithName(session, { name: "a", a: 1, b: 1, at: { gt: 1 }, line: 1 });
    // @ts-expect-error a part of the partition key
    findPairsWithLine(session, { line: 1, a: 1 });
  `,
  "storage-attached indexes work together, others alone": `
    findDocsWithLang(session, { lang: "en", year: { gte: 2020 }, labels: { contains: "a" } });
    findDocsWithLabels(session, { labels: { contains: "a" }, lang: "en", tenant: "t" });
    // @ts-expect-error an index of text knows no ranges
    findDocsWithYear(session, { year: 1, lang: { gt: "a" } });
    // @ts-expect-error the other index is of another kind
    findDocsWithLang(session, { lang: "en", title: "a" });
    // @ts-expect-error this index is of another kind
    findDocsWithTitle(session, { title: "a", lang: "en" });
    // @ts-expect-error a column without an index
    findPairsWithName(session, { name: "a", log: ["x"] });
  `,
  "neighbors are searched in a partition, and by other indexes": `
    const [near] = await nearestDocsByNear(session, [1, 2, 3], { limit: 5, select: ["title"] });
    same<number | undefined>(near?.similarity);
    same<string | null | undefined>(near?.title);
    await nearestDocsByNear(session, [1, 2, 3], { limit: 5, where: { lang: "en", tenant: "t", year: { lt: 2020 } } });
    await nearestPairsByNear(session, [1, 2, 3], { limit: 5, where: { a: 1, b: 1 } });
    // @ts-expect-error no limit
    await nearestDocsByNear(session, [1, 2, 3], {});
    // @ts-expect-error a column that was not selected
    near?.lang;
    // @ts-expect-error an index of another kind
    await nearestDocsByNear(session, [1, 2, 3], { limit: 5, where: { title: "a" } });
    await nearestDocsByNear(session, [1, 2, 3], { limit: 5, where: { tenant: "t", id: { gt: 1 } } });
    // @ts-expect-error a clustering column without its partition
    await nearestDocsByNear(session, [1, 2, 3], { limit: 5, where: { id: 1 } });
    // @ts-expect-error a part of the partition key
    await nearestPairsByNear(session, [1, 2, 3], { limit: 5, where: { a: 1 } });
    // @ts-expect-error pages are not for neighbors
    await nearestDocsByNear(session, [1, 2, 3], { limit: 5, pageSize: 5 });
  `,
  "rows are counted by a where, tables without one": `
    same<bigint>(await countReadings(session, { sensor, at: { gt: at } }));
    same<bigint>(await countAllReadings(session, { part: { number: 1, of: 4 } }));
    for await (const partition of partitionsOfReadings(session)) same<{ sensor: string }>(partition);
    // @ts-expect-error without a where
    await countReadings(session);
    // @ts-expect-error a where without a partition
    await countReadings(session, {});
    // @ts-expect-error a part of a partition
    await countReadings(session, { sensor }, { part: { number: 1, of: 4 } });
    // @ts-expect-error a where
    await countAllReadings(session, { sensor });
    // @ts-expect-error the clustering key is not read
    for await (const partition of partitionsOfReadings(session)) partition.at;
    // @ts-expect-error a partition of one row
    await all.countPeople(session, { id: 1 });
  `,
  "reads take parts of a table, few rows of a partition, and give times of writing": `
    const row = await getPeople(session, { id: 1 }, { select: ["photo"], writeTimes: ["photo", "rest"] });
    same<bigint | null | undefined>(row?.$writeTimes.rest);
    same<Uint8Array | null | undefined>(row?.photo);
    scanPeople(session, { part: { number: 1, of: 16 }, writeTimes: ["lines"] });
    findReadings(session, { sensor: { in: [sensor] } }, { perPartition: 1, writeTimes: ["owner"] });
    scanReadings(session, { perPartition: 1 });
    const plain = await getPeople(session, { id: 1 });
    // @ts-expect-error no time was asked for
    plain?.$writeTimes;
    // @ts-expect-error the time of another column
    row?.$writeTimes.lines;
    // @ts-expect-error a key has none
    await getPeople(session, { id: 1 }, { writeTimes: ["id"] });
    // @ts-expect-error a set has one for each item
    await getPeople(session, { id: 1 }, { writeTimes: ["tags"] });
    // @ts-expect-error so has a user type
    await getPeople(session, { id: 1 }, { writeTimes: ["home"] });
    // @ts-expect-error a find is not of a part
    findReadings(session, { sensor }, { part: { number: 1, of: 16 } });
  `,
  "a write has a time": `
    await insertPeople(session, { id: 1 }, { timestamp: 1n });
    const options: UpdateOptions<ReadingsTypes> = { ttl: 5 };
    await updateReadings(session, { ...key, value: 1 }, options);
    await updatePeople(session, { id: 1, rest: null }, { timestamp: 1n, ttl: 5 });
    await deletePeople(session, { id: 1 }, { timestamp: 1n });
    // @ts-expect-error not a number
    await insertPeople(session, { id: 1 }, { timestamp: 1 });
    // @ts-expect-error not with a condition
    await insertPeople(session, { id: 1 }, { timestamp: 1n, ifNotExists: true });
    // @ts-expect-error nor with that one
    await updatePeople(session, { id: 1, rest: null }, { timestamp: 1n, ifExists: true });
    // @ts-expect-error nor with values
    await deletePeople(session, { id: 1 }, { timestamp: 1n, if: { photo: null } });
    // @ts-expect-error counters have none
    await incrementHits(session, { page: "p" }, { views: 1n }, { timestamp: 1n });
  `,
  "what is written may be readonly": `
    await insertPeople(session, { id: 1, tags: texts, lines: texts, pair: [1, null], place: [1, 2, 3] });
    await insertPeople(session, { id: 1, tags: readonlyTexts, lines: readonlyTexts });
    await insertPeople(session, { id: 1, tags: ["a"] as const, pair: [null, "a"] as const, place: [1, 2] as const });
    await updatePeople(session, { id: 1, scores: new Map([["a", 1]]) as ReadonlyMap<string, number> });
    await updatePeople(session, { id: 1, home: { street: "Elm", zipCode: null } as const, photo: new Uint8Array() });
    const person: PeopleRow = { id: 1, tags: [], lines: null, scores: new Map(), pair: null, place: null, home: null, photo: null, rest: null };
    person.tags.push("b");
    await insertPeople(session, person);
    // @ts-expect-error a row's own collections are never null
    same<PeopleRow>({ ...person, tags: null });
    // @ts-expect-error a set is an array here
    await insertPeople(session, { id: 1, tags: new Set(["a"]) });
    // @ts-expect-error an item of another type
    await insertPeople(session, { id: 1, tags: [1] });
    // @ts-expect-error no null within a list
    await insertPeople(session, { id: 1, lines: [null] });
    // @ts-expect-error a map is no object here
    await insertPeople(session, { id: 1, scores: { a: 1 } });
    // @ts-expect-error a map of other values
    await insertPeople(session, { id: 1, scores: new Map([["a", "1"]]) });
    // @ts-expect-error a tuple has all its items
    await insertPeople(session, { id: 1, pair: [1] });
    // @ts-expect-error a tuple has no more than its items
    await insertPeople(session, { id: 1, pair: [1, "a", 2] });
    // @ts-expect-error a user type has all its fields
    await insertPeople(session, { id: 1, home: { street: "Elm" } });
    // @ts-expect-error a user type has no other fields
    await insertPeople(session, { id: 1, home: { street: "Elm", zipCode: 1, town: "K" } });
    // @ts-expect-error fields go by the names of members
    await insertPeople(session, { id: 1, home: { street: "Elm", zip_code: 1 } });
  `,
};

describe("the types of writes", () => {
  const files = Object.fromEntries(emitKeyspace({ ...plan, validators: false }).map(({ path, text }) => [path, text]));

  it(`say of each line whether it is right: ${Object.keys(chapters).join("; ")}`, { timeout: 60_000 }, () => {
    const uses = Object.entries(chapters).map(([, text], index) => [
      `use${index}.ts`,
      `${head.replace(/^\n/, "")}${text}}\n`,
    ]);
    const flags = { strict: true, exactOptionalPropertyTypes: true };
    const errors = compile({ ...files, ...Object.fromEntries(uses) }, flags);
    const lines = new Map(uses.map(([path = "", text = ""]) => [path, text.split("\n")]));
    const told = errors.map((error) => {
      const [, path = "", line = ""] = /^(.*?):(\d+)/.exec(error) ?? [];
      const unused = error.includes("TS2578") ? "compiles: " : "";
      return `${unused}${(lines.get(path)?.[Number(line) - (unused ? 0 : 1)] ?? path).trim()} ${error}`;
    });
    expect(told).toEqual([]);
  });
});

it("a misspelled column is said to be of the very record that is written", { timeout: 60_000 }, () => {
  const program = `import type { Session } from "@colonnade/runtime";
import { insertProducts, updateProducts } from "./index.js";
import type { ProductsKey } from "./index.js";
export async function write(session: Session, key: ProductsKey): Promise<void> {
  await insertProducts(session, { ...key, nmae: "a" });
  await updateProducts(session, { ...key, nmae: "a" });
  await updateProducts(session, { ...key, name: "a" }, { if: { nmae: "a" } });
}
`;
  const files = Object.fromEntries(emitKeyspace({ ...plan, validators: false }).map(({ path, text }) => [path, text]));
  const said = (type: string) => expect.stringContaining(`'nmae' does not exist in type '${type}'`) as string;
  expect(compile({ ...files, "use.ts": program })).toEqual(
    ["ProductsInsert", "ProductsUpdate", "ProductsIf"].map(said),
  );
});

describe("a time to live", () => {
  const modules = importEmitted(plan);
  type Write = (session: Session, value: object, options: object) => Promise<unknown>;
  const write = modules["index.ts"]?.["insertReadings"] as Write;
  const session = answeringSession(() => ({ applied: true }));
  const key = { sensor: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", at: new Date(0), id: 1 };

  test.each([0, 1, 630_720_000])("of %d seconds is one", async (ttl) => {
    expect(await write(session, key, { ttl })).toEqual({ applied: true });
  });

  test.each([-1, 630_720_001, 0.5, Number.NaN, Infinity, "60", null, 60n])(
    "of %s is refused, and nothing is sent",
    async (ttl) => {
      const silent = answeringSession(() => expect.unreachable("something was sent"));
      await expect(write(silent, key, { ttl })).rejects.toMatchObject({
        code: "validation",
        message: expect.stringContaining("ttl must be a whole number of seconds from 0 to 630720000"),
      });
    },
  );
});
