/**
 * A transport that answers without a service: applies every insert and finds a row for every key.
 *
 * Responses are prepared: only the first document with a given number of fields is parsed. If a runtime named the fields of a
 * later one differently, it would find no result and fail.
 */
const insert = "insertProducts(";

/** The rows of every read. */
const values = [
  {
    id: "8f14e45f-ceea-467f-a9d7-000000000000",
    name: "Robot arm",
    description: "Six joints, a reach of ninety centimeters and a load of five kilograms.",
    price: "4199.99",
    created: "2026-09-21T14:13:20.000Z",
  },
];

export function createInstantTransport() {
  const token = replyWith(201, { authToken: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" });
  let found;
  /** By the number of inserts in a document. */
  const applied = [];
  return ({ url, body }) => {
    if (url.endsWith("/auth")) return token;
    let inserts = 0;
    for (let at = body.indexOf(insert); at >= 0; at = body.indexOf(insert, at + insert.length)) inserts += 1;
    if (inserts > 0) return (applied[inserts] ??= replyWith(200, { data: answerAll(body, { applied: true }) }));
    return (found ??= replyWith(200, { data: answerAll(body, { values, pageState: null }) }));
  };
}

function replyWith(status, json) {
  const text = Promise.resolve(JSON.stringify(json));
  return Promise.resolve({ status, header: () => null, text: () => text });
}

function answerAll(body, answer) {
  const aliases = [...JSON.parse(body).query.matchAll(/(\w+): ?(?:insertProducts|products)\(/g)];
  return Object.fromEntries(aliases.map(([, alias]) => [alias, answer]));
}
