/** Charts as SVG, light and dark, for pages that show them by `<picture>`: bars of factors, and curves on two log scales. */

const themes = {
  light: { text: "#1f2328", dim: "#57606a", line: "#d0d7de", series: ["#4078c0", "#c2410c", "#15803d", "#7c3aed"] },
  dark: { text: "#e6edf3", dim: "#9198a1", line: "#3d444d", series: ["#79a8e8", "#f0883e", "#56d364", "#b392f0"] },
};
const font = 'font-family="ui-sans-serif, system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';

/**
 * Bars from left to right, a group below the other; the first of a group is what the others are compared with.
 *
 * @param groups `[{ title: "insert", bars: [{ name: "driver", value: 1, label: "29 µs" }] }]`
 */
export function drawBars(groups, { theme, title }) {
  const colors = themes[theme];
  const [left, width, height, gap] = [250, 460, 18, 30];
  let y = 10;
  const parts = groups.flatMap(({ title, bars }) => {
    const most = Math.max(...bars.map(({ value }) => value));
    const head = text(8, (y += gap) - 8, title, { fill: colors.text, weight: 600 });
    return [
      head,
      ...bars.flatMap(({ name, value, label }, index) => {
        const place = y;
        y += height + 6;
        const length = Math.max(2, (value / most) * width);
        return [
          text(left - 10, place + 13, name, { fill: colors.dim, anchor: "end" }),
          `<rect x="${left}" y="${place}" width="${length.toFixed(1)}" height="${height}" rx="3" fill="${index === 0 ? colors.series[0] : colors.dim}"/>`,
          text(left + length + 8, place + 13, label, { fill: colors.text }),
        ];
      }),
    ];
  });
  return svg(840, y + 12, title, parts);
}

/** @param curves `[{ name: "reads", points: [[1, 0.2], [10, 1.9]] }]`, none of them 0 */
export function drawCurves(curves, { theme, title, x: nameOfX, y: nameOfY }) {
  const colors = themes[theme];
  const [left, top, width, height] = [70, 20, 480, 300];
  const all = curves.flatMap(({ points }) => points);
  const decades = (values) => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const [firstX, lastX] = decades(all.map(([x]) => x));
  const [firstY, lastY] = decades(all.map(([, y]) => y));
  const placeX = (x) => left + ((Math.log10(x) - firstX) / (lastX - firstX)) * width;
  const placeY = (y) => top + height - ((Math.log10(y) - firstY) / (lastY - firstY)) * height;
  const grid = [
    ...range(firstX, lastX).flatMap((power) => [
      line(placeX(10 ** power), top, placeX(10 ** power), top + height, colors.line),
      text(placeX(10 ** power), top + height + 18, (10 ** power).toLocaleString("en"), {
        fill: colors.dim,
        anchor: "middle",
      }),
    ]),
    ...range(firstY, lastY).flatMap((power) => [
      line(left, placeY(10 ** power), left + width, placeY(10 ** power), colors.line),
      text(left - 8, placeY(10 ** power) + 4, String(10 ** power), { fill: colors.dim, anchor: "end" }),
    ]),
  ];
  const placeOfName = apart(curves.map(({ points }) => placeY(points.at(-1)[1]) + 4));
  const drawn = curves.flatMap(({ name, points }, index) => {
    const color = colors.series[index % colors.series.length];
    const [lastOfX] = points.at(-1);
    const path = points.map(
      ([x, y], place) => `${place === 0 ? "M" : "L"}${placeX(x).toFixed(1)} ${placeY(y).toFixed(1)}`,
    );
    return [
      `<path d="${path.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`,
      text(placeX(lastOfX) + 10, placeOfName[index], name, { fill: color }),
    ];
  });
  const names = [
    text(left + width / 2, top + height + 40, nameOfX, { fill: colors.text, anchor: "middle" }),
    text(left, top - 6, nameOfY, { fill: colors.text }),
  ];
  return svg(960, top + height + 56, title, [...grid, ...drawn, ...names]);
}

/** Moves heights down so that texts there do not overlap. */
function apart(heights) {
  const places = [...heights];
  const order = heights.map((_, index) => index).sort((one, other) => heights[one] - heights[other]);
  order.forEach((index, place) => {
    const above = place === 0 ? -Infinity : places[order[place - 1]];
    places[index] = Math.max(places[index], above + 16);
  });
  return places;
}

function svg(width, height, title, parts) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ${font} font-size="13">`;
  return `${open}\n<title>${title}</title>\n${parts.join("\n")}\n</svg>\n`;
}

function text(x, y, content, { fill, anchor = "start", weight = 400 }) {
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`;
  return `<text ${place} fill="${fill}" text-anchor="${anchor}" font-weight="${weight}">${content}</text>`;
}

function line(x1, y1, x2, y2, stroke) {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${stroke}"/>`;
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
