/** A store whose pages are short or empty although more follow: every session reads on to the last one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { verify } from "@colonnade/runtime/verify";
import { createTable } from "@colonnade/runtime/definitions";
import type { OutcomeUnknownError } from "@colonnade/runtime";
import { StoreError } from "../../src/store/index.ts";
import type { Page, Selection, Store } from "../../src/store/index.ts";
import * as shop from "../../examples/shop/generated/index.js";
import { request, user } from "../service/service-fixture.ts";
import { createService } from "../../src/service/index.ts";
import { describeOnEveryStore, openTimeoutMs } from "./in-every-session.ts";
import type { OpenedStore, OpenStore } from "./open-store.ts";
import { storeSession } from "../../src/index.ts";
import type { SessionKind } from "./session-kinds.ts";

const ids = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const [id = ""] = ids;

/** Every other page is empty, and the others have one row. */
function sparingStore(store: Store, onWrite = (): void => undefined): Store {
  const select = async ({ pageState = "", ...selection }: Selection): Promise<Page> => {
    const [, isEmpty, inner = ""] = /^(empty|full)?:?(.*)$/.exec(pageState) ?? [];
    if (isEmpty !== "full") return { rows: [], pageState: `full:${inner}` };
    const page = await store.select({ ...selection, pageSize: 1, ...(inner !== "" && { pageState: inner }) });
    return { rows: page.rows, ...(page.pageState !== undefined && { pageState: `empty:${page.pageState}` }) };
  };
  const insert: Store["insert"] = async (write) => {
    const outcome = await store.insert(write);
    onWrite();
    return outcome;
  };
  return new Proxy(store, {
    get: (_, name) => (name === "select" ? select : name === "insert" ? insert : Reflect.get(store, name).bind(store)),
  });
}

await describeOnEveryStore(testShortPages);

function testShortPages({ open }: SessionKind, openStore: OpenStore): void {
  let stored: OpenedStore;

  beforeAll(async () => {
    stored = await openStore("shop");
    const session = storeSession(stored.store);
    await createTable(session, shop.productsTable);
    for (const one of ids) await shop.insertProducts(session, { id: one, name: "Arm" });
    session.close();
  }, openTimeoutMs);

  afterAll(() => stored.close());

  it("pages that are empty do not end a read", async () => {
    const { session, close } = await open(sparingStore(stored.store));
    expect(await shop.getProducts(session, { id })).toMatchObject({ id, name: "Arm" });
    expect(await shop.scanProducts(session).first()).toMatchObject({ name: "Arm" });
    const found = await shop.scanProducts(session).toArray();
    expect(found.map((row) => row.id).sort()).toEqual(ids);
    await close();
  });

  it("pages that are empty do not hide a row from a write that is verified", async () => {
    const failing = sparingStore(stored.store, () => {
      throw new StoreError("timeout", "too few replicas answered");
    });
    const { session, close } = await open(failing);
    const error = await shop
      .insertProducts(session, { id: ids[1] as string, name: "Arm" }, { contended: true })
      .catch((thrown: unknown) => thrown as OutcomeUnknownError);
    expect(await verify(error as OutcomeUnknownError)).toMatchObject({ applied: "maybe-self" });
    await close();
  });

  it("pages that are empty do not end the rows of a key over REST", async () => {
    const service = createService({ store: sparingStore(stored.store), user, keyspace: "shop" });
    const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
    const { authToken } = json as { authToken: string };
    const path = `/api/rest/v1/keyspaces/shop/tables/products/rows/${id}`;
    const reply = await request(service, "GET", path, undefined, { "x-service-token": authToken });
    expect(reply.json).toMatchObject({ count: 1, rows: [{ id }] });
  });
}
