import { readFileSync } from "node:fs";
import { extname, dirname, relative } from "node:path";
import { upperCamel } from "@colonnade/runtime/protocol";
import { parseJsonConfig } from "../../config/json-config.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { setMember } from "../../source/edit-json.ts";
import { renderPath } from "../terminal/talk.ts";
import type { Renamed } from "./find-renamed.ts";
import type { PlannedRename, RenamedProject } from "./planned-rename.ts";

/** A rule of the config that names something in TypeScript. */
interface NameRule {
  readonly kind: "columns" | "tables" | "userTypes";
  readonly key: string;
  readonly name: string;
}

/** Plans a rename by a rule of the config: the database and the wire keep their names. */
export function planInCode(renamed: Renamed, name: string, { config, targets }: RenamedProject): PlannedRename {
  const rule = ruleFor(renamed, name);
  const own = targets.filter(({ keyspace }) => keyspace === renamed.keyspace);
  const outputs = own.map((before) => ({ before, after: withRule(before, rule) }));
  const shared = { mode: "in-code" as const, outputs, statements: [] };
  if (extname(config.file) !== ".json") {
    const add = `${printRule(rule)}, in each output of keyspaces.${renamed.keyspace}`;
    return { ...shared, files: [], toAdd: [add] };
  }
  const before = readFileSync(config.file, "utf8");
  const { find } = parseJsonConfig(before);
  // An output of a list, or the keyspace itself.
  const isList = find(["keyspaces", renamed.keyspace, 0]) !== undefined;
  const places = isList ? own.map((_, index) => [index]) : [[]];
  const text = places.reduce(
    (edited, place) =>
      setMember(edited, ["keyspaces", renamed.keyspace, ...place, rule.kind, rule.key, "name"], rule.name),
    before,
  );
  return { ...shared, files: [{ path: config.file, before, text }], toAdd: [] };
}

/** `columns: { "products.price": { name: "cost" } }` */
export function printRule({ kind, key, name }: NameRule): string {
  return `${kind}: { ${JSON.stringify(key)}: { name: ${JSON.stringify(name)} } }`;
}

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** A member is called as it is given; a table or type begins with a capital, as the types do that it names. */
export function ruleFor({ of, record, member }: Renamed, given: string): NameRule {
  const name = member === undefined ? upperCamel(given) : given;
  if (!identifier.test(name)) {
    throw new ColonnadeError("usage", `${JSON.stringify(given)} cannot be a name in TypeScript`, {
      next: "use letters, digits and underscores",
    });
  }
  if (member !== undefined) return { kind: "columns", key: `${record}.${member}`, name };
  return { kind: of === "table" ? "tables" : "userTypes", key: record, name };
}

function withRule(target: Target, { kind, key, name }: NameRule): Target {
  const rules = new Map<string, object>(Object.entries(target[kind] ?? {}));
  return { ...target, [kind]: Object.fromEntries(rules.set(key, { ...rules.get(key), name })) };
}

/**
 * Plans a rename to the naming settings of another config, whose text then replaces the config's.
 *
 * @throws {ColonnadeError} `other-settings` if the two differ in more than names
 */
export function planToConfig({ config, targets, cwd }: RenamedProject, next: RenamedProject): PlannedRename {
  const outputs = targets.map((before) => {
    const after = next.targets.find((one) => isSameOutput(one, before));
    if (!after || JSON.stringify(withoutNames(before)) !== JSON.stringify(withoutNames(after)))
      throw otherSettings(renderPath(next.config.file, cwd), renderPath(config.file, cwd), before.keyspace);
    return { before, after };
  });
  const added = next.targets.find((one) => !targets.some((target) => isSameOutput(one, target)));
  if (added) throw otherSettings(renderPath(next.config.file, cwd), renderPath(config.file, cwd), added.keyspace);
  const shared = { mode: "to-config" as const, outputs, statements: [] };
  const isBeside = dirname(config.file) === dirname(next.config.file);
  if (!isBeside || extname(config.file) !== extname(next.config.file)) {
    const toAdd = [`the naming settings of ${renderPath(next.config.file, cwd)}`];
    return { ...shared, files: [], toAdd };
  }
  const [before, text] = [config.file, next.config.file].map((file) => readFileSync(file, "utf8"));
  return { ...shared, files: [{ path: config.file, before, text: text ?? "" }], toAdd: [] };
}

function isSameOutput(one: Target, other: Target): boolean {
  return one.keyspace === other.keyspace && relative(one.output, other.output) === "";
}

/** The settings of a target that decide more than names, in one order. */
function withoutNames({ naming: _naming, name: _name, tables, columns, userTypes: _types, ...target }: Target): object {
  const others = {
    ...target,
    tables: restOf(tables, ({ name: _, row: _row, plural: _plural, ...rest }) => rest),
    columns: restOf(columns, ({ name: _, ...rest }) => rest),
  };
  return Object.fromEntries(Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The rules that say more than a name. */
function restOf<Rule extends object>(
  rules: Readonly<Record<string, Rule>> | undefined,
  rest: (rule: Rule) => object,
): readonly (readonly [string, object])[] {
  return Object.entries(rules ?? {})
    .map(([key, rule]) => [key, rest(rule)] as const)
    .filter(([, rule]) => Object.keys(rule).length > 0);
}

function otherSettings(next: string, file: string, keyspace: string): ColonnadeError {
  return new ColonnadeError("other-settings", `${next} differs from ${file} in more than names of ${keyspace}`, {
    next: "change only naming, name, and the names in tables, columns and userTypes",
  });
}
