/** The options that the driver's client is created with. That they serve: `test/cluster/connections.large.test.ts`. */
import { expect, it } from "vitest";
import { loadDriver } from "../../../src/source/cql/driver.ts";
import type { FoundNode } from "../../../src/source/cql/find-node.ts";
import { clientOptionsOf } from "../../../src/store/cassandra/client-options.ts";

const driver = loadDriver();
const { TimestampGenerator } = driver.policies.timestampGeneration;
const { ExponentialReconnectionPolicy } = driver.policies.reconnection;
const node = {
  point: { text: "db.example.com", host: "db.example.com", port: 9142 },
  address: "10.0.0.2:9142",
  tls: undefined,
} as FoundNode;

it("begin with the node that responds, and have its port for all others", () => {
  const options = clientOptionsOf(
    { node, dataCenter: "here" },
    { contactPoints: ["10.0.0.1", "db.example.com", "10.0.0.3"] },
    driver,
  );
  expect(options).toEqual({
    contactPoints: ["10.0.0.2:9142", "10.0.0.1", "10.0.0.3"],
    localDataCenter: "here",
    protocolOptions: { port: 9142 },
    // Values arrive in forms that lose nothing; a map of the driver's own would have texts for keys.
    encoding: { map: Map, copyBuffer: false, useBigIntAsLong: true, useBigIntAsVarint: true },
    logEmitter: expect.any(Function),
    metrics: new driver.metrics.ClientMetrics(),
    policies: {
      loadBalancing: expect.any(driver.policies.loadBalancing.DefaultLoadBalancingPolicy),
      timestampGeneration: expect.any(TimestampGenerator),
      reconnection: new ExponentialReconnectionPolicy(500, 4000),
    },
  });
});

it("have the credentials, the certificates and the data center that are given", () => {
  const credentials = { username: "ann", password: "correct horse" };
  const given = { contactPoints: ["db.example.com"], credentials, localDataCenter: "there" };
  const tls = { ca: "certificate" };
  expect(clientOptionsOf({ node: { ...node, tls }, dataCenter: null }, given, driver)).toMatchObject({
    contactPoints: ["10.0.0.2:9142"],
    localDataCenter: "there",
    credentials,
    sslOptions: tls,
  });
  // What the node says of itself counts more.
  expect(clientOptionsOf({ node, dataCenter: "here" }, given, driver)).toMatchObject({ localDataCenter: "here" });
});
