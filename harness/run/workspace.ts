/** Runs `gagar workspace`: opens the group, names its candidates, and runs a command or a prompt over its files. */
import { inputDigest } from '../../sandbox/load/digest.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { runInWorkspace } from '../../sandbox/workspace/box.js';
import { layOutGroup } from '../../sandbox/workspace/layout.js';
import { Fault } from '../../src/fault.js';
import { workspaceAliases } from '../../src/judge/alias.js';
import { renderName } from '../../src/text/render.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { listenForInterrupt } from './lifetime.js';

export interface WorkspaceFlags {
  readonly shell?: boolean;
  readonly reveal?: boolean;
  readonly driver: 'auto' | 'docker' | 'bubblewrap';
  readonly dockerHost?: string;
}

const LAYOUT = ['find', '.', '-maxdepth', '3', '-not', '-path', './base/*', '-not', '-path', '*/tree/*'];
const SHELL = ['sh', '-c', 'if command -v bash >/dev/null; then exec bash --norc -i; else exec sh -i; fi'];

/** @returns the exit code of what ran there */
export async function runWorkspace(
  path: string,
  command: readonly string[],
  flags: WorkspaceFlags,
): Promise<number> {
  if (flags.shell && command.length > 0)
    throw new Fault('usage', `--shell and the command ${JSON.stringify(command[0])}: give one of them`);
  if (flags.shell && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new Fault('usage', '--shell needs a terminal; give a command behind -- instead');
  const loaded = await loadGroup(path);
  using interrupt = listenForInterrupt();
  const { signal } = interrupt;
  const dockerHost = flags.dockerHost ?? environment.dockerHost();
  await using bench = await openBench();
  await using opened = await openGroup(loaded, { ...bench, signal, dockerHost });
  const seed = await inputDigest(loaded, opened.workspace.base.oid);
  const ids = loaded.group.rollouts.map(({ id }) => id);
  const aliases = new Map([...workspaceAliases(seed, ids)].map(([id, alias]) => [alias, id]));
  if (flags.reveal) for (const [alias, id] of aliases) process.stderr.write(`${alias} ${renderName(id)}\n`);
  return await runInWorkspace((folder) => layOutGroup(opened, aliases, folder), {
    ...flags,
    dockerHost,
    argv: flags.shell ? SHELL : command.length > 0 ? command : LAYOUT,
    terminal: flags.shell === true,
    signal,
  });
}
