/** `stargate.ts` after the replacements of `docs/from-stargate.md`: the same shop on Colonnade. */
import type { Sale } from "./sale.js";

const authUrl = process.env["AUTH_URL"] ?? "http://localhost:8080";
const restUrl = process.env["REST_URL"] ?? "http://localhost:8080";
const graphqlUrl = process.env["GRAPHQL_URL"] ?? "http://localhost:8080";

async function send(url: string, method: string, body: unknown, token = ""): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...(token && { "x-service-token": token }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: any = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${json.description}`);
  if (json.errors) throw new Error(json.errors[0].message);
  return json;
}

export async function sell({ user, product, order }: Sale): Promise<readonly string[]> {
  const { authToken } = await send(`${authUrl}/api/rest/v1/auth`, "POST", user);

  const products = `${restUrl}/api/rest/v1/keyspaces/shop/tables/products/rows`;
  const columns = Object.entries(product).map(([name, value]) => ({ name, value }));
  await send(products, "POST", { columns }, authToken);
  await send(`${products}/${product.id}`, "PUT", { changeset: [{ column: "price", value: "3999.00" }] }, authToken);
  const { rows } = await send(`${products}/${product.id}`, "GET", undefined, authToken);

  const graphql = (query: string, variables: object): Promise<any> =>
    send(`${graphqlUrl}/api/graphql/shop`, "POST", { query, variables }, authToken);
  await graphql(
    `
      mutation ($customer: Uuid, $at: Timestamp, $order: TimeUuid, $total: Decimal) {
        insertOrdersByCustomer(value: { customerId: $customer, orderedAt: $at, orderId: $order, total: $total }) {
          applied
        }
      }
    `,
    order,
  );
  const { data } = await graphql(
    `
      query ($customer: Uuid) {
        ordersByCustomer(value: { customerId: $customer }) {
          values {
            orderedAt
            total
          }
        }
      }
    `,
    { customer: order.customer },
  );
  return [
    `${rows[0].name} ${Number(rows[0].price)}`,
    ...data.ordersByCustomer.values.map((row: any) => `${row.orderedAt} ${row.total}`),
  ];
}
