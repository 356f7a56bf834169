/** Finds name conflicts in the generated code: between exports of the barrels, and between members of a record. */
import type { Problem } from "../errors.ts";
import type { IdPlan } from "./ids.ts";
import { memoize, memoizeLast } from "../cache.ts";
import type { HookedNames } from "./name-hook.ts";
import type { TablePlan } from "./table.ts";
import { exportsOf } from "./table-exports.ts";
import type { UserTypePlan } from "./user-types.ts";

/** Something that a definition file defines: a table or user type, or a column or field of one. */
export interface Defined {
  readonly kind: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

/** Finds where something is defined. */
export type PlaceOf = (defined: Defined) => Pick<Problem, "file" | "line" | "column" | "frame"> | undefined;

/** Two definitions with a name in common. */
interface NameConflict {
  readonly message: string;
  readonly next: string;
  readonly first: Defined;
  readonly second: Defined;
}

interface NamedPlans {
  readonly tables: readonly TablePlan[];
  readonly userTypes: readonly UserTypePlan[];
  readonly ids: ReadonlyMap<string, IdPlan>;
}

/**
 * Returns a problem for each conflict, located at the second definition; its message says where the first one is.
 *
 * @param hooked the names that a hook decided
 */
export function findNameConflicts(
  plans: NamedPlans,
  placeOf: PlaceOf = () => undefined,
  hooked?: HookedNames,
): readonly Problem[] {
  const conflicts = [
    ...(mayConflict(possibleNames(plans))
      ? conflictingClaims([...claimsOfTypes(plans), ...plans.tables.map(claimOf)])
      : []),
    ...plans.userTypes.flatMap(conflictingFields),
    ...plans.tables.flatMap(conflictingColumns),
  ];
  return conflicts.map(({ message, next, first, second }): Problem => {
    const { file, line } = placeOf(first) ?? {};
    const earlier = file === undefined ? "" : `, the first of them in ${file}${line === undefined ? "" : `:${line}`}`;
    const ofHook = hooked ? [first, second].filter((defined) => isHooked(defined, hooked)).map(printDefined) : [];
    const place = placeOf(second);
    if (ofHook.length === 0) return { code: "names-meet", message: message + earlier, next, ...place };
    return {
      code: "names-meet",
      message: `${message}${earlier}; the name hook decides the name of ${[...new Set(ofHook)].join(" and ")}`,
      next: `return different names from the hook, or ${next}`,
      ...place,
    };
  });
}

function isHooked({ kind, name, member }: Defined, { tables, columns, userTypes }: HookedNames): boolean {
  if (member !== undefined) return Object.hasOwn(columns, `${name}.${member}`);
  return Object.hasOwn(kind === "table" ? tables : userTypes, name);
}

function printDefined({ name, member }: Defined): string {
  return member === undefined ? name : `${name}.${member}`;
}

/** The names that a definition could export. Finding those that it does export takes ten times as long. */
interface PossibleNames {
  /** Equal keys mean equal names. */
  readonly key: string;
  readonly names: () => readonly string[];
}

/** Whether two definitions could export the same name, which is very rare. */
const mayConflict = memoizeLast(
  (definitions: readonly PossibleNames[]): boolean => {
    const names = definitions.flatMap((definition) => definition.names());
    return new Set(names).size < names.length;
  },
  (one, other) => one.key === other?.key,
);

function possibleNames(plans: NamedPlans): readonly PossibleNames[] {
  const selected = new Set(plans.tables.map(({ table }) => table.name));
  // The names of an ID are among those of its table, but the table may be unselected.
  const others = claimsOfTypes(plans).filter(
    ({ defined: { kind, name } }) => kind === "user type" || !selected.has(name),
  );
  return [
    ...plans.tables.map(({ names, indexes, fileName }): PossibleNames => {
      const finders = indexes.flatMap(({ functionName, where }) => [functionName, where]);
      const key = `${fileName} ${names.types} ${names.row} ${names.findFunction} ${finders.join(" ")}`;
      return { key, names: () => [`${fileName}.ts`, ...Object.values({ ...names }), ...finders] };
    }),
    ...others.map(({ names }) => ({ key: names.join(" "), names: () => names })),
  ];
}

/** What user types and IDs export: a type, a codec and a validator each. */
function claimsOfTypes({ userTypes, ids }: NamedPlans): readonly Claim[] {
  return [
    ...userTypes.map(({ names, title, type: { name } }): Claim => {
      return { title, defined: { kind: "user type", name }, names: [names.type, names.codec, names.validator] };
    }),
    ...Array.from(ids, ([name, { type, codec, validator, title }]): Claim => {
      return { title, defined: { kind: "table", name }, names: [type, codec, validator] };
    }),
  ];
}

/** The names that one definition exports from the barrels. */
interface Claim {
  /** `shop.products` */
  readonly title: string;
  readonly defined: Defined;
  readonly names: readonly string[];
}

function claimOf(table: TablePlan): Claim {
  const { bindings, validators } = exportsOf(table);
  const defined: Defined = { kind: "table", name: table.table.name };
  return { title: table.title, defined, names: [...bindings, ...validators, `${table.fileName}.ts`] };
}

/**
 * Finds names that two definitions would export from one barrel, and files that both would have. One problem for each
 * pair.
 */
function conflictingClaims(claims: readonly Claim[]): readonly NameConflict[] {
  const owners = new Map<string, Claim>();
  const conflicts = new Map<string, { readonly first: Claim; readonly second: Claim; readonly names: string[] }>();
  for (const claim of claims) {
    for (const name of claim.names) {
      const owner = owners.get(name);
      owners.set(name, claim);
      if (!owner) continue;
      const isOne = owner.title === claim.title;
      const pair = isOne ? `two exports of ${claim.title}` : `${owner.title} and ${claim.title}`;
      const conflict = conflicts.get(pair) ?? { first: owner, second: claim, names: [] };
      conflict.names.push(name);
      conflicts.set(pair, conflict);
    }
  }
  return Array.from(conflicts, ([pair, { first, second, names }]): NameConflict => {
    const [name, ...others] = names;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    const message = `${pair} both need the name ${name}${more}`;
    return { message, next: renaming(second.defined), first: first.defined, second: second.defined };
  });
}

function renaming({ kind, name }: Defined): string {
  const rules = kind === "table" ? "tables" : "userTypes";
  return `give one of them another name in the config: ${rules}: { ${JSON.stringify(name)}: { name: "…" } }`;
}

const conflictingColumns = memoize(({ title, table, members }: TablePlan): readonly NameConflict[] =>
  conflictingMembers(
    title,
    { kind: "table", name: table.name },
    members.map(({ name, column }) => ({ name, source: column.name })),
  ),
);

function conflictingFields({ title, type, fields }: UserTypePlan): readonly NameConflict[] {
  return conflictingMembers(
    title,
    { kind: "user type", name: type.name },
    fields.map(({ name, field }) => ({ name, source: field.name })),
  );
}

/** Finds members of one record with the same name. */
function conflictingMembers(
  title: string,
  record: Defined,
  members: readonly { readonly name: string; readonly source: string }[],
): readonly NameConflict[] {
  const owners = new Map<string, string>();
  return members.flatMap(({ name, source }): NameConflict[] => {
    const owner = owners.get(name);
    owners.set(name, source);
    if (owner === undefined) return [];
    const message = `${owner} and ${source} of ${title} would both be the member ${name}`;
    const next = `give one of them another name in the config: columns: { "${record.name}.${source}": { name: "…" } }`;
    return [{ message, next, first: { ...record, member: owner }, second: { ...record, member: source } }];
  });
}
