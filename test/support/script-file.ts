/** Writes the script of a judge that looks at everything and scores everybody alike, for groups of one digest. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBench } from '../../harness/grade/bench.js';
import { gradeGroup } from '../../harness/grade/grade.js';
import { foldSettings } from '../../harness/grade/settings.js';
import { scripted } from '../../harness/providers/scripted.js';
import { isTurnStep } from '../../harness/recording.js';
import { readRecording } from '../../harness/recording-file.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { curious, thenScore } from './examiner.js';
import { judgeOf } from './grading.js';

/**
 * Aliases follow from the digest of a group, and attempts of one group share it: what is said about one of them fits all.
 * @param group path of one of them; the script lies in `folder` in the end
 */
export async function writeScript(group: string, folder: string): Promise<string> {
  const run = join(folder, 'scripted-once');
  await using bench = await openBench();
  await gradeGroup(await loadGroup(group), {
    bench,
    judge: judgeOf(scripted(thenScore(curious)), { folder: run }),
    settings: foldSettings(),
    emit: () => {},
    signal: new AbortController().signal,
  });
  const { steps } = await readRecording(join(run, 'recording.jsonl'));
  const turns = steps.filter(isTurnStep).map(({ turn: { text, calls } }) => ({
    text,
    calls: calls.map(({ name, arguments: given, malformed }) => ({
      name,
      arguments: given ?? malformed?.raw ?? '',
    })),
  }));
  const file = join(folder, 'script.json');
  await writeFile(file, JSON.stringify({ schema: 'gagar.script/1', turns }));
  return file;
}
