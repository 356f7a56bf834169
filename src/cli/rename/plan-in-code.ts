import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { upperCamel } from "@colonnade/runtime/protocol";
import { parseJsonConfig } from "../../config/json-config.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { setMember } from "../../source/edit-json.ts";
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
