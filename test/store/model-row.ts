/**
 * A row of the model: every write of every place in it, of which each read finds the one that counts.
 *
 * A place is a column of one cell, an item of a set, a key of a map, a field of a user type, or an item of a list, which is
 * known by when it came.
 */
import { isMultiCell } from "../../src/model/index.ts";
import type { Column, CqlType } from "../../src/model/index.ts";
import type { Value } from "../../src/store/index.ts";
import { serializeValue } from "../../src/store/values/value-bytes.ts";
import { compareValues } from "../support/compare-values.ts";

/** Where in a column: nothing for the whole, a value, or the number of an item of a list, below zero before all others. */
export type Path = Value | undefined;

interface Version {
  /** Undefined for the marker that INSERT leaves. */
  readonly column: string | undefined;
  readonly path: Path;
  readonly at: bigint;
  readonly endsAt: number;
  /** Null of a deletion. */
  readonly value: Value | null;
}

export interface Moment {
  readonly at: bigint;
  /** Of the clock, in milliseconds. */
  readonly now: number;
  /** Milliseconds; Infinity for never. */
  readonly endsAt: number;
}

const never = -(2n ** 63n);

export class ModelRow {
  readonly partition: readonly Value[];
  /** Undefined for what is static: one such row a partition. */
  clustering: readonly Value[] | undefined;
  private versions: Version[] = [];
  private deletedAt = never;
  private readonly emptiedAt = new Map<string, bigint>();

  constructor(partition: readonly Value[], clustering: readonly Value[] | undefined) {
    this.partition = partition;
    this.clustering = clustering;
  }

  mark(moment: Moment): void {
    this.settle(moment);
    this.versions.push({ ...moment, column: undefined, path: undefined, value: [] });
  }

  put({ name }: Column, path: Path, value: Value | null, moment: Moment): void {
    this.settle(moment);
    this.versions.push({ ...moment, column: name, path, value });
  }

  /** What has ended by the time of a later write counts as deleted for it. */
  private settle({ now }: Moment): void {
    this.versions = this.versions.map((version) => (version.endsAt <= now ? { ...version, value: null } : version));
  }

  empty({ name }: Column, at: bigint): void {
    if (at > (this.emptiedAt.get(name) ?? never)) this.emptiedAt.set(name, at);
  }

  delete(at: bigint): void {
    if (at > this.deletedAt) this.deletedAt = at;
  }

  isMarked(now: number): boolean {
    const marker = this.latest(
      this.versions.filter(({ column }) => column === undefined),
      undefined,
    );
    return marker !== undefined && marker.value !== null && marker.endsAt > now;
  }

  isThere(columns: readonly Column[], now: number): boolean {
    return this.isMarked(now) || columns.some((column) => this.value(column, now) !== null);
  }

  value(column: Column, now: number): Value | null {
    const { type } = column;
    if (!isMultiCell(type)) {
      const version = this.latest(this.of(column), type);
      return version && version.endsAt > now ? version.value : null;
    }
    const parts = this.parts(column, now);
    if (parts.length === 0) return null;
    switch (type.kind) {
      case "set":
        return parts.map(({ path }) => path as Value);
      case "map":
        return new Map(parts.map(({ path, value }) => [path as Value, value as Value]));
      case "user": {
        const found = new Map(parts.map(({ path, value }) => [path, value]));
        return Object.fromEntries(type.type.fields.map(({ name }) => [name, found.get(name) ?? null])) as Value;
      }
      default:
        return parts.map(({ value }) => value as Value);
    }
  }

  /** What is there of a collection, in order. */
  parts(column: Column, now: number): readonly { readonly path: Path; readonly value: Value | null }[] {
    const { type, name } = column;
    const emptied = this.emptiedAt.get(name) ?? never;
    const groups: Version[][] = [];
    for (const version of this.of(column)) {
      if (version.at <= emptied) continue;
      const group = groups.find(([first]) => first && comparePaths(type, first.path, version.path) === 0);
      if (group) group.push(version);
      else groups.push([version]);
    }
    return groups
      .flatMap((group) => this.latest(group, partType(type, group[0]?.path)) ?? [])
      .filter(({ value, endsAt }) => value !== null && endsAt > now)
      .toSorted((one, other) => comparePaths(type, one.path, other.path));
  }

  private of({ name }: Column): readonly Version[] {
    return this.versions.filter(({ column }) => column === name);
  }

  private latest(versions: readonly Version[], type: CqlType | undefined): Version | undefined {
    let found: Version | undefined;
    for (const version of versions) {
      if (version.at > this.deletedAt && (!found || counts(version, found, type))) found = version;
    }
    return found;
  }
}

/** Whether a write counts rather than an earlier one. */
function counts(one: Version, other: Version, type: CqlType | undefined): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.value === null || other.value === null) return other.value !== null;
  if (one.endsAt !== other.endsAt) {
    if (one.endsAt === Infinity || other.endsAt === Infinity) return other.endsAt === Infinity;
    return one.endsAt > other.endsAt;
  }
  return type !== undefined && Buffer.compare(serializeValue(type, one.value), serializeValue(type, other.value)) > 0;
}

/** The type of what has a path; an item of a set has nothing but its path. */
function partType(type: CqlType, path: Path): CqlType | undefined {
  if (type.kind === "map") return type.value;
  if (type.kind === "list") return type.item;
  return type.kind === "user" ? type.type.fields.find(({ name }) => name === path)?.type : undefined;
}

function comparePaths(type: CqlType, one: Path, other: Path): number {
  if (type.kind === "set") return compareValues(type.item, one as Value, other as Value);
  if (type.kind === "map") return compareValues(type.key, one as Value, other as Value);
  if (type.kind === "list") return (one as number) - (other as number);
  return one === other ? 0 : String(one) < String(other) ? -1 : 1;
}
