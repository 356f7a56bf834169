import { upperCamel } from "@colonnade/runtime/protocol";
import type { UserType, CqlType } from "../model/index.ts";
import { byCodeUnits, partsOf } from "../model/index.ts";
import { planFields } from "./members.ts";
import type { FieldPlan, MemberContext } from "./members.ts";
import type { Naming } from "./names.ts";
import { lowerFirst } from "./names.ts";
import type { Overrides } from "./overrides.ts";
import type { NamedValue } from "./value-plan.ts";

/** A user type with its interface. */
export interface UserTypePlan {
  readonly type: UserType;
  /** `shop.address` */
  readonly title: string;
  readonly names: NamedValue;
  readonly fields: readonly FieldPlan[];
}

/**
 * The names for user types: `address` gives the interface `Address`, the codec `addressType` and the validator
 * `addressSchema`.
 */
export function nameUserTypes(userTypes: readonly UserType[], overrides: Overrides): ReadonlyMap<string, NamedValue> {
  return new Map(
    userTypes.map(({ name }): [string, NamedValue] => {
      const type = overrides.userType(name).name ?? upperCamel(name);
      const lower = lowerFirst(type);
      return [name, { type, codec: `${lower}Type`, validator: `${lower}Schema` }];
    }),
  );
}

/** Plans the user types of a keyspace. Each comes after the ones it contains. */
export function planUserTypes(
  keyspace: string,
  userTypes: readonly UserType[],
  naming: Naming,
  context: Omit<MemberContext, "title">,
): readonly UserTypePlan[] {
  return inOrder(userTypes).flatMap((type): UserTypePlan[] => {
    const names = context.userTypes.get(type.name);
    if (!names) return [];
    const title = `${keyspace}.${type.name}`;
    return [{ type, title, names, fields: planFields(type, naming, { ...context, title }) }];
  });
}

function inOrder(userTypes: readonly UserType[]): readonly UserType[] {
  const ordered = new Set<UserType>();
  const byName = new Map(userTypes.map((type) => [type.name, type]));
  const place = (type: UserType): void => {
    if (ordered.has(type)) return;
    for (const { type: part } of type.fields) visit(part);
    ordered.add(type);
  };
  const visit = (type: CqlType): void => {
    if (type.kind === "user") place(byName.get(type.type.name) ?? type.type);
    else partsOf(type).forEach(visit);
  };
  [...userTypes].sort((one, other) => byCodeUnits(one.name, other.name)).forEach(place);
  return [...ordered];
}
