// @generated from the user types of `videos`. Do not edit: run `colonnade generate`.
import type { TupleWire } from "@colonnade/runtime/documents";

/** The user type `videos.address`, in JSON. */
export interface AddressWire {
  /** CQL `text`. */
  street: string | null;
  /** CQL `text`. */
  postalCode: string | null;
  /** CQL `text`. */
  city: string | null;
  /** CQL `tuple<double, double>`. */
  position: TupleWire<[number | null, number | null]> | null;
}

/** The user type `videos.chapter`, in JSON. */
export interface ChapterWire {
  /** CQL `text`. */
  title: string | null;
  /** CQL `duration`. */
  startsAfter: string | null;
  /** CQL `frozen<address>`. */
  filmedAt: AddressWire | null;
}
