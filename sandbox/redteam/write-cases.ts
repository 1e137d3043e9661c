/** Writes generated cases to disk: one folder per group, the bundles that they share, and the labels. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../src/redteam/generate.js';
import type { Ids } from '../../src/redteam/history.js';
import type { Git } from '../git/git.js';
import { makeFolder } from '../make-folder.js';
import { writeRepository } from './repository.js';

export interface WrittenCase extends Pick<Case, 'id' | 'type' | 'language' | 'form' | 'subject' | 'label'> {
  /** The group folder. */
  readonly folder: string;
}

/**
 * Writes cases one by one below `folder`: cases/ID/group.json, repositories/KEY.bundle, and a line of labels.jsonl each.
 */
export async function* writeCases(
  git: Git,
  cases: Iterable<Case>,
  folder: string,
): AsyncGenerator<WrittenCase, void> {
  const known = new Map<string, Ids>();
  await makeFolder(join(folder, 'repositories'));
  await writeFile(join(folder, 'labels.jsonl'), '');
  for (const one of cases) {
    const bundle = `${one.repository}.bundle`;
    const ids =
      known.get(one.repository) ??
      (await writeRepository(git, one.project, join(folder, 'repositories', bundle)));
    known.set(one.repository, ids);
    const place = join(folder, 'cases', one.id);
    await mkdir(place, { recursive: true });
    const group = one.group(ids, `../../repositories/${bundle}`);
    await writeFile(join(place, 'group.json'), `${JSON.stringify(group, null, 1)}\n`);
    const { id, type, language, form, subject, label } = one;
    await appendFile(
      join(folder, 'labels.jsonl'),
      `${JSON.stringify({ id, type, language, form, subject, label })}\n`,
    );
    yield { id, type, language, form, subject, label, folder: place };
  }
}
