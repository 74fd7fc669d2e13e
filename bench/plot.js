const WIDTH = 720;
const HEIGHT = 300;
/** The area of the lines in each half of the image. */
const AREA = { left: 52, top: 34, width: 200, height: 216 };

/** Readable on white and on black. */
const COLOURS = ['#2f81f7', '#e5534b', '#2da44e', '#bf8700', '#8957e5'];

/**
 * Draws wall time and memory of Node by the number of variants as an SVG. All axes are logarithmic: a
 * quantity in proportion to the number is a line that rises one decade per decade.
 */
export function plot(steps, results) {
  const panels = [
    { title: 'wall time, s', of: ({ seconds }) => seconds },
    { title: 'memory of Node, MiB', of: ({ node }) => node },
  ];
  const drawn = panels.map(({ title, of }, index) =>
    panel(title, steps, results, of, AREA.left + (index * (WIDTH - 170)) / 2),
  );
  const names = steps.map((step, index) => {
    const y = AREA.top + 10 + index * 20;
    return `<path d="M${WIDTH - 160} ${y - 4}h18" stroke="${COLOURS[index]}" stroke-width="2"/><text x="${WIDTH - 136}" y="${y}">${step}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="none">
<style>text { fill: #57606a } path.grid { stroke: #8c959f44 } @media (prefers-color-scheme: dark) { text { fill: #9da7b1 } }</style>
${[...drawn, ...names].join('\n')}
</svg>
`;
}

function panel(title, steps, results, of, left) {
  const { top, width, height } = AREA;
  const values = results.map(of);
  const counts = results.map(({ count }) => count);
  const across = scaleOf(counts, left, width);
  const up = scaleOf(values, top + height, -height);
  const vertical = decades(counts).map((each) => {
    const x = across(each).toFixed(1);
    return `<path class="grid" d="M${x} ${top}v${height}"/><text x="${x}" y="${top + height + 16}" text-anchor="middle">${each.toLocaleString('en')}</text>`;
  });
  const horizontal = decades(values).map((each) => {
    const y = up(each).toFixed(1);
    return `<path class="grid" d="M${left} ${y}h${width}"/><text x="${left - 6}" y="${Number(y) + 4}" text-anchor="end">${each.toLocaleString('en')}</text>`;
  });
  const lines = steps.map((step, index) => {
    const points = results
      .filter((each) => each.step === step)
      .map((each) => [across(each.count).toFixed(1), up(of(each)).toFixed(1)]);
    const dots = points.map(
      ([x, y]) => `<circle cx="${x}" cy="${y}" r="2.5" fill="${COLOURS[index]}"/>`,
    );
    return `<path d="M${points.map((point) => point.join(' ')).join('L')}" stroke="${COLOURS[index]}" stroke-width="2"/>${dots.join('')}`;
  });
  return [
    `<text x="${left}" y="${top - 14}" font-weight="600">${title}</text>`,
    ...vertical,
    ...horizontal,
    ...lines,
    `<text x="${left + width / 2}" y="${top + height + 34}" text-anchor="middle">variants</text>`,
  ].join('\n');
}

/** The powers of ten around some numbers. */
function decades(numbers) {
  const first = Math.floor(Math.log10(Math.min(...numbers)));
  const last = Math.ceil(Math.log10(Math.max(...numbers)));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function scaleOf(numbers, start, length) {
  const all = decades(numbers);
  const [low, high] = [Math.log10(all[0]), Math.log10(all.at(-1))];
  return (value) => start + ((Math.log10(value) - low) / (high - low)) * length;
}
