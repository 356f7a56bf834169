import type { Consistency, SerialConsistency } from "../store.ts";

/** @see CQL binary protocol v4, section 3, [consistency] */
const codes: Readonly<Record<Consistency, number>> = {
  ALL: 5,
  LOCAL_QUORUM: 6,
  SERIAL: 8,
  LOCAL_SERIAL: 9,
  LOCAL_ONE: 10,
};

/** The code of a consistency level. By default, a statement reads what an earlier one wrote. */
export function consistencyOf(consistency: Consistency = "LOCAL_QUORUM"): number {
  return codes[consistency];
}

export function serialConsistencyOf(consistency: SerialConsistency = "LOCAL_SERIAL"): number {
  return codes[consistency];
}
