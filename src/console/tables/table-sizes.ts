import type { TableSize } from "../../store/index.ts";
import type { Connection } from "../connection.ts";
import { printBytes } from "../operation/units.ts";

interface Sizes {
  readonly sizes: readonly (TableSize & { readonly table: string })[];
}

/** The size of each table: `1.5 kB`, or `more than 4.2 MB`. Empty if the service does not know it, as on a cluster. */
export async function tableSizes(
  connection: Connection,
  keyspace: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const path = `/__local/definitions/${encodeURIComponent(keyspace)}/sizes`;
  const { sizes } = await connection.read<Sizes>("read the sizes of tables", path, signal);
  return new Map(
    sizes.map(({ table, bytes, isLeast }) => [table, `${isLeast ? "more than " : ""}${printBytes(bytes)}`]),
  );
}
