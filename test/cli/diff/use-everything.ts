/**
 * A program that uses everything that bindings export: it builds what is given and what is got, reads it, and calls every
 * function in every legal way. In comes the plan of the bindings, out goes the program's text.
 */
import { refersToDuration } from "../../../src/model/index.ts";
import type { IndexPlan, MemberPlan, Plan, RecordRole, TablePlan, TypeExpression } from "../../../src/plan/index.ts";
import { changeOf, exportsOf, isTogether, planWhere, recordsOf, upperFirst } from "../../../src/plan/index.ts";

/**
 * @param bindings where the program finds them: `"./before"`
 * @param isUsed leaves tables out
 */
export function printProgram(plan: Plan, bindings: string, isUsed = (_table: TablePlan): boolean => true): string {
  const types = [...plan.userTypes.map(({ names }) => names.type), ...plan.ids.map(({ type }) => type)];
  return [
    `import type { Bound, Indexed, Match, ObjectBound, ObjectIndexed, ObjectMatch, Session } from "@colonnade/runtime";`,
    `import type { Condition, ObjectCondition, UnorderedCondition } from "@colonnade/runtime";`,
    `import type { EntryCondition, FieldCondition, ItemCondition } from "@colonnade/runtime/changes";`,
    `import type { FieldsChange, ListChange, MapChange, SetChange } from "@colonnade/runtime/changes";`,
    `import * as db from "${bindings}/index.js";`,
    `import * as zod from "${bindings}/zod.js";`,
    ...(types.length > 0 ? [`import type { ${types.join(", ")} } from "${bindings}/index.js";`] : []),
    "declare function v<T>(): T;",
    "declare const session: Session;",
    ...plan.userTypes.flatMap(({ names, fields }) => [
      ...buildAndRead(
        names.type,
        fields.map(({ name, value }) => ({ name, type: `${print(value.type)} | null` })),
      ),
      `export const ${names.validator} = (): ${names.type} => zod.${names.validator}.parse(v<unknown>());`,
    ]),
    ...plan.ids.map(({ type, value }) => `export const read${type} = (id: ${type}): ${print(value)} => id;`),
    ...plan.tables.filter(isUsed).flatMap(useTable),
  ].join("\n");
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
}

let count = 0;

/** A literal of the type with all its members, and its value as what it was. */
function buildAndRead(type: string, members: readonly Member[], from = type): string[] {
  const id = `use${(count += 1)}`;
  return [
    `export const build${id} = (): ${from} => (${literal(members)});`,
    `export const read${id} = (value: ${from}): ${objectType(members)} => value;`,
  ];
}

