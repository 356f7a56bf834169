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
  const differingField = (place: ChangePlace, oldField: Field | undefined, newField: Field | undefined): Change[] => {
    if (!oldField && newField) return [{ kind: "field-added", place, after: printCqlType(newField.type) }];
    if (!newField) return oldField ? [{ kind: "field-dropped", place, before: printCqlType(oldField.type) }] : [];
    if (!oldField) return [];
    return [
      ...(hasDescriptions ? changed("description", place, oldField.description, newField.description) : []),
      ...differingType("field-type", place, oldField.type, newField.type),
    ];
  };
  return pairs(before, after).flatMap(([name, original, newType]): Change[] => {
    const place = { of: "user type", name } as const;
    if (!original || !newType) return [{ kind: original ? "user-type-dropped" : "user-type-added", place }];
    const names = renamedFields(original, newType);
    const oldType = renameFields(original, names);
    return [
      ...(hasDescriptions ? changed("description", place, oldType.description, newType.description) : []),
      ...printRenames("field-renamed", place, names),
      ...differingOrder(place, oldType, newType),
      ...pairs(oldType.fields, newType.fields).flatMap(([member, one, other]) =>
        differingField({ ...place, member }, one, other),
      ),
    ];
  });
}

/** Values are stored in the order of the fields, and new fields are added at the end. */
function differingOrder(place: ChangePlace, oldType: UserType, newType: UserType): Change[] {
  const [before, after] = [oldType.fields.map(({ name }) => name), newType.fields.map(({ name }) => name)];
  const kept = before.filter((name) => after.includes(name));
  const isOrdered = kept.every((name, index) => after[index] === name);
  return isOrdered ? [] : [{ kind: "field-order", place, before: before.join(", "), after: after.join(", ") }];
}
