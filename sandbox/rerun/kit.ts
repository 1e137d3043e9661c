/** Lays our reporters out for the runs of one group, under a name that nothing in the tree can know beforehand. */
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ownedFolder } from '../owned.js';

/** Programs that our shim stands before. */
const SHIMMED = [
  ...[
    'python',
    'python2',
    'python3',
    'pytest',
    'py.test',
    'tox',
    'nox',
    'nosetests',
    'nose2',
    'coverage',
    'trial',
    'stestr',
  ],
  ...['node', 'go'],
];
const FILES = { 'py/sitecustomize.py': 'sitecustomize.py', 'py/pytest_items.py': 'pytest_items.py' } as const;
const PLAIN = ['node.mjs', 'vitest.mjs', 'jest.cjs'] as const;

export interface Kit extends AsyncDisposable {
  /** Begins the name of every report file and stands in every line. */
  readonly sign: string;
  /** Folder on this machine, and where it has to be mounted. */
  readonly source: string;
  readonly target: string;
}

/**
 * @param assets folder that holds the reporters' files
 */
export async function layKit(assets: string): Promise<Kit> {
  const folder = await ownedFolder();
  const sign = `k${randomBytes(9).toString('hex')}`;
  const source = join(folder.path, 'kit');
  try {
    // The program in the box is another user.
    for (const part of ['', 'py', 'bin']) {
      await mkdir(join(source, part));
      await chmod(join(source, part), 0o755);
    }
    const copies = [
      ...Object.entries(FILES),
      ...PLAIN.map((name) => [name, name] as const),
      ['bin/shim', 'shim.sh'] as const,
    ];
    for (const [to, from] of copies) {
      await copyFile(join(assets, from), join(source, to));
      await chmod(join(source, to), to === 'bin/shim' ? 0o755 : 0o644);
    }
    for (const name of SHIMMED) await symlink('shim', join(source, 'bin', name));
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
  return { sign, source, target: `/opt/${sign}`, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
