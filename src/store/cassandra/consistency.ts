import type { Consistency, SerialConsistency } from "../store.ts";

/** @see CQL binary protocol v4, section 3, [consistency] */
const codes: Readonly<Record<Consistency, number>> = {
  ALL: 5,
  LOCAL_QUORUM: 6,
  SERIAL: 8,
  LOCAL_SERIAL: 9,
  LOCAL_ONE: 10,
};

/** Of a statement that says nothing else: what one wrote at it, the next one reads. */
export function consistencyOf(consistency: Consistency = "LOCAL_QUORUM"): number {
  return codes[consistency];
}

export function serialConsistencyOf(consistency: SerialConsistency = "LOCAL_SERIAL"): number {
  return codes[consistency];
}
