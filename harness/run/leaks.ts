/** Runs `gagar leaks`: opens the group, looks through the file tree, prints what was found. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findLeaks } from '../../sandbox/leaks/find.js';
import { type LoadedGroup, loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { Fault } from '../../src/fault.js';
import type { Leak } from '../../src/leaks/leak.js';
import { renderName } from '../../src/text/render.js';
import { EXIT } from '../cli/exit.js';
import { environment } from '../environment.js';
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
  const leaks = await findLeaks({ root, material: opened.material, git: bench.git });
  const text = options.json ? leaks.map((leak) => `${JSON.stringify(leak)}\n`).join('') : leaksText(leaks);
  process.stdout.write(text);
  if (leaks.length > 0) process.exitCode = EXIT.some_failed;
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

/** Names come from a foreign tree, so they are rendered. */
function leaksText(leaks: readonly Leak[]): string {
  if (leaks.length === 0) return 'nothing was found\n';
  const entries = leaks.flatMap(({ kind, path, what, remove }) => [
    `${kind}  ${renderName(path)}`,
    ...wrap(renderName(what), 100, '    '),
    ...wrap(`remove: ${renderName(remove)}`, 100, '    '),
  ]);
  return [`${leaks.length} ${leaks.length === 1 ? 'leak' : 'leaks'}`, '', ...entries, ''].join('\n');
}
