/** The small trajectories in test/fixtures/formats, one folder a format, and what is read in them as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryBytes } from '../../sandbox/bytes.js';
import { openEvents } from '../../sandbox/events/open.js';
import { trialsOf } from '../../sandbox/events/trials.js';
import { detectFormat } from '../../src/events/detect.js';
import { formatNamed } from '../../src/events/formats.js';
import { outline } from './outline.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'fixtures', 'formats');
/** Beside each fixture lies what it comes to. */
const EXPECTED = '.expected';

const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();

/** Paths below the folder of fixtures, as `codex/exec.jsonl`. */
export const FIXTURES: readonly string[] = all.filter((path) => !path.endsWith(EXPECTED));

export const fixtureBytes = (path: string): Buffer => readFileSync(join(folder, path));
export const expectedText = (path: string): string => readFileSync(join(folder, path + EXPECTED), 'utf8');

/** The format that is recognised, then for each trial its turns, its warnings, and its events in outline. */
export async function fixtureReport(path: string): Promise<string> {
  const bytes = fixtureBytes(path);
  const found = detectFormat(path, bytes.toString('utf8'));
  if (found === null) return 'no format\n';
  const format = formatNamed(found.format);
  const report = [`${found.format}: ${found.why}`];
  for (const trial of await trialsOf(memoryBytes(bytes, path), format)) {
    await using index = await openEvents(format, [await trial.open()]);
    report.push('', `${trial.place || 'file'}: ${index.turnCount} turns`);
    report.push(...index.warnings.map((warning) => `! ${warning}`));
    for await (const event of index.events()) report.push(outline(event));
  }
  return `${report.join('\n')}\n`;
}
