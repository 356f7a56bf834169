/** M1: what an app ships of the runtime, minified and in gzip, beside what it would ship of others. */
import { weigh } from "./bundle.mjs";

/** The same bytes each time. */
export const rounds = { quick: 1, full: 1, warmUp: false };

const measures = { minified: { head: "minified B", digits: 0 }, gzipped: { head: "gzip B", digits: 0 } };

const from = (names, entry = "@colonnade/runtime") => `export { ${names} } from "${entry}";\n`;

const session = from("createSession");
const bindings = "createSession, insert, update, remove, increment, get, find, scan, readStatic, readIndexed";
const urql = `export { Client, fetchExchange } from "@urql/core";\n`;

const programs = {
  createSession: session,
  "createSession, insert, find": from("createSession, insert, find"),
  "all that generated functions call": from(bindings),
  "the same with bulk and token stores": from(`${bindings}, bulk, memoryTokenStore, webTokenStore`),
  "all of it": `export * from "@colonnade/runtime";\n`,
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
  undici: from("request", "undici"),
};

export function plan() {
  return {
    groups: [
      { title: "in a browser", measures, cases: casesOf(programs, "browser") },
      { title: "on Node", measures, cases: casesOf(onNode, "node") },
    ],
  };
}

function casesOf(programs, platform) {
  return Object.entries(programs).map(([name, program]) => ({
    name,
    measure: async () => {
      const { minified, gzipped } = await weigh(program, { platform });
      return { minified, gzipped };
    },
  }));
}
