// @generated from the user types of `videos`. Do not edit: run `colonnade generate`.
import type { Codec } from "@colonnade/runtime";
import { double, duration, text } from "@colonnade/runtime";
import { frozen, tuple, userType } from "@colonnade/runtime/composites";

/**
 * The user type `videos.address`.
 *
 * Where someone lives.
 */
export interface Address {
  /** CQL `text`. */
  street: string | null;
  /** CQL `text`, field `postal_code`. */
  postalCode: string | null;
  /** CQL `text`. */
  city: string | null;
  /**
   * Latitude and longitude, in degrees.
   *
   * CQL `tuple<double, double>`.
   */
  position: [number | null, number | null] | null;
}

const tupleOfDoubleAndDouble = /* @__PURE__ */ tuple(double, double);

/** Checks and serializes an `Address`. */
export const addressType: Codec<Address> = /* @__PURE__ */ userType<Address>({
  name: "address",
  fields: {
    street: text,
    postalCode: text,
    city: text,
    position: tupleOfDoubleAndDouble,
  },
  cqlNames: {
    postalCode: "postal_code",
  },
});

/**
 * The user type `videos.chapter`.
 *
 * A part of a video.
 */
export interface Chapter {
  /** CQL `text`. */
  title: string | null;
  /** CQL `duration`, field `starts_after`. */
  startsAfter: string | null;
  /** CQL `frozen<address>`, field `filmed_at`. */
  filmedAt: Address | null;
}

const frozenAddressType = /* @__PURE__ */ frozen(addressType);

/** Checks and serializes a `Chapter`. */
export const chapterType: Codec<Chapter> = /* @__PURE__ */ userType<Chapter>({
  name: "chapter",
  fields: {
    title: text,
    startsAfter: duration,
    filmedAt: frozenAddressType,
  },
  cqlNames: {
    startsAfter: "starts_after",
    filmedAt: "filmed_at",
  },
});
