import { exportsOf } from "../../plan/index.ts";
import type { ExportedNames, MemberPlan, TablePlan } from "../../plan/index.ts";
import type { GeneratedFunction } from "./explanation.ts";

interface Needs {
  readonly role: Extract<keyof ExportedNames, `${string}Function`>;
  readonly needs: (table: TablePlan) => readonly MemberPlan[];
  readonly may?: (table: TablePlan) => readonly MemberPlan[];
  readonly note?: (table: TablePlan) => string | undefined;
}

const wholeKey = ({ partitionKey, clusteringKey }: TablePlan): readonly MemberPlan[] => [
  ...partitionKey,
  ...clusteringKey,
];
const partition = ({ partitionKey }: TablePlan): readonly MemberPlan[] => partitionKey;
const statics = (text: string) => (table: TablePlan) => (table.statics.length > 0 ? text : undefined);

/**
 * What each function of a table requires, in the order in which they are generated; finders by indexes come after
 * `find`.
 */
const functions: readonly Needs[] = [
  { role: "getFunction", needs: wholeKey },
  { role: "getStaticFunction", needs: partition },
  { role: "findFunction", needs: partition, may: ({ clusteringKey }) => clusteringKey },
  { role: "scanFunction", needs: () => [], note: () => "reads every row" },
  { role: "incrementFunction", needs: wholeKey, note: () => "and at least one counter" },
  { role: "insertFunction", needs: wholeKey },
  {
    role: "updateFunction",
    needs: wholeKey,
    note: statics("or only the partition key, with static columns"),
  },
  { role: "deleteFunction", needs: wholeKey },
];

/** The functions of a table, each with the members that a call requires. */
export function functionsOf(table: TablePlan): readonly GeneratedFunction[] {
  const exported = new Set(exportsOf(table).bindings);
  return functions.flatMap(({ role, needs, may, note }) => {
    const name = table.names[role];
    if (!exported.has(name)) return [];
    const said = note?.(table);
    const found: GeneratedFunction = {
      name,
      needs: needs(table).map((member) => member.name),
      may: (may?.(table) ?? []).map((member) => member.name),
      ...(said !== undefined && { note: said }),
    };
    return role === "findFunction" ? [found, ...findersOf(table)] : [found];
  });
}

function findersOf({ indexes }: TablePlan): readonly GeneratedFunction[] {
  return indexes.map(({ functionName, member }) => ({ name: functionName, needs: [member.name], may: [] }));
}
