/** The writes of an atomic operation: each is checked as it is alone, and has the options of all. */
import type { OperationAbout } from "../table/bound-table.ts";
import { refusal } from "../table/record.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { AtomicOperation, WriteOperation } from "./operation.ts";

/** The writes, each with a check that adds the consistency and the signal of the whole operation. */
export function writesOf({ writes, consistency, signal }: AtomicOperation): readonly WriteOperation[] {
  return writes.map((write) => ({
    ...write,
    check: (input, dialect) => {
      const checked = write.check(input, dialect);
      const { about, kind, options } = checked;
      for (const name of ["consistency", "signal"] as const) {
        if (options[name]) throw refusal(name, "is one for all writes of atomically: give it to that", about);
      }
      if (kind === "increment" && writes.length > 1)
        throw refusal("an increment", "cannot be atomic with others", about);
      return { ...checked, options: { ...options, consistency, signal } };
    },
  }));
}

/** The subject of all writes for errors and hooks: `insert shop.videos and 2 other writes`. */
export function aboutAll([first, ...others]: readonly CheckedWrite[]): OperationAbout {
  const about: OperationAbout = first?.about ?? { operation: "write" };
  if (others.length === 0) return about;
  const more = `${others.length} other write${others.length > 1 ? "s" : ""}`;
  return { operation: `${about.operation} and ${more}`, keyspace: about.keyspace };
}
