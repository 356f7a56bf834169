import type { VNode } from "preact";
import type { Column } from "../../model/index.ts";
import { Check } from "../check.tsx";
import { Menu } from "../menu.tsx";
import { defaultLook } from "./table-look.ts";
import type { TableLook } from "./table-look.ts";

interface ColumnsMenuProps {
  /** The columns that may be hidden: all except the key. */
  readonly columns: readonly Column[];
  readonly look: TableLook;
  readonly onLook: (change: Partial<TableLook>) => void;
}

/** Hides and shows columns. */
export function ColumnsMenu({ columns, look, onLook }: ColumnsMenuProps): VNode {
  const hidden = columns.filter(({ name }) => look.hidden.includes(name)).map(({ name }) => name);
  return (
    <Menu title={hidden.length === 0 ? "Columns" : `Columns (${hidden.length} hidden)`}>
      {columns.map(({ name }) => (
        <Check
          key={name}
          label={name}
          name={`Show ${name}`}
          checked={!hidden.includes(name)}
          onChange={(checked) =>
            onLook({ hidden: checked ? hidden.filter((other) => other !== name) : [...hidden, name] })
          }
        />
      ))}
      <button type="button" onClick={() => onLook(defaultLook)}>
        Reset columns
      </button>
    </Menu>
  );
}
