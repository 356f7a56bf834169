/**
 * Converts between values of the store and of GraphQL: a map is a list of `{ key, value }`, a tuple `{ item0, item1 }`,
 * a user type an object by API names. The parts keep the store's form, which the scalars convert.
 *
 * Does not check values; that is done by the codec of the type.
 */
import type { CqlType } from "../../model/index.ts";
import { fieldNamesOf } from "../../store/index.ts";
import type { Value } from "../../store/index.ts";

type Members = Readonly<Record<string, unknown>>;

/** A value of the store as GraphQL's own resolvers find its parts. */
export function toGraphQLValue(type: CqlType, value: Value | null | undefined): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case "native":
    case "custom":
      return value;
    case "list":
    case "set":
    case "vector":
      return (value as readonly Value[]).map((item) => toGraphQLValue(type.item, item));
    case "map":
      return Array.from(value as ReadonlyMap<Value, Value>, ([key, held]) => {
        return { key: toGraphQLValue(type.key, key), value: toGraphQLValue(type.value, held) };
      });
    case "tuple": {
      const items = value as readonly (Value | null)[];
      return Object.fromEntries(type.items.map((item, index) => [`item${index}`, toGraphQLValue(item, items[index])]));
    }
    case "user": {
      const members = value as Readonly<Record<string, Value | null>>;
      const names = fieldNamesOf(type.type);
      return Object.fromEntries(
        type.type.fields.map(({ name, type: of }) => [names.get(name) ?? name, toGraphQLValue(of, members[name])]),
      );
    }
  }
}

/** What an argument holds as the store wants it: what is left out of a tuple or a user type is null. */
export function fromGraphQLArgument(type: CqlType, argument: unknown): unknown {
  if (argument === null || argument === undefined) return null;
  switch (type.kind) {
    case "native":
    case "custom":
      return argument;
    case "list":
    case "set":
    case "vector":
      return (argument as readonly unknown[]).map((item) => fromGraphQLArgument(type.item, item));
    case "map":
      return new Map(
        (argument as readonly (Members | null)[]).map((entry) => [
          fromGraphQLArgument(type.key, entry && own(entry, "key")),
          fromGraphQLArgument(type.value, entry && own(entry, "value")),
        ]),
      );
    case "tuple":
      return type.items.map((item, index) => fromGraphQLArgument(item, own(argument as Members, `item${index}`)));
    case "user": {
      const names = fieldNamesOf(type.type);
      return Object.fromEntries(
        type.type.fields.map(({ name, type: of }) => [
          name,
          fromGraphQLArgument(of, own(argument as Members, names.get(name) ?? name)),
        ]),
      );
    }
  }
}

/** A field may be called `constructor`, which any object seems to have. */
function own(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
