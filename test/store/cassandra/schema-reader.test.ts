/** Where the definitions of a cluster are read: the client is that of a driver whose nodes respond or do not. */
import { describe, expect, it } from "vitest";
import { createSchemaReader } from "../../../src/store/cassandra/schema-reader.ts";
import type { SchemaClient } from "../../../src/store/cassandra/schema-reader.ts";

interface Node {
  readonly name: string;
  isUp: boolean;
  /** A node that is up for the driver may be stopped all the same. */
  responds: boolean;
}

function open(...nodes: Node[]) {
  const asked: string[] = [];
  const hosts = nodes.map((node) => ({ ...node, datacenter: "dc1", isUp: () => node.isUp, node }));
  const client = {
    getState: () => ({ getConnectedHosts: () => [] }),
    hosts: { values: () => hosts },
    execute: (_: string, __: unknown, { host }: { host: (typeof hosts)[0] }) => {
      asked.push(host.name);
      if (!host.node.responds) return Promise.reject(new Error("timed out"));
      return Promise.resolve({ rows: [{ schema_version: "v1", keyspace_name: "shop" }], pageState: null });
    },
  };
  return { reader: createSchemaReader(client as unknown as SchemaClient), asked };
}

const node = (name: string): Node => ({ name, isUp: true, responds: true });

describe("definitions are read", () => {
  it("from one node as long as it responds", async () => {
    const [one, two] = [node("one"), node("two")];
    const { reader, asked } = open(one, two);
    await reader.version();
    await reader.names();
    expect(asked).toEqual(["one", "one"]);
  });

  it("from another one when it does not, and from then on", async () => {
    const [one, two] = [node("one"), node("two")];
    const { reader, asked } = open(one, two);
    await reader.version();
    one.responds = false;
    expect(await reader.version()).toBe("v1");
    one.responds = true;
    await reader.version();
    expect(asked).toEqual(["one", "one", "two", "two"]);
  });

  it("first from those that are up", async () => {
    const [one, two] = [node("one"), node("two")];
    one.isUp = false;
    const { reader, asked } = open(one, two);
    await reader.version();
    expect(asked).toEqual(["two"]);
  });

  it("from three at most, and then they are unavailable", async () => {
    const nodes = ["one", "two", "three", "four"].map((name) => ({ ...node(name), responds: false }));
    const { reader, asked } = open(...nodes);
    await expect(reader.names()).rejects.toMatchObject({ code: "unavailable", applied: "no" });
    expect(asked).toEqual(["one", "two", "three"]);
  });
});
