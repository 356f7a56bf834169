import type { VNode } from "preact";

interface CheckProps {
  readonly label: string;
  /** A name for screen readers. @default the label */
  readonly name?: string;
  readonly isFirst?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, name, isFirst, checked, onChange }: CheckProps): VNode {
  return (
    <label class={isFirst ? "check first" : "check"}>
      <input
        type="checkbox"
        aria-label={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
