import type { VNode } from "preact";
import type { ColumnKind } from "../../model/index.ts";

const badges: Readonly<Partial<Record<ColumnKind, readonly [text: string, title: string]>>> = {
  partition: ["PK", "Partition key"],
  clustering: ["CK", "Clustering key"],
  static: ["static", "Static: one value for each partition"],
};

export function KindBadge({ kind }: { readonly kind: ColumnKind }): VNode | null {
  const badge = badges[kind];
  return badge ? (
    <abbr class={`badge ${kind}`} title={badge[1]}>
      {badge[0]}
    </abbr>
  ) : null;
}
