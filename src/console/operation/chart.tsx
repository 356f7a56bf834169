import type { VNode } from "preact";

interface Line {
  readonly name: string;
  /** One for each time; undefined leaves a gap. */
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  readonly title: string;
  /** At most two. */
  readonly lines: readonly Line[];
  /** When the values are of, in ascending order. */
  readonly times: readonly number[];
  readonly print: (value: number) => string;
}

const [width, height] = [300, 72];

/** Values over time, from zero to the largest. */
export function Chart({ title, lines, times, print }: ChartProps): VNode {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const largest = Math.max(0, ...known);
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const x = (index: number): number => (((times[index] ?? start) - start) / Math.max(1, end - start)) * width;
  const y = (value: number): number => height - 1 - (value / (largest || 1)) * (height - 3);
  const latest = lines.map(({ name, values }) => {
    const value = values.at(-1);
    return { name, text: value === undefined ? "–" : print(value) };
  });
  const spoken = latest.map(({ name, text }) => `${name} ${text}`).join(", ");
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {latest.map(({ name, text }, index) => (
          <span key={name} class={`line-${index}`}>
            {lines.length > 1 && `${name} `}
            {text}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${spoken}; at most ${print(largest)}`}
      >
        {lines.map(({ name, values }, index) => (
          <path key={name} class={`line-${index}`} d={pathOf(values, x, y)} vector-effect="non-scaling-stroke" />
        ))}
      </svg>
      <span class="small muted">{known.length === 0 ? "nothing yet" : `at most ${print(largest)}`}</span>
    </figure>
  );
}

/** A value between two gaps is a short line, so that it is seen. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  values.forEach((value, index) => {
    if (value === undefined) return;
    const at = `${x(index).toFixed(1)},${y(value).toFixed(1)}`;
    path += index > 0 && values[index - 1] !== undefined ? `L${at}` : `M${at}h1`;
  });
  return path;
}
