/**
 * Chooses the media type of a GraphQL response from the header `Accept`.
 *
 * `application/json` is the default: the other type is used only if the client names it, because it changes statuses.
 * A wildcard means `application/json`.
 */

export const graphqlResponse = "application/graphql-response+json";
export type MediaType = "application/json" | typeof graphqlResponse;

/** A member of `Accept`: `text/*;q=0.5`. */
interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

export function chooseMediaType(accept: string | null): MediaType {
  if (!accept?.toLowerCase().includes(graphqlResponse)) return "application/json";
  const ranges = accept.split(",").map(parseRange);
  const asked = ranges.findIndex(({ type }) => type === graphqlResponse);
  const plain = ["application/json", "application/*", "*/*"]
    .map((type) => ranges.findIndex((range) => range.type === type))
    .find((place) => place >= 0);
  const wanted = ranges[asked]?.quality ?? 0;
  const other = plain === undefined ? 0 : (ranges[plain]?.quality ?? 0);
  // Of two that are named as equals, the first one is what the client would rather have; a wildcard does not count.
  const isFirst = plain === undefined || asked < plain || ranges[plain]?.type !== "application/json";
  return wanted > other || (wanted > 0 && wanted === other && isFirst) ? graphqlResponse : "application/json";
}

function parseRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}
