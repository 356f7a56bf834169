/** Many writes at once, answers that get lost, and a look at what goes over the wire. */
import { createSession, OutcomeUnknownError } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import { verify } from "@colonnade/runtime/verify";
import { batchWrites } from "@colonnade/runtime/batch";
import { bulk } from "@colonnade/runtime/bulk";
import { assertDefinitions } from "@colonnade/runtime/definitions";
import { shareTokens } from "@colonnade/runtime/token-stores";
import type { Page, Session } from "@colonnade/runtime";
import type { SharedTokens } from "@colonnade/runtime/token-stores";
import { ordersByCustomerTable } from "./generated/orders_by_customer.js";
import { insertProducts, productsTable, scanProducts } from "./generated/products.js";
import type { ProductsInsert, ProductsRow } from "./generated/products.js";

type Source = AsyncIterable<ProductsInsert> | Iterable<ProductsInsert>;

/** A session whose writes share documents. */
export function openForLoading(options: Parameters<typeof createSession>[0]): Session {
  return createSession({ ...options, batch: batchWrites() });
}

/** Writes all products of a source, fifty to a request; it holds some hundreds of them at a time, however many there are. */
export async function loadProducts(session: Session, products: Source): Promise<string> {
  const { applied, failed, unknown } = await bulk(products, (product) => insertProducts(session, product));
  for (const { index, error } of [...failed, ...unknown]) console.error(`product ${index}:`, error);
  return `${applied} written, ${failed.length} failed, ${unknown.length} unknown`;
}

/** Shows all products, fifty at a time. The page state could be kept and used days later, by another process. */
export async function showProducts(session: Session, show: (products: ProductsRow[]) => void): Promise<void> {
  let pageState: string | null = null;
  do {
    const page: Page<ProductsRow> = await scanProducts(session, { limit: 50, pageState }).page();
    show(page.rows);
    pageState = page.pageState;
  } while (pageState !== null);
}

/** Adds a product; false if it already exists. */
export async function addProduct(session: Session, product: ProductsInsert): Promise<boolean> {
  try {
    const { applied } = await insertProducts(session, product, { ifNotExists: true });
    return applied;
  } catch (error) {
    // The response was lost. A retry would find a row without knowing whether it is ours.
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return (await verify(error)).applied === "maybe-self";
  }
}

/** A session that logs each request, and fails at start if the tables differ from the bindings. */
export async function openWatched(options: Parameters<typeof createSession>[0], log: (line: string) => void) {
  const session = createSession({
    ...options,
    hooks: callHooks({
      onResponse: ({ request, status, tookMs }) =>
        log(
          `${request.operation}: ${status ?? "no response"} in ${tookMs.toFixed()} ms (request ${request.requestId})`,
        ),
      onRetry: ({ error, delayMs }) => log(`again in ${delayMs.toFixed()} ms: ${error.message}`),
    }),
  });
  await assertDefinitions(session, [productsTable, ordersByCustomerTable]);
  return session;
}

/** Keeps tokens where all processes of an app find them. */
export function shareByRedis(redis: Redis): SharedTokens {
  return shareTokens({
    get: async (key) => JSON.parse((await redis.get(key)) ?? "null"),
    set: async (key, stored) => void (await redis.set(key, JSON.stringify(stored))),
  });
}

/** What is used of a client of Redis. */
interface Redis {
  readonly get: (key: string) => Promise<string | null>;
  readonly set: (key: string, text: string) => Promise<unknown>;
}
