import { parseJsonConfig } from "../../config/json-config.ts";
import { renderPath } from "../terminal/messages.ts";
import type { FilePlace } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";

/** Finds the place of a subject in its definition file; for a column or field, where it is listed. */
export function definitionPlace({ kind, record, sources }: Subject, cwd: string, member?: string): FilePlace {
  const definition = sources[0].definitionOf(kind, record.name);
  if (!definition) throw new Error(`no definition of ${record.name}`);
  const list = kind === "table" ? "columnDefinitions" : "fields";
  const { value, find } = parseJsonConfig(definition.text);
  const place = find(member === undefined ? ["name"] : [list, indexOf(propertyOf(value, list), member)]);
  return { file: renderPath(definition.path, cwd), ...(place && { line: place.line }) };
}

function indexOf(members: unknown, name: string): number {
  return Array.isArray(members) ? members.findIndex((member) => propertyOf(member, "name") === name) : -1;
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
