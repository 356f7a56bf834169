/** The same calls by each client: how it connects, and what an app would write with it for an insert, a row and a page. */
import cassandra from "cassandra-driver";
import { bulk } from "../../../src/runtime/dist/bulk.js";
import { createSession, decimal, find, get, insert, text, timestamp, uuid } from "../../../src/runtime/dist/index.js";
import { nodeTransport } from "../../../src/runtime/dist/node.js";

export const keyspace = "bench";
export const localDataCenter = "datacenter1";
export const user = { username: "bench", password: "bench-password" };
const name = "products";

export const createTable = `CREATE TABLE ${keyspace}.${name} (shelf uuid, id uuid, name text, description text, price decimal,
  created timestamp, PRIMARY KEY (shelf, id))`;

const table = {
  keyspace,
  name,
  apiName: "Products",
  columns: { shelf: uuid, id: uuid, name: text, description: text, price: decimal, created: timestamp },
  partitionKey: ["shelf"],
  clusteringKey: ["id"],
};
const members = Object.keys(table.columns);

/** Rows of a shelf, which is a page. */
export const shelfRows = 100;
const uuidOf = (number) => `65cad0df-4fc8-42df-90e5-${number.toString(16).padStart(12, "0")}`;

/** `shelves` apart, so that shelves that are read are not written to. */
export const keyOf = (number) => ({ shelf: uuidOf(Math.floor(number / shelfRows)), id: uuidOf(number) });

export const rowOf = (number) => ({
  ...keyOf(number),
  name: `product ${number}`,
  description: "A product of the bench, with a description of ordinary length",
  price: `${number % 100}.99`,
  created: new Date(1_795_000_000_000 + number),
});

const insertCql = `INSERT INTO ${keyspace}.${name} (${members.join(", ")}) VALUES (${members.map(() => "?").join(", ")})`;
const getCql = `SELECT ${members.join(", ")} FROM ${keyspace}.${name} WHERE shelf = ? AND id = ?`;
const findCql = `SELECT ${members.join(", ")} FROM ${keyspace}.${name} WHERE shelf = ?`;

/** As generated functions return it. */
const plain = (row) => ({
  shelf: row.shelf.toString(),
  id: row.id.toString(),
  name: row.name,
  description: row.description,
  price: row.price?.toString() ?? null,
  created: row.created,
});

/** @returns its calls, by their names, and a function that closes it */
export const clients = {
  async driver(place) {
    const client = await connect(place);
    const options = { prepare: true, isIdempotent: true };
    return {
      insert: async (number) => client.execute(insertCql, Object.values(rowOf(number)), options),
      get: async (number) => {
        const { rows } = await client.execute(getCql, Object.values(keyOf(number)), options);
        return plain(rows[0]);
      },
      page: async (number) => {
        const { rows } = await client.execute(findCql, [keyOf(number).shelf], { ...options, fetchSize: shelfRows });
        return rows.map(plain);
      },
      bulk: async (rows) => {
        const { executeConcurrent } = cassandra.concurrent;
        const { errors } = await executeConcurrent(client, insertCql, rows.map(Object.values), {
          collectResults: false,
        });
        return rows.length - errors.length;
      },
      close: () => client.shutdown(),
    };
  },

  async mapper(place) {
    const client = await connect(place);
    const models = { Product: { tables: [name], keyspace } };
    const mapper = new cassandra.mapping.Mapper(client, { models }).forModel("Product");
    const options = { isIdempotent: true };
    return {
      insert: (number) => mapper.insert(rowOf(number), undefined, options),
      get: async (number) => plain(await mapper.get(keyOf(number), undefined, options)),
      page: async (number) => {
        const found = await mapper.find({ shelf: keyOf(number).shelf }, undefined, {
          ...options,
          fetchSize: shelfRows,
        });
        return found.toArray().map(plain);
      },
      close: () => client.shutdown(),
    };
  },

  async straight({ contactPoint, credentials }) {
    const { createCassandraSession } = await import("../../../src/cassandra/dist/index.js");
    return sessionCalls(
      createCassandraSession({ contactPoints: [contactPoint], localDataCenter, keyspace, credentials }),
    );
  },

  async gateway({ url }) {
    return sessionCalls(createSession({ url, keyspace, credentials: user, transport: nodeTransport() }));
  },
};

function sessionCalls(session) {
  return {
    insert: (number) => insert(session, table, rowOf(number)),
    get: (number) => get(session, table, keyOf(number)),
    // One page, as the driver's call has it: `toArray` asks for another one, since this one is full.
    page: async (number) => {
      const { rows } = await find(session, table, { shelf: keyOf(number).shelf }, { pageSize: shelfRows }).page();
      return rows;
    },
    bulk: async (rows) => {
      // As many in flight as the driver's `executeConcurrent` has.
      const { applied, failed } = await bulk(rows, (row) => insert(session, table, row), { width: 100 });
      if (failed.length > 0) throw failed[0].error;
      return applied;
    },
    close: () => session.close(),
  };
}

export async function connect({ contactPoint, credentials }) {
  const client = new cassandra.Client({
    contactPoints: [contactPoint],
    localDataCenter,
    credentials,
    queryOptions: { consistency: cassandra.types.consistencies.localQuorum },
  });
  await client.connect();
  return client;
}
