/** Builds the repository of a generated project: a bundle that ends at the base, and the ids of all its commits. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyOf, type Ids } from '../../src/redteam/history.js';
import type { Project } from '../../src/redteam/scene.js';
import { createGitDir } from '../git/bare.js';
import type { Git } from '../git/git.js';
import { ownedFolder } from '../owned.js';

/** @param file where the bundle is written; upstream's later commit is not in it. */
export async function writeRepository(git: Git, project: Project, file: string): Promise<Ids> {
  await using folder = await ownedFolder();
  const gitDir = join(folder.path, 'store.git');
  await createGitDir(gitDir, { format: 'sha1' });
  await git.read(['fast-import', '--quiet'], { gitDir, stdin: Buffer.from(importStream(project)) });
  const bundle = await git.read(['bundle', 'create', '--quiet', '-', 'refs/heads/base'], {
    gitDir,
    maxBytes: 16 << 20,
  });
  await writeFile(file, bundle);
  const named = [
    ...historyOf(project).map(({ name }): [string, string] => [name, `refs/heads/${name}`]),
    ['tree', 'refs/heads/fix^{tree}'],
    ['basetree', 'refs/heads/base^{tree}'],
    ['blob', `refs/heads/fix:${project.source}`],
    ['baseblob', `refs/heads/base:${project.source}`],
  ] as const;
  const lines = await git.read(['rev-parse', ...named.map(([, revision]) => revision)], { gitDir });
  const ids = Buffer.from(lines).toString().trimEnd().split('\n');
  return Object.fromEntries(named.map(([name], at) => [name, ids[at] ?? '']));
}

/** The history as `git fast-import` reads it; the same project gives the same ids everywhere. */
function importStream(project: Project): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return historyOf(project)
    .map(({ name, message, files, time }, at) => {
      const mode = (path: string): string => (path.startsWith('bin/') ? '100755' : '100644');
      return [
        `commit refs/heads/${name}\nmark :${at + 1}\ncommitter Ada Brink <ada@example.org> ${time} +0100\n`,
        data(message),
        at > 0 ? `from :${at}\n` : '',
        'deleteall\n',
        ...Object.entries(files).map(([path, text]) => `M ${mode(path)} inline ${path}\n${data(text)}`),
        '\n',
      ].join('');
    })
    .join('');
}
