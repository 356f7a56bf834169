/** The goals of speed and size as data, and how to find each in what the benchmarks wrote. */

/** Number, what is measured, how to find it, its digits, and the most that it may be, or the least. */
export const goals = [
  ["1", "`createSession`, kB in gzip", ({ size }) => size.session, 1, { most: 9.6 }],
  ["1", "with insert and find", ({ size }) => size.calls, 1, { most: 17 }],
  ["1", "`export *` of the main entry", ({ size }) => size.all, 1, { most: 22 }],
  ["2", "page of 100 rows, store in memory, CPU ms", ({ store }) => storePage(store, "in memory"), 2, { most: 0.35 }],
  ["2", "page of 100 rows, store on disk, CPU ms", ({ store }) => storePage(store, "on disk"), 2, { most: 0.5 }],
  ["2", "straight page ÷ driver, CPU", ({ gateway }) => straight(gateway, "page, 8"), 2, { most: 1.2 }],
  ["3", "straight insert ÷ driver, CPU", ({ gateway }) => straight(gateway, "insert, 32"), 2, { most: 1.15 }],
  ["3", "straight row ÷ driver, CPU", ({ gateway }) => straight(gateway, "get, 32"), 2, { most: 1.15 }],
  ["3", "straight `bulk` ÷ driver, CPU of a row", ({ gateway }) => straight(gateway, "bulk"), 2, { most: 1.2 }],
  [
    "3",
    "straight `bulk` ÷ driver, rows a second",
    ({ gateway }) => straight(gateway, "bulk", "calls/s ÷ driver"),
    2,
    { least: 1 },
  ],
  ["4", "insert by variables, durable, ÷ echo, CPU", ({ http }) => overEcho(http, "insert"), 2, { most: 3 }],
  [
    "4",
    "insert, values in the text, ÷ echo, CPU",
    ({ http }) => overEcho(http, "insert, values in the text"),
    2,
    { most: 2.8 },
  ],
  ["4", "row by key ÷ echo, CPU", ({ http }) => overEcho(http, "read by key"), 2, { most: 2.4 }],
  ["4", "gateway’s own CPU ÷ driver: insert", ({ gateway }) => ofGateway(gateway, "insert, 32"), 2, { most: 3 }],
  ["4", "gateway’s own CPU ÷ driver: row", ({ gateway }) => ofGateway(gateway, "get, 32"), 2, { most: 3 }],
  ["4", "gateway’s own CPU ÷ driver: page", ({ gateway }) => ofGateway(gateway, "page, 8"), 2, { most: 2 }],
  [
    "5",
    "start of `serve` ÷ an empty process, CPU",
    ({ start }) => of(start, ({ case: name }) => name === "serve 0", "CPU ÷ empty"),
    2,
    { most: 4.5 },
  ],
  [
    "6",
    "1,000 tables, all new, ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, all new", "cpuMs"),
    2,
    { most: 0.9 },
  ],
  ["6", "the same, wall time", ({ generate }) => overKysely(generate, "generate, all new", "wallMs"), 2, { most: 0.9 }],
  [
    "6",
    "one of 1,000 changed ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, one changed", "cpuMs"),
    2,
    { most: 0.3 },
  ],
  [
    "6",
    "none of 1,000 changed ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, no change", "cpuMs"),
    2,
    { most: 0.2 },
  ],
  [
    "6",
    "10 tables, all new, ÷ an empty process, CPU",
    ({ generate }) => ratioIn(generate, "10 tables", "generate, all new", "empty process"),
    2,
    { most: 4 },
  ],
];

/** A number of the row that passes the test; NaN where there is none. */
export function of(rows, test, column) {
  return Number(rows?.find(test)?.[column] ?? NaN);
}

function storePage(measured, where) {
  return of(measured, ({ what, who }) => who === "now" && what === `page of 100 rows, ${where}`, "cpuUs") / 1000;
}

function straight(rows, name, column = "÷ driver") {
  return of(rows, (row) => row.client === "straight" && row.case.startsWith(name), column);
}

function ofGateway(rows, name) {
  return of(rows, (row) => row.client === "gateway" && row.case.startsWith(name), "it ÷ driver");
}

function overEcho(rows, name) {
  const cpu = (server) => of(rows, (row) => row.case === name && row.server === server, "least CPU µs");
  return cpu("durable") / cpu("echo");
}

function overKysely(groups, name, measure) {
  return ratioIn(groups, "1,000 tables", name, "kysely-codegen, row types only", measure);
}

/** Of the least of their samples: other work only adds. */
function ratioIn(groups, title, name, base, measure = "cpuMs") {
  const cases = groups?.find((group) => group.title === title)?.cases ?? [];
  const least = (wanted) => Math.min(...(cases.find((one) => one.name === wanted)?.samples[measure] ?? [NaN]));
  return least(name) / least(base);
}
