import { byCodeUnits } from "../model/index.ts";
import type { Column, Table } from "../model/index.ts";
import { printDefinitionFile } from "./definition-file.ts";

/**
 * What a definition file should hold for a table that some other source told of, or undefined when it holds that already.
 *
 * Descriptions stay, since only files know them. The order of columns means nothing: services give one of their own.
 */
export function changedDefinition(told: Table, file: Table): Table | undefined {
  const descriptions = new Map(file.columns.map((column) => [column.name, column.description]));
  const table = {
    ...described(told, file.description),
    columns: told.columns.map((column) => described(column, descriptions.get(column.name))),
  };
  return comparable(table) === comparable(file) ? undefined : table;
}

function described<Thing extends Table | Column>(thing: Thing, description: string | undefined): Thing {
  return thing.description === undefined && description !== undefined ? { ...thing, description } : thing;
}

function comparable(table: Table): string {
  const columns = [...table.columns].sort((one, other) => byCodeUnits(one.name, other.name));
  return printDefinitionFile({ ...table, columns });
}
