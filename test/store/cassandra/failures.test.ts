/** What errors of a cluster and of its driver mean for whoever wrote. */
import { describe, expect, it, test } from "vitest";
import { storeFailure, unclear } from "../../../src/store/cassandra/failures.ts";
import { StoreError } from "../../../src/store/index.ts";

function error(message: string, members: object = {}): Error {
  return Object.assign(new Error(message), members);
}
const timedOut = error("no response within 12000 ms", { name: "OperationTimedOutError" });
const broken = error("Socket was closed", { isSocketError: true });
const refused = error("connect ECONNREFUSED 127.0.0.1:9042");
const unsent = error("write EPIPE", { isSocketError: true, requestNotWritten: true });
const busy = error("All connections to host are busy", { name: "BusyConnectionError" });
const noHost = (innerErrors: object): Error => error("All host(s) tried for query failed.", { innerErrors });

describe("a failure of", () => {
  test.each<[string, unknown, string]>([
    ["a syntax error", error("line 1:0 no viable alternative", { code: 0x2000 }), "invalid, no"],
    ["what the cluster refuses", error("Undefined column name x", { code: 0x2200 }), "invalid, no"],
    ["rights", error("User app has no MODIFY permission", { code: 0x2100 }), "unavailable, no"],
    ["too few live replicas", error("Cannot achieve consistency", { code: 0x1000 }), "unavailable, no"],
    ["an overloaded node", error("Request throttled", { code: 0x1001 }), "overloaded, no"],
    ["a node that starts", error("Bootstrapping", { code: 0x1002 }), "unavailable, no"],
    [
      "a write that too few replicas confirmed",
      error("timeout", { code: 0x1100, writeType: "CAS" }),
      "timeout, unknown",
    ],
    ["a read that too few replicas answered", error("timeout", { code: 0x1200 }), "timeout, unknown"],
    ["a read within a replica", error("failed", { code: 0x1300 }), "unavailable, unknown"],
    ["a write within a replica", error("failed", { code: 0x1500 }), "unavailable, unknown"],
    ["a code that is not known", error("?", { code: 0x7777 }), "unavailable, unknown"],
    ["a request without response", timedOut, "timeout, unknown"],
    ["a connection that breaks", broken, "unavailable, unknown"],
    ["a connection that breaks before", unsent, "unavailable, no"],
    ["full connections", busy, "overloaded, no"],
    ["a cluster that is away", noHost({ a: refused, b: "Host considered as DOWN" }), "unavailable, no"],
    ["a cluster without known hosts", noHost({}), "unavailable, no"],
    ["full connections to all hosts", noHost({ a: busy, b: busy }), "overloaded, no"],
    [
      "a repeated request whose first try may have come through",
      noHost({ a: broken, b: refused }),
      "unavailable, unknown",
    ],
    ["a repeated request without response", noHost({ a: refused, b: timedOut }), "timeout, unknown"],
    ["a statement whose table is gone", noHost({ a: error("Unprepared", { code: 0x2500 }) }), "invalid, no"],
    [
      "a statement whose table is gone, with a node away",
      noHost({ a: "Host considered as DOWN", b: error("Unprepared", { code: 0x2500 }) }),
      "invalid, no",
    ],
    [
      "a statement whose table is gone, after a try that may have come through",
      noHost({ a: broken, b: error("Unprepared", { code: 0x2500 }) }),
      "unavailable, unknown",
    ],
    ["a request that no host could be sent", noHost({ a: unsent, b: refused }), "unavailable, no"],
    ["anything else", "a text", "unavailable, unknown"],
  ])("%s", (_what, thrown, meaning) => {
    const { code, applied, cause } = storeFailure(thrown);
    expect(`${code}, ${applied}`).toBe(meaning);
    expect(cause).toBe(thrown);
  });

  const overloaded = error("Too many in flight hints", { code: 0x1001 });
  const tooFew = error("Cannot achieve consistency", { code: 0x1000 });

  test.each<[string, keyof typeof unclear, Error, string]>([
    ["an overloaded node, of a write in one step", "inOneStep", overloaded, "overloaded, no"],
    ["an overloaded node, of a batch", "inSteps", overloaded, "overloaded, unknown"],
    ["overloaded nodes, of a batch", "inSteps", noHost({ a: refused, b: overloaded }), "overloaded, unknown"],
    ["too few live replicas, of a batch", "inSteps", tooFew, "unavailable, no"],
    ["too few live replicas, of counters one by one", "oneByOne", tooFew, "unavailable, unknown"],
    ["full connections, of a batch that was not sent", "inSteps", busy, "overloaded, no"],
  ])("%s", (_what, steps, thrown, meaning) => {
    const { code, applied } = storeFailure(thrown, unclear[steps]);
    expect(`${code}, ${applied}`).toBe(meaning);
  });

  it("a statement shows its markers without the types that we gave them", () => {
    const thrown = error('Unsupported "!=" relation: ids != (frozen<set<uuid>>)? (IN)', { code: 0x2200 });
    expect(storeFailure(thrown).message).toBe('Unsupported "!=" relation: ids != ? (IN)');
  });

  it("the engine itself stays as it is", () => {
    const own = new StoreError("invalid", "no");
    expect(storeFailure(own)).toBe(own);
  });
});
