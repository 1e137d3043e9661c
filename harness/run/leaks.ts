/** Runs `gagar leaks`: opens the group, looks through the file tree, prints what was found. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findLeaks, type LeakReport } from '../../sandbox/leaks/find.js';
import { type LoadedGroup, loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { Fault } from '../../src/fault.js';
import type { Leak, Unsearched } from '../../src/leaks/leak.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import { environment } from '../environment.js';
import { EXIT } from '../exit.js';
import { openBench } from '../grade/bench.js';
import { wrap } from '../report/columns.js';
import { listenForInterrupt } from './lifetime.js';

export interface LeaksCommand {
  readonly root?: string;
  readonly dockerHost?: string;
  readonly json?: boolean;
}

/** @throws Fault input where there is no folder to look at, Fault environment where the base cannot be had. */
export async function runLeaks(path: string, options: LeaksCommand): Promise<void> {
  const loaded = await loadGroup(path);
  const root = options.root ?? (await rootOf(loaded));
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const dockerHost = options.dockerHost ?? environment.dockerHost();
  await using opened = await openGroup(loaded, { ...bench, dockerHost, signal: interrupt.signal });
  const report = await findLeaks({ root, material: opened.material, git: bench.git });
  process.stdout.write(options.json ? leaksJson(report) : leaksText(report));
  if (report.leaks.length > 0) process.exitCode = EXIT.some_failed;
  else if (report.unsearched.count > 0) process.exitCode = EXIT.environment;
}

async function rootOf({ group, folder }: LoadedGroup): Promise<string> {
  const path = group.task.repo?.path;
  const place = path === undefined ? null : resolve(folder, path);
  const found = place === null ? null : await stat(place).catch(() => null);
  if (place !== null && found?.isDirectory()) return place;
  throw new Fault(
    'usage',
    'the group names no local folder: unpack the machine of the policy and name it with --root',
  );
}

const leaksJson = ({ leaks, unsearched }: LeakReport): string =>
  [...leaks, ...(unsearched.count > 0 ? [{ kind: 'not_searched', ...unsearched }] : [])]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** Names come from a foreign tree, so they are rendered. */
const leaksText = ({ leaks, unsearched }: LeakReport): string =>
  [...foundText(leaks, unsearched), ...unsearchedText(unsearched), ''].join('\n');

function foundText(leaks: readonly Leak[], { count }: Unsearched): string[] {
  if (leaks.length === 0)
    return [count === 0 ? 'nothing was found' : 'nothing was found in what could be read'];
  const entries = leaks.flatMap(({ kind, path, what, remove }) => [
    `${kind}  ${renderName(path)}`,
    ...wrap(renderName(what), 100, '    '),
    ...wrap(`remove: ${renderName(remove)}`, 100, '    '),
  ]);
  return [plural(leaks.length, 'leak'), '', ...entries];
}

function unsearchedText({ count, first }: Unsearched): string[] {
  if (count === 0) return [];
  const more = count - first.length;
  return [
    '',
    `${plural(count, 'place was', 'places were')} not searched, so nothing is known of what lies there`,
    ...first.map(({ path, why }) => `    ${renderName(path)} ${why}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}