function useTable(table: TablePlan): string[] {
  const { names, counts, statics, clusteringKey, partitionKey, members } = table;
  const conditional = counts ? [] : members.filter(({ column: { kind } }) => kind === "static" || kind === "regular");
  const row = membersOf(table, "row");
  const key = membersOf(table, "key");
  const tests = conditional.map(({ name, value }) => ({ name, type: `{ eq: ${print(value.type)} }` }));
  const conditions = conditional.map((member) => ({ name: member.name, type: conditionOn(member), optional: true }));
  const rowText = objectType(row);
  const exported = exportsOf(table).bindings.filter((name) => /^[a-z]/.test(name));
  const selected = row.map(({ name }) => JSON.stringify(name));
  const [first = ""] = selected;
  const shapes = planWhere(clusteringKey);
  const wheres = shapes.length === 0 ? [[]] : shapes;
  const finds = wheres.map((shape) => {
    const restricted = shape.flatMap(({ member, presence }) =>
      presence === "never" ? [] : [whereMember(member, presence)],
    );
    const where = literal([...partitionKey.map((member) => whereMember(member, "match")), ...restricted]);
    return `  for await (const row of db.${names.findFunction}(session, ${where})) v<(row: ${rowText}) => void>()(row);`;
  });
  const fixed =
    statics.length === 0
      ? []
      : [
          `  const fixed = await db.${names.getStaticFunction}(session, ${literal(partitionKey.map((member) => plain(member)))});`,
          ...[...partitionKey, ...statics].map(
            ({ name, value }) =>
              `  v<(value: ${print(value.type)} | null | undefined) => void>()(fixed?.[${JSON.stringify(name)}]);`,
          ),
        ];
  const writes = counts
    ? [
        `  await db.${names.incrementFunction}(session, ${literal(key)}, ${literal(membersOf(table, "increment"))});`,
        `  await db.${names.deleteFunction}(session, ${literal(key)});`,
      ]
    : [
        `  const inserted = await db.${names.insertFunction}(session, ${literal(membersOf(table, "insert"))}, { ifNotExists: true });`,
        `  if (!inserted.applied) v<(row: ${rowText}) => void>()(inserted.current);`,
        `  await db.${names.updateFunction}(session, ${literal(membersOf(table, "insert"))}, { ifExists: true });`,
        ...(statics.length > 0
          ? [`  await db.${names.updateFunction}(session, ${literal(membersOf(table, "staticUpdate"))});`]
          : []),
        `  await db.${names.deleteFunction}(session, ${literal(key)}, ${conditional.length > 0 ? `{ if: ${literal(tests)} }` : "{}"});`,
      ];
  return [
    ...buildAndRead(`db.${names.row}`, row),
    ...buildAndRead(`db.${names.key}`, key),
    ...whereTypes(table),
    ...(conditional.length > 0 ? buildAndRead(`db.${names.if}`, conditions) : []),
    ...table.indexes.flatMap((index) => buildAndRead(`db.${index.where}`, [indexMember(index)])),
    ...(counts
      ? buildAndRead(`db.${names.increment}`, membersOf(table, "increment"))
      : [
          ...buildAndRead(`db.${names.insert}`, membersOf(table, "insert")),
          ...(statics.length > 0
            ? [
                ...buildAndRead(`db.${names.rowUpdate}`, membersOf(table, "rowUpdate")),
                ...buildAndRead(`db.${names.staticUpdate}`, membersOf(table, "staticUpdate")),
              ]
            : buildAndRead(`db.${names.update}`, membersOf(table, "update"))),
        ]),
    ...validators(table, row),
    `export async function use${names.row}(): Promise<unknown> {`,
    `  const got: ${rowText} | undefined = await db.${names.getFunction}(session, ${literal(key)});`,
    `  const some = await db.${names.getFunction}(session, ${literal(key)}, { select: [${selected.join(", ")}] });`,
    `  const one = await db.${names.getFunction}(session, ${literal(key)}, { select: [${first}] });`,
    ...finds,
    ...(clusteringKey.length > 0
      ? [`  v<(rows: ${rowText}[]) => void>()(await db.${names.scanFunction}(session).toArray());`]
      : []),
    ...table.indexes.map(
      (index) =>
        `  for await (const row of db.${index.functionName}(session, ${literal([indexMember(index)])})) v<(row: ${rowText}) => void>()(row);`,
    ),
    ...table.indexes
      .filter((index) => isTogether(table, index))
      .map((index) => {
        const where = literal([indexMember(index), ...attachedMembers(table, index.member)]);
        return `  for await (const row of db.${index.functionName}(session, ${where})) v<(row: ${rowText}) => void>()(row);`;
      }),
    ...table.neighbors.map(({ functionName }) => {
      const where = attachedMembers(table);
      const options = `{ limit: 1${where.length > 0 ? `, where: ${literal(where)}` : ""} }`;
      return `  v<(rows: readonly ${rowText}[]) => void>()(await db.${functionName}(session, v<number[]>(), ${options}));`;
    }),
    ...fixed,
    ...writes,
    `  return [got, some, one, ${exported.map((name) => `db.${name}`).join(", ")}] as const;`,
    "}",
  ];
}

function whereTypes({ names, clusteringKey, partitionKey }: TablePlan): string[] {
  const whole = partitionKey.map((member) => whereMember(member, "match"));
  const shapes = planWhere(clusteringKey).map((shape) =>
    shape.map(({ member, presence }): Member => {
      if (presence === "never") return { name: member.name, type: "never", optional: true };
      return { ...whereMember(member, presence), optional: presence === "bound" };
    }),
  );
  if (shapes.length < 2) return buildAndRead(`db.${names.where}`, [...whole, ...(shapes[0] ?? [])]);
  const union = shapes.map(objectType).join(" | ");
  return [
    ...buildAndRead(`db.${names.partition}`, whole),
    `export const read${names.clustering} = (value: db.${names.clustering}): ${union} => value;`,
    `export const build${names.clustering} = (): db.${names.clustering}[] => [${shapes.map(literal).join(", ")}];`,
  ];
}

function validators({ names, counts, statics }: TablePlan, row: readonly Member[]): string[] {
  const parsed: readonly (readonly [string, string])[] = [
    [names.rowSchema, names.row],
    ...(counts
      ? [[names.incrementSchema, names.increment] as const]
      : [[names.insertSchema, names.insert] as const, [names.updateSchema, names.update] as const]),
    ...(statics.length > 0 && !counts
      ? [[names.rowUpdateSchema, names.rowUpdate] as const, [names.staticUpdateSchema, names.staticUpdate] as const]
      : []),
  ];
  return [
    ...parsed.map(([name, type]) => `export const ${name} = (): db.${type} => zod.${name}.parse(v<unknown>());`),
    `export const shape${names.row} = (): unknown => [${row.map(({ name }) => `zod.${names.rowSchema}.shape[${JSON.stringify(name)}]`).join(", ")}] as const;`,
  ];
}

