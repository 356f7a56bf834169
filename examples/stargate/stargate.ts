/** A shop whose rows are in Stargate v1: REST for its products, GraphQL for its orders. `service.ts` is the same on Colonnade. */
import type { Sale } from "./sale.js";

const authUrl = process.env["AUTH_URL"] ?? "http://localhost:8081";
const restUrl = process.env["REST_URL"] ?? "http://localhost:8082";
const graphqlUrl = process.env["GRAPHQL_URL"] ?? "http://localhost:8080";

async function send(url: string, method: string, body: unknown, token = ""): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...(token && { "X-Cassandra-Token": token }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: any = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${json.description}`);
  if (json.errors) throw new Error(json.errors[0].message);
  return json;
}

export async function sell({ user, product, order }: Sale): Promise<readonly string[]> {
  const { authToken } = await send(`${authUrl}/v1/auth`, "POST", user);

  const products = `${restUrl}/v1/keyspaces/shop/tables/products/rows`;
  const columns = Object.entries(product).map(([name, value]) => ({ name, value }));
  await send(products, "POST", { columns }, authToken);
  await send(`${products}/${product.id}`, "PUT", { changeset: [{ column: "price", value: "3999.00" }] }, authToken);
  const { rows } = await send(`${products}/${product.id}`, "GET", undefined, authToken);

  const graphql = (query: string, variables: object): Promise<any> =>
    send(`${graphqlUrl}/graphql/shop`, "POST", { query, variables }, authToken);
  await graphql(
    `
      mutation ($customer: Uuid, $at: Timestamp, $order: TimeUuid, $total: Decimal) {
        insertorders_by_customer(value: { customer_id: $customer, ordered_at: $at, order_id: $order, total: $total }) {
          applied
        }
      }
    `,
    order,
  );
  const { data } = await graphql(
    `
      query ($customer: Uuid) {
        orders_by_customer(value: { customer_id: $customer }) {
          values {
            ordered_at
            total
          }
        }
      }
    `,
    { customer: order.customer },
  );
  return [
    `${rows[0].name} ${Number(rows[0].price)}`,
    ...data.orders_by_customer.values.map((row: any) => `${row.ordered_at} ${row.total}`),
  ];
}
