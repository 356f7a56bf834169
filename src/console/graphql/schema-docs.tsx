import { getNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import type { GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema, GraphQLType } from "graphql";
import type { VNode } from "preact";

interface SchemaDocsProps {
  readonly schema: GraphQLSchema;
  /** The types that led to the one that is shown, the last of them. */
  readonly trail: readonly string[];
  readonly onTrail: (trail: readonly string[]) => void;
}

/** What a schema has: its queries and mutations, and each type behind them. */
export function SchemaDocs({ schema, trail, onTrail }: SchemaDocsProps): VNode {
  const name = trail.at(-1);
  const type = name === undefined ? undefined : schema.getType(name);
  const show = (next: string): void => onTrail([...trail, next]);
  if (type) {
    return (
      <>
        <button class="quiet back-up" onClick={() => onTrail(trail.slice(0, -1))}>
          ‹ {trail.at(-2) ?? "All operations"}
        </button>
        <h2>{type.name}</h2>
        {type.description && <Described text={type.description} />}
        <Members type={type} onShow={show} />
      </>
    );
  }
  const roots = [
    ["Queries", schema.getQueryType()],
    ["Mutations", schema.getMutationType()],
  ] as const;
  return (
    <>
      {roots.map(
        ([title, root]) =>
          root && (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              <Members type={root} onShow={show} />
            </section>
          ),
      )}
    </>
  );
}

function Members({
  type,
  onShow,
}: {
  readonly type: GraphQLNamedType;
  readonly onShow: (name: string) => void;
}): VNode {
  if (isEnumType(type)) {
    return (
      <ul class="members">
        {type.getValues().map(({ name, description }) => (
          <li key={name}>
            <code>{name}</code>
            {description && <Described text={description} />}
          </li>
        ))}
      </ul>
    );
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) {
    return <p class="small muted">A scalar.</p>;
  }
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(type.getFields());
  return (
    <ul class="members">
      {fields.map((field) => (
        <li key={field.name}>
          <code>
            <strong>{field.name}</strong>: <TypeName type={field.type} onShow={onShow} />
          </code>
          {"args" in field && field.args.length > 0 && (
            <ul class="arguments">
              {field.args.map((argument) => (
                <li key={argument.name}>
                  <code>
                    {argument.name}: <TypeName type={argument.type} onShow={onShow} />
                  </code>
                </li>
              ))}
            </ul>
          )}
          {field.description && <Described text={field.description} />}
        </li>
      ))}
    </ul>
  );
}

function TypeName({ type, onShow }: { readonly type: GraphQLType; readonly onShow: (name: string) => void }): VNode {
  const { name } = getNamedType(type);
  return (
    <button class="type-name" onClick={() => onShow(name)}>
      {String(type)}
    </button>
  );
}

/** A description, in which names stand in backticks. */
function Described({ text }: { readonly text: string }): VNode {
  return (
    <p class="small muted">
      {text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  );
}
