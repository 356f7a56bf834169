import type { VNode } from "preact";
import { printCqlType } from "../../model/index.ts";
import type { Index, Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { CopyButton } from "../copy-button.tsx";
import { DataTable } from "../data-table.tsx";
import { Load } from "../load.tsx";
import { Notice } from "../notice.tsx";
import { useLoad } from "../use-load.ts";
import { columnsOf } from "./columns-of.ts";
import { KindBadge } from "./kind-badge.tsx";

/** What the service prints of a table; `problem` explains why a module is missing. */
interface Code {
  readonly cql: string;
  readonly module?: string;
  readonly problem?: string;
}

interface DefinitionViewProps {
  readonly keyspace: Keyspace;
  readonly table: Table;
  readonly connection: Connection;
}

/** The columns and indexes of a table, its CQL, and the module that `generate` writes for it. */
export function DefinitionView({ keyspace, table, connection }: DefinitionViewProps): VNode {
  const path = `/__local/definitions/${encodeURIComponent(keyspace.name)}/${encodeURIComponent(table.name)}/code`;
  const code = useLoad((signal) => connection.read<Code>("print the definition", path, signal), [connection, table]);
  return (
    <>
      <Columns table={table} />
      <Facts table={table} />
      <Load of={code} what="code">
        {({ cql, module, problem }) => (
          <>
            <CodeBlock title="CQL" text={cql} />
            {module !== undefined && <CodeBlock title="Generated module" text={module} />}
            {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
          </>
        )}
      </Load>
    </>
  );
}

function Columns({ table }: { readonly table: Table }): VNode {
  const directions = new Map(table.clusteringKey.map(({ name, order }) => [name, order]));
  const isDescribed = table.columns.some(({ description }) => description !== undefined);
  return (
    <DataTable
      label={`Columns of ${table.name}`}
      items={columnsOf(table)}
      keyOf={({ name }) => name}
      columns={[
        ["Column", ({ name }) => <strong>{name}</strong>],
        ["Type", ({ type }) => <code>{printCqlType(type)}</code>],
        [
          "Key",
          ({ kind, name }) => (
            <>
              <KindBadge kind={kind} /> {directions.get(name) === "DESC" && <span class="muted">descending</span>}
            </>
          ),
        ],
        isDescribed && ["Description", ({ description }) => description, "wrapped"],
      ]}
    />
  );
}

const partNames: Readonly<Record<Index["kind"], string>> = {
  full: "",
  values: "values of ",
  keys: "keys of ",
  entries: "entries of ",
};

function Facts({ table: { indexes, defaultTimeToLive } }: { readonly table: Table }): VNode | null {
  if (indexes.length === 0 && defaultTimeToLive === 0) return null;
  return (
    <dl class="facts">
      {indexes.length > 0 && (
        <div>
          <dt>{indexes.length === 1 ? "Index" : "Indexes"}</dt>
          {indexes.map(({ column, kind, using, name, options = {} }) => (
            <dd key={`${column} ${kind}`}>
              {partNames[kind]}
              <strong>{column}</strong>
              {using && <span class="muted"> {using.toUpperCase()}</span>}
              {Object.entries(options).map((option) => (
                <span class="muted"> {option.join(": ")}</span>
              ))}
              {name !== undefined && <span class="muted"> {name}</span>}
            </dd>
          ))}
        </div>
      )}
      {defaultTimeToLive > 0 && (
        <div>
          <dt>Time to live</dt>
          <dd>{defaultTimeToLive} seconds</dd>
        </div>
      )}
    </dl>
  );
}

/** Text of a program, with a button that copies it. */
function CodeBlock({ title, text }: { readonly title: string; readonly text: string }): VNode {
  return (
    <section aria-label={title} class="code-block">
      <header>
        <h2>{title}</h2>
        <CopyButton text={text} />
      </header>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
