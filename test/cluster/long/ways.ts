/** Ways to the rows of `shop.products`: generated functions on a session, and beside them the driver alone. */
import type { Session } from "@colonnade/runtime";
import cassandra from "cassandra-driver";
import { getProducts, insertProducts } from "../../../examples/shop/generated/products.ts";
import { superuser } from "../node-files.ts";

export interface WriteOptions {
  readonly ifNotExists: boolean;
  readonly signal?: AbortSignal;
}

export interface Way {
  readonly name: string;
  /** @returns whether it was applied */
  readonly insert: (id: string, options: WriteOptions) => Promise<boolean>;
  /** @returns whether the row is there */
  readonly read: (id: string) => Promise<boolean>;
  readonly close: () => void | Promise<void>;
}

export const rowName = (id: string): string => `product ${id}`;

export function sessionWay(name: string, session: Session): Way {
  return {
    name,
    insert: async (id, options) => (await insertProducts(session, { id, name: rowName(id) }, options)).applied,
    read: async (id) => (await getProducts(session, { id }))?.name === rowName(id),
    close: () => session.close(),
  };
}

export const localDataCenter = "datacenter1";

export function connectDriver(contactPoints: readonly string[]): cassandra.Client {
  return new cassandra.Client({
    contactPoints: [...contactPoints],
    localDataCenter,
    protocolOptions: { port: Number(contactPoints[0]?.split(":")[1]) },
    credentials: superuser,
    queryOptions: { prepare: true, consistency: cassandra.types.consistencies.localQuorum },
  });
}

const uuid = cassandra.types.Uuid;

export function driverWay(client: cassandra.Client): Way {
  const insert = "INSERT INTO shop.products (id, name) VALUES (?, ?)";
  return {
    name: "driver",
    insert: async (id, { ifNotExists }) => {
      const cql = ifNotExists ? `${insert} IF NOT EXISTS` : insert;
      const { rows } = await client.execute(cql, [uuid.fromString(id), rowName(id)], { isIdempotent: !ifNotExists });
      return !ifNotExists || rows?.[0]?.["[applied]"] === true;
    },
    read: async (id) => {
      const cql = "SELECT name FROM shop.products WHERE id = ?";
      const { rows } = await client.execute(cql, [uuid.fromString(id)], { isIdempotent: true });
      return rows[0]?.["name"] === rowName(id);
    },
    close: () => client.shutdown(),
  };
}
