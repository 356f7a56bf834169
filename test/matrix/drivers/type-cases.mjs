/**
 * Every type in every position, as statements that each driver runs alike: `literal` writes the value in CQL, `read` returns it as
 * `v`, `write` has one marker for what the driver read, and the queries of `verify` then return the same text as `j`.
 */

/** Two values of each type as CQL literals, in the order of keys. */
const literals = {
  ascii: ["'a'", "'b'"],
  bigint: ["-9223372036854775808", "9223372036854775807"],
  blob: ["0x00", "0xff00"],
  boolean: ["false", "true"],
  date: ["'1969-12-31'", "'2026-11-27'"],
  decimal: ["-1.50", "12345678901234567890.123456789"],
  double: ["-0.1", "1.5e300"],
  duration: ["1mo2d3ns", "-12h"],
  float: ["-0.5", "3.25"],
  inet: ["'127.0.0.1'", "'2001:db8::1'"],
  int: ["-2147483648", "2147483647"],
  smallint: ["-32768", "32767"],
  text: ["'Ann'", "'Zoë 🌍'"],
  time: ["'00:00:00'", "'23:59:59.999999999'"],
  timestamp: ["'1969-12-31T23:59:59.999Z'", "'2026-11-27T01:02:03.004Z'"],
  timeuuid: ["50554d6e-29bb-11e5-b345-feff819cdc9f", "a4a70900-24e1-11df-8924-001ff3591711"],
  tinyint: ["-128", "127"],
  uuid: ["00000000-0000-4000-8000-000000000001", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"],
  varchar: ["'a'", "'b'"],
  varint: ["-123456789012345678901234567890", "123456789012345678901234567890"],
};

/** The type and the literal of each position of a column. */
const positions = {
  column: (type, [a]) => [type, a],
  "static column": (type, [, b]) => [`${type} static`, b],
  list: (type, [a, b]) => [`list<${type}>`, `[${b}, ${a}, ${b}]`],
  set: (type, [a, b]) => [`set<${type}>`, `{${a}, ${b}}`],
  "map key": (type, [a, b]) => [`map<${type}, int>`, `{${a}: 1, ${b}: 2}`],
  "map value": (type, [a, b]) => [`map<text, ${type}>`, `{'x': ${a}, 'y': ${b}}`],
  "frozen list of lists": (type, [a, b]) => [`frozen<list<frozen<list<${type}>>>>`, `[[${a}], [${b}, ${a}]]`],
  tuple: (type, [a, b]) => [`frozen<tuple<${type}, int, ${type}>>`, `(${a}, 1, ${b})`],
  "tuple with a null": (type, [a]) => [`frozen<tuple<${type}, int, ${type}>>`, `(${a}, null, null)`],
  "user type": (type, [a, b]) => [`part_${type}`, `{a: ${a}, list: [${b}]}`],
  "frozen user type": (type, [, b]) => [`frozen<part_${type}>`, `{a: ${b}}`],
  vector: (type, [a, b]) => [`vector<${type}, 2>`, `[${a}, ${b}]`],
};

/** Durations have no order. */
const isOrdered = (type) => type !== "duration";
const ordering = ["set", "map key"];

export function createTypeCases() {
  const types = Object.entries(literals);
  return { keyspace: "types", setup: types.flatMap(createTables), cases: types.flatMap(createCases) };
}

function columnsOf(type, values) {
  return Object.entries(positions)
    .filter(([position]) => isOrdered(type) || !ordering.includes(position))
    .map(([position, place]) => {
      const [columnType, literal] = place(type, values);
      return { position, column: `in_${position.replaceAll(" ", "_")}`, columnType, literal };
    });
}

function createTables([type, values]) {
  const columns = columnsOf(type, values).map(({ column, columnType }) => `${column} ${columnType}`);
  return [
    `CREATE TYPE part_${type} (a ${type}, list frozen<list<${type}>>)`,
    `CREATE TABLE of_${type} (k int, c int, ${columns.join(", ")}, PRIMARY KEY (k, c))`,
    ...(isOrdered(type) ? [`CREATE TABLE by_${type} (p ${type}, c ${type}, n int, PRIMARY KEY (p, c))`] : []),
  ];
}

function createCases([type, values]) {
  const [a, b] = values;
  const ofColumns = columnsOf(type, values).map(({ position, column, literal }) => ({
    name: `${type}: ${position}`,
    type,
    position,
    literal: `INSERT INTO of_${type} (k, c, ${column}) VALUES (1, 1, ${literal})`,
    read: `SELECT ${column} AS v FROM of_${type} WHERE k = 1`,
    write: `INSERT INTO of_${type} (k, c, ${column}) VALUES (2, 1, ?)`,
    verify: [1, 2].map((k) => `SELECT toJson(${column}) AS j FROM of_${type} WHERE k = ${k}`),
  }));
  if (!isOrdered(type)) return ofColumns;
  const ofKeys = ["p", "c"].map((key, index) => ({
    name: `${type}: ${["partition key", "clustering column"][index]}`,
    type,
    position: "key",
    literal: `INSERT INTO by_${type} (p, c, n) VALUES (${a}, ${b}, 7)`,
    read: `SELECT ${key} AS v FROM by_${type}`,
    write: `UPDATE by_${type} SET n = 1 WHERE ${key === "p" ? `p = ? AND c = ${b}` : `p = ${a} AND c = ?`}`,
    // The same row: its number is the number of rows.
    verify: [`SELECT toJson(n) AS j FROM by_${type}`, `SELECT toJson(count(*)) AS j FROM by_${type}`],
  }));
  return [...ofColumns, ...ofKeys];
}