function membersOf(table: TablePlan, role: RecordRole): Member[] {
  const found = recordsOf(table).find((candidate) => candidate.role === role);
  const record = found?.kind === "same" ? found.as : found;
  if (record?.kind !== "values") throw new Error(`${table.title} has no ${role}`);
  return record.members.map(({ member, presence }): Member => {
    const { name, value } = member;
    const type = role === "row" ? value.type : value.input;
    const { kind, parts } = changeOf(member) ?? { kind: "fields", parts: [] };
    const more = {
      value: "",
      notEmpty: "",
      nullable: " | null",
      optional: " | null | undefined",
      changeable: ` | ${upperFirst(kind)}Change<${parts.map(print).join(", ")}> | null | undefined`,
      amount: " | undefined",
      absent: "",
    };
    const optional = presence !== "value" && presence !== "notEmpty" && presence !== "nullable";
    return { name, optional, type: presence === "absent" ? "undefined" : `${print(type)}${more[presence]}` };
  });
}

function conditionOn(member: MemberPlan): string {
  const { value, column } = member;
  const kind = value.input === "unknown" ? "Object" : refersToDuration(column.type) ? "Unordered" : "";
  const change = changeOf(member);
  const ofPart = change && { list: "Item", map: "Entry", fields: "Field", set: "" }[change.kind];
  return [
    `${kind}Condition<${print(value.input)}>`,
    ...(ofPart ? [`${ofPart}Condition<${change.parts.map(print).join(", ")}>`] : []),
  ].join(" | ");
}

function plain({ name, value }: MemberPlan): Member {
  return { name, type: print(value.input) };
}

function whereMember({ name, value }: MemberPlan, restriction: "match" | "bound"): Member {
  const generic = `${value.isObject ? "Object" : ""}${restriction === "match" ? "Match" : "Bound"}`;
  return { name, type: `${generic}<${print(value.input)}>` };
}

function indexMember({ member: { name, value }, kind, ranges }: IndexPlan): Member {
  const whole = print(value.input);
  if (kind === "full") {
    const plainType = value.isObject ? `{ eq: ${whole} }` : whole;
    return { name, type: ranges ? `${value.isObject ? "ObjectIndexed" : "Indexed"}<${whole}>` : plainType };
  }
  const [one = "never", other = one] = partsOf(value.input).map(print);
  const asked = {
    values: `{ contains: ${other} }`,
    keys: `{ containsKey: ${one} }`,
    entries: `{ containsEntry: readonly [${one}, ${other}] }`,
  };
  return { name, type: asked[kind] };
}

/** What a search can ask of other columns with storage-attached indexes. */
function attachedMembers(table: TablePlan, own?: MemberPlan): readonly Member[] {
  const record = recordsOf(table).find(({ role }) => role === "indexed");
  const members = record?.kind === "query" ? record.members.map(({ member }) => member) : [];
  const others = table.indexes.filter(({ member }) => member !== own && members.includes(member));
  return others.map(indexMember);
}

function partsOf(type: TypeExpression): readonly TypeExpression[] {
  if (typeof type === "string") return [];
  return type.kind === "array" ? [type.item] : type.kind === "generic" ? type.args : [];
}

function literal(members: readonly Member[]): string {
  const given = members.filter(({ type, optional }) => !(optional && (type === "undefined" || type === "never")));
  return `{ ${given.map(({ name, type }) => `${JSON.stringify(name)}: v<${type}>()`).join(", ")} }`;
}

function objectType(members: readonly Member[]): string {
  const parts = members.map(({ name, type, optional }) => `${JSON.stringify(name)}${optional ? "?" : ""}: ${type}`);
  return `{ ${parts.join("; ")} }`;
}

function print(type: TypeExpression): string {
  if (typeof type === "string") return type;
  switch (type.kind) {
    case "imported":
      return type.name;
    case "array":
      return `${type.readonly ? "readonly " : ""}(${print(type.item)})[]`;
    case "generic":
      return `${type.name}<${type.args.map(print).join(", ")}>`;
    case "tuple":
      return `${type.readonly ? "readonly " : ""}[${type.items.map(print).join(", ")}]`;
    case "literals":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "union":
      return type.types.map((one) => `(${print(one)})`).join(" | ");
  }
}
