/** Finds name conflicts in the generated code: between exports of the barrels, and between members of a record. */
import { queryName } from "@colonnade/runtime/protocol";
import { firstOf } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { Defined } from "../model/index.ts";
import type { IdPlan } from "./ids.ts";
import type { HookedNames } from "./name-hook.ts";
import { endings, upperFirst, verbs } from "./names.ts";
import { exportsOf } from "./records.ts";
import type { Overrides } from "./overrides.ts";
import type { TablePlan } from "./table.ts";
import type { UserTypePlan } from "./members.ts";

/** Finds where something is defined. */
export type PlaceOf = (defined: Defined) => Pick<Problem, "file" | "line" | "column" | "frame"> | undefined;

/** Two definitions with a name in common. */
export interface NameConflict {
  readonly message: string;
  readonly next: string;
  readonly first: Defined;
  readonly second: Defined;
}

interface NamedPlans {
  readonly tables: readonly TablePlan[];
  readonly userTypes: readonly UserTypePlan[];
  readonly ids: ReadonlyMap<string, IdPlan>;
  readonly overrides: Overrides;
  /** Between the columns of a table. */
  readonly conflicts: readonly NameConflict[];
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
  const rivals = findRivals(claimantsOf(plans));
  const isRival = ({ kind, name }: Defined): boolean => rivals.has(`${kind} ${name}`);
  const files = plans.tables.map(({ fileName }) => fileName);
  const hasTwins = new Set(files).size < files.length;
  const tables = plans.tables.filter(({ table: { name } }) => hasTwins || isRival({ kind: "table", name }));
  const conflicts = [
    ...conflictingClaims([...claimsOfTypes(plans).filter(({ defined }) => isRival(defined)), ...tables.map(claimOf)]),
    ...plans.userTypes.flatMap(conflictingFields),
    ...plans.conflicts,
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

/** The stems of each definition's names: `Products` of `ProductsRow`, `insertProducts` and `productsTable`. */
function claimantsOf({ tables, userTypes, ids, overrides }: NamedPlans): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, readonly string[]>();
  for (const { type, names } of userTypes) stems.set(`user type ${type.name}`, [names.type]);
  // A table outside the selection exports its ID only.
  for (const [table, { type }] of ids) stems.set(`table ${table}`, [type.slice(0, -"Id".length)]);
  for (const { table, typeName } of tables) {
    const { row, plural } = overrides.table(table.name);
    stems.set(
      `table ${table.name}`,
      [typeName, row, plural].filter((stem) => stem !== undefined),
    );
  }
  return stems;
}

/** The places in a stem where an ending could begin. */
const ending = new RegExp(`(?=${endings.join("|")})`, "g");

/**
 * The verbs with which a stem could begin, the longest first. Also what one verb has more than another: `countAllOrders` counts all
 * `Orders`, or the rows of a partition of `AllOrders`.
 */
const verb = new RegExp(
  `^(?:${verbs
    .flatMap((one) => ["", ...verbs].flatMap((other) => (one.startsWith(other) ? one.slice(other.length) : [])))
    .filter((rest) => rest !== "")
    .map(upperFirst)
    .sort((one, other) => other.length - one.length)
    .join("|")})`,
);

/**
 * Returns the definitions that could share a name with another one; usually none. Making the names of all takes ten times
 * as long.
 *
 * A name is a stem, perhaps with a verb before it and an ending behind. So two definitions share a name only if their stems
 * are equal, or one stem is the other with an ending. A verb may also be the beginning of a stem.
 *
 * @param claimants the stems of each definition, by a text that identifies it
 * @returns such texts
 */
export function findRivals(claimants: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const all = Array.from(claimants, ([claimant, stems]): [string, ReadonlySet<string>] => {
    const forms = new Set<string>();
    for (const stem of stems) {
      for (const form of [upperFirst(stem), upperFirst(queryName(stem))]) forms.add(form).add(form.replace(verb, ""));
    }
    return [claimant, forms];
  });
  const owners = new Map<string, string>();
  const rivals = new Set<string>();
  for (const [claimant, stems] of all) {
    for (const stem of stems) {
      const owner = owners.get(stem);
      if (owner === undefined) owners.set(stem, claimant);
      else rivals.add(claimant).add(owner);
    }
  }
  for (const [claimant, stems] of all) {
    for (const stem of stems) {
      for (const { index } of stem.matchAll(ending)) {
        const owner = owners.get(stem.slice(0, index));
        if (owner !== undefined) rivals.add(claimant).add(owner);
      }
    }
  }
  return rivals;
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
    const message = `${pair} both need the name ${firstOf(names, 1)}`;
    return { message, next: renaming(second.defined), first: first.defined, second: second.defined };
  });
}

function renaming({ kind, name }: Defined): string {
  const rules = kind === "table" ? "tables" : "userTypes";
  return `give one of them another name in the config: ${rules}: { ${JSON.stringify(name)}: { name: "…" } }`;
}

export function conflictingColumns({ title, table, members }: TablePlan): readonly NameConflict[] {
  return conflictingMembers(
    title,
    { kind: "table", name: table.name },
    members.map(({ name, column }) => ({ name, source: column.name })),
  );
}

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
