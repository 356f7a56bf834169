/** The members that values of maps, tuples and user types have in GraphQL. */
import { nameColumns } from "@colonnade/runtime/protocol";
import { printCqlType } from "../model/index.ts";
import type { CqlType } from "../model/index.ts";

/** A type whose values have named members in GraphQL. */
export type Structured = Extract<CqlType, { kind: "map" | "tuple" | "user" }>;

export interface Member {
  readonly name: string;
  readonly type: CqlType;
  readonly description: string;
  readonly required?: boolean;
}

/** CQL types that GraphQL cannot distinguish share their map entries and tuples, so these do not name the type. */
export function membersOf(type: Structured): readonly Member[] {
  switch (type.kind) {
    case "map":
      return [
        { name: "key", type: type.key, description: "The key.", required: true },
        { name: "value", type: type.value, description: "The value." },
      ];
    case "tuple":
      return type.items.map((item, index) => {
        return { name: `item${index}`, type: item, description: `Item ${index + 1} of ${type.items.length}.` };
      });
    case "user": {
      const names = nameColumns(type.type.fields.map((field) => field.name));
      return type.type.fields.map(({ name, description, type: of }) => ({
        name: names.get(name) ?? name,
        type: of,
        description: `${description === undefined ? "" : `${description}\n\n`}CQL \`${printCqlType(of)}\`.`,
      }));
    }
  }
}
