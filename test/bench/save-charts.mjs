/** Draws what was found beside peers, light and dark, for `docs/performance.md`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawBars } from "./draw-charts.mjs";
import { of } from "./goals.mjs";

/** What the page of performance shows, each group beside a peer; nothing is drawn of what was not measured. */
const charts = {
  generator: {
    title: "CPU time of a generator for 1,000 tables",
    groups: ({ generate }) => {
      const { cases = [] } = generate?.find(({ title }) => title === "1,000 tables") ?? {};
      const names = {
        "generate, all new": "all new",
        "generate, one changed": "one changed",
        "generate, no change": "none changed",
        "kysely-codegen, row types only": "kysely-codegen, row types only",
      };
      const bars = Object.entries(names).flatMap(([name, shown]) => {
        const value = cases.find((one) => one.name === name)?.medians.cpuMs;
        return value === undefined ? [] : [{ name: shown, value, label: `${Math.round(value)} ms` }];
      });
      return [{ title: "1,000 tables", bars }];
    },
  },
  service: {
    title: "CPU time of a server for a GraphQL request",
    groups: ({ http }) =>
      Object.entries({
        insert: "insert",
        "insert, values in the text": "insert, values in the text",
        "read by key": "row by key",
      }).map(([name, title]) => ({
        title,
        bars: Object.entries({
          durable: "colonnade serve, on disk",
          mercurius: "mercurius, in memory",
          echo: "echo of JSON",
        }).flatMap(([server, shown]) =>
          barOf(
            shown,
            of(http, (row) => row.case === name && row.server === server, "CPU µs"),
          ),
        ),
      })),
  },
  cassandra: {
    title: "CPU time of a client of Apache Cassandra for a call",
    groups: ({ gateway }) =>
      ["insert, 32 in flight", "get, 32 in flight", "page, 8 in flight"].map((name) => ({
        title: name.replace("get", "row by key").replace("page", "page of 100 rows"),
        bars: Object.entries({
          straight: "straight session",
          driver: "cassandra-driver",
          mapper: "its Mapper",
          gateway: "session on a gateway",
        }).flatMap(([client, shown]) =>
          barOf(
            shown,
            of(gateway, (row) => row.client === client && row.case === name, "CPU µs"),
          ),
        ),
      })),
  },
};

function barOf(name, value) {
  return Number.isFinite(value) ? [{ name, value, label: `${Math.round(value)} µs` }] : [];
}

export function saveCharts(found) {
  for (const [name, { title, groups }] of Object.entries(charts)) {
    const drawn = groups(found).filter(({ bars }) => bars.length > 0);
    if (drawn.length === 0) continue;
    for (const theme of ["light", "dark"]) {
      const file = join(import.meta.dirname, `../../docs/images/performance-${name}-${theme}.svg`);
      writeFileSync(file, drawBars(drawn, { theme, title }));
    }
  }
}
