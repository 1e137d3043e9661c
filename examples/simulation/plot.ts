/** Line charts as SVG text: panels side by side, one line a method, nothing but numbers and names of ours. */

export interface Panel {
  readonly title: string;
  /** By name; one value a step. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
  /** Where the vertical axis ends; what the values need where it is left out. */
  readonly range?: readonly [low: number, high: number];
}

const COLOURS = ['#666666', '#d1495b', '#00798c', '#30638e', '#edae49', '#6a4c93'];
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [300, 190, 46, 24, 24];
const COLUMNS = 3;
/** More points than this cannot be told apart. */
const POINTS = 120;

export function chart(title: string, panels: readonly Panel[]): string {
  const rows = Math.ceil((panels.length + 1) / COLUMNS);
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT + 30];
  const names = [...(panels[0]?.lines.keys() ?? [])];
  const parts = panels.map((panel, at) => placed(at, panelSvg(panel, names)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${LEFT}" y="20" font-size="14">${escaped(title)}</text>`,
    ...parts,
    placed(panels.length, legend(names)),
    '</svg>',
    '',
  ].join('\n');
}

const placed = (at: number, body: string): string =>
  `<g transform="translate(${(at % COLUMNS) * WIDTH} ${Math.floor(at / COLUMNS) * HEIGHT + 30})">\n${body}\n</g>`;

const legend = (names: readonly string[]): string =>
  names
    .map((name, at) => {
      const y = TOP + 14 + at * 20;
      return `<path d="M${LEFT} ${y}h24" stroke="${COLOURS[at]}" stroke-width="2"/><text x="${LEFT + 32}" y="${y + 4}">${escaped(name)}</text>`;
    })
    .join('\n');

function panelSvg({ title, lines, range }: Panel, names: readonly string[]): string {
  const values = [...lines.values()].flat();
  const [low, high] = range ?? spread(Math.min(...values), Math.max(...values));
  const [right, bottom] = [WIDTH - 12, HEIGHT - BOTTOM];
  const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - TOP);
  const ticks = [low, (low + high) / 2, high].map(
    (value) =>
      `<path d="M${LEFT} ${y(value).toFixed(1)}H${right}" stroke="#dddddd"/><text x="${LEFT - 5}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${tick(value)}</text>`,
  );
  const paths = names.map((name, at) => {
    const line = thinned(lines.get(name) ?? []);
    const points = line.map(([step, value]) => {
      const x = LEFT + (step / Math.max(1, (lines.get(name)?.length ?? 1) - 1)) * (right - LEFT);
      return `${x.toFixed(1)} ${y(value).toFixed(1)}`;
    });
    return `<path d="M${points.join('L')}" fill="none" stroke="${COLOURS[at]}" stroke-width="1.6"/>`;
  });
  return [
    `<text x="${LEFT}" y="${TOP - 8}" font-weight="bold">${escaped(title)}</text>`,
    ...ticks,
    ...paths,
  ].join('\n');
}

const spread = (low: number, high: number): [number, number] =>
  high > low ? [low, high] : [low - 1, high + 1];
const tick = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(2)));

/** Means of neighbouring steps, with the step in their middle. */
function thinned(line: readonly number[]): [number, number][] {
  const size = Math.max(1, Math.ceil(line.length / POINTS));
  return Array.from({ length: Math.ceil(line.length / size) }, (_, at) => {
    const part = line.slice(at * size, (at + 1) * size);
    return [at * size + (part.length - 1) / 2, part.reduce((sum, value) => sum + value, 0) / part.length];
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
