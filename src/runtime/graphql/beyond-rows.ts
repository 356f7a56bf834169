/** Prints selections that have something else than rows, and reads their results: a count, or rows with similarities. */
import { ProtocolError } from "../errors/errors.ts";
import { readPage } from "./answer.ts";
import { printLiteral, printSelection } from "./print.ts";

/** The field of a query: `docs(nearest: {embedding: [0.5]}, options: {limit: 5}) { values { id } similarities pageState }` */
export const printBeyondRows: typeof printSelection = (checked, members, profile) => {
  if (checked.countsOnly) return printSelection(checked, members, profile, "count");
  const { nearest } = checked;
  if (!nearest) return printSelection(checked, members, profile);
  const args = `, nearest: {${nearest.member.apiName}: ${printLiteral(nearest.to)}}`;
  return `${printSelection(checked, members, profile, undefined, args).slice(0, -1)}similarities }`;
};

/** @throws {ProtocolError} when the result lacks what was asked for */
export const readBeyondRows: typeof readPage = (checked, members, result, profile) => {
  const { about } = checked;
  const { count, similarities } = result;
  if (checked.countsOnly) {
    if (typeof count !== "number") throw new ProtocolError("the response holds no count", about);
    const { pageState } = readPage(
      { ...checked, selected: [], marker: undefined },
      [],
      { ...result, [profile.paging.rows]: [] },
      profile,
    );
    return { rows: [{ count }], pageState };
  }
  const page = readPage(checked, members, result, profile);
  if (!checked.nearest) return page;
  const found: readonly unknown[] = Array.isArray(similarities) ? similarities : [];
  if (found.length !== page.rows.length || !found.every((one) => typeof one === "number")) {
    throw new ProtocolError("the response does not hold one similarity for each row", about);
  }
  return { ...page, rows: page.rows.map((row, place) => ({ ...row, similarity: found[place] })) };
};
