import { Refusal } from "./refusal.ts";

/** The path of a request's target, as sent. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters of a request's target. */
export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

/** Parts a path without decoding it: `"/api/graphql/"` gives `["api", "graphql"]`. */
export function splitPath(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  return segments.at(-1) === "" ? segments.slice(0, -1) : segments;
}

/** Undoes the escapes of one segment, or of one value in it. @throws {Refusal} 400 when they are broken */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, "HTTP 400 Bad Request: the path has a broken escape");
  }
}

/** Decodes the name of a keyspace or table. @throws {Refusal} 400 also when it holds what could be taken for a path */
export function decodeName(segment: string): string {
  const name = decodeSegment(segment);
  if (/[\0-\x1f\x7f/\\]/.test(name)) throw new Refusal(400, "HTTP 400 Bad Request: the path holds no name");
  return name;
}
