/** M1: what an app ships of the runtime, minified and in gzip, beside what it would ship of others. */
import { entryOf, weigh } from "./bundle.mjs";
import { loadRuntimes } from "./clients.mjs";

/** The same bytes each time. */
export const rounds = { quick: 1, full: 1, warmUp: false };

const measures = { minified: { head: "minified B", digits: 0 }, gzipped: { head: "gzip B", digits: 0 } };

const from = (names, entry = "@colonnade/runtime") => `export { ${names} } from "${entry}";\n`;

const session = from("createSession");
const bindings = "createSession, insert, update, remove, increment, get, find, scan, readStatic, readIndexed";
const urql = `export { Client, fetchExchange } from "@urql/core";\n`;

/** A version that batches without this import has no such case: all its sessions batch. */
const batching = "createSession, insert, find, batchWrites";

const programs = (root) => ({
  createSession: session,
  "createSession, insert, find": from("createSession, insert, find"),
  [batching]: from("createSession, insert, find") + from("batchWrites", entryOf("batch", root)),
  "all that generated functions call": from(bindings),
  "the same with bulk and token stores":
    from(bindings) +
    from("bulk", entryOf("bulk", root)) +
    from("memoryTokenStore, webTokenStore", entryOf("token-stores", root)),
  "all of it": `export * from "@colonnade/runtime";\n`,
});

const peers = {
  ofetch: from("ofetch", "ofetch"),
  ky: `export { default } from "ky";\n`,
  "@urql/core": urql,
  "@urql/core with authExchange and retryExchange":
    urql + from("authExchange", "@urql/exchange-auth") + from("retryExchange", "@urql/exchange-retry"),
  "graphql-request": from("GraphQLClient", "graphql-request"),
};

const onNode = {
  createSession: session,
  "createSession, nodeTransport": session + from("nodeTransport", "@colonnade/runtime/node"),
};

const peersOnNode = { undici: from("request", "undici") };

export async function plan({ folder, versions }) {
  const runtimes = await loadRuntimes(folder, versions);
  const inBrowser = versions.flatMap((version, index) => {
    const all = programs(version.root);
    const { [batching]: withBatching, ...others } = all;
    return casesOf("batchWrites" in runtimes[index].runtime ? all : others, "browser", version);
  });
  const outside = versions.flatMap((version) => casesOf(onNode, "node", version));
  return {
    groups: [
      { title: "in a browser", measures, cases: [...inBrowser, ...casesOf(peers, "browser")] },
      { title: "on Node", measures, cases: [...outside, ...casesOf(peersOnNode, "node")] },
    ],
  };
}

function casesOf(programs, platform, { label, root } = { label: "" }) {
  return Object.entries(programs).map(([name, program]) => ({
    name: name + label,
    measure: async () => {
      const { minified, gzipped } = await weigh(program, { platform, root });
      return { minified, gzipped };
    },
  }));
}
