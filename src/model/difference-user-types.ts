import { changed, differingType, pairs } from "./change.ts";
import type { Change, ChangePlace, Unknown } from "./change.ts";
import { printCqlType } from "./cql-type.ts";
import type { Field, UserType } from "./cql-type.ts";
import { printRenames, renamedFields, renameFields } from "./renames.ts";

/** Finds the changes of a keyspace's user types. */
export function differingUserTypes(
  before: readonly UserType[],
  after: readonly UserType[],
  unknown: ReadonlySet<Unknown>,
): readonly Change[] {
  const hasDescriptions = !unknown.has("memberDescriptions");
  const differingField = (place: ChangePlace, was: Field | undefined, is: Field | undefined): Change[] => {
    if (!was && is) return [{ kind: "field-added", place, after: printCqlType(is.type) }];
    if (!is) return was ? [{ kind: "field-dropped", place, before: printCqlType(was.type) }] : [];
    if (!was) return [];
    return [
      ...(hasDescriptions ? changed("description", place, was.description, is.description) : []),
      ...differingType("field-type", place, was.type, is.type),
    ];
  };
  return pairs(before, after).flatMap(([name, old, is]): Change[] => {
    const place = { of: "user type", name } as const;
    if (!old || !is) return [{ kind: old ? "user-type-dropped" : "user-type-added", place }];
    const names = renamedFields(old, is);
    const was = renameFields(old, names);
    return [
      ...(hasDescriptions ? changed("description", place, was.description, is.description) : []),
      ...printRenames("field-renamed", place, names),
      ...differingOrder(place, was, is),
      ...pairs(was.fields, is.fields).flatMap(([member, one, other]) =>
        differingField({ ...place, member }, one, other),
      ),
    ];
  });
}

/** Values are stored in the order of the fields, and new fields are added at the end. */
function differingOrder(place: ChangePlace, was: UserType, is: UserType): Change[] {
  const [before, after] = [was.fields.map(({ name }) => name), is.fields.map(({ name }) => name)];
  const kept = before.filter((name) => after.includes(name));
  const isOrdered = kept.every((name, index) => after[index] === name);
  return isOrdered ? [] : [{ kind: "field-order", place, before: before.join(", "), after: after.join(", ") }];
}
