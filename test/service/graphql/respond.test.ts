import { expect, test } from "vitest";
import { chooseMediaType } from "../../../src/service/graphql/respond.ts";

const plain = "application/json";
const graphql = "application/graphql-response+json";

test.each<[accept: string | null, chosen: string]>([
  [null, plain],
  ["", plain],
  ["*/*", plain],
  ["application/*", plain],
  ["text/html", plain],
  [plain, plain],
  [graphql, graphql],
  ["Application/GraphQL-Response+JSON; charset=utf-8", graphql],
  // What Apollo, urql and graphql-request send.
  [`${graphql},${plain};q=0.9`, graphql],
  [`${graphql}, application/graphql+json, ${plain}, text/event-stream, multipart/mixed`, graphql],
  [`${graphql}, ${plain}`, graphql],
  // Named as equals: the first one. Otherwise the higher quality.
  [`${plain}, ${graphql}`, plain],
  [`${plain};q=0.5, ${graphql};q=0.6`, graphql],
  [`${plain};q=0.6, ${graphql};q=0.5`, plain],
  [`${graphql};q=0.5, */*`, plain],
  [`${graphql};q=0.5, */*;q=0.4`, graphql],
  [`*/*, ${graphql}`, graphql],
  // The most specific range counts for application/json.
  [`*/*, ${plain};q=0.1, ${graphql};q=0.5`, graphql],
  [`${graphql};q=0`, plain],
  [`${graphql};q=0, ${plain};q=0`, plain],
  [`${graphql};q=nonsense`, plain],
  [`${graphql}x`, plain],
])("Accept: %s gives %s", (accept, chosen) => {
  expect(chooseMediaType(accept)).toBe(chosen);
});
