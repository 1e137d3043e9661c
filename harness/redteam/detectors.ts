/** Grades generated cases with the static judge and holds its accusations against the labels. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { makeFolder } from '../../sandbox/make-folder.js';
import { type WrittenGroup, writeGroups } from '../../sandbox/redteam/write-groups.js';
import { Fault } from '../../src/fault.js';
import { accusationsOf, type Scored } from '../../src/redteam/accusation.js';
import { type Case, type GenerateOptions, generateCases } from '../../src/redteam/generate.js';
import type { Bench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import { inTurn } from '../in-turn.js';
import { AT_ONCE, openScratchBench } from './scratch.js';

export interface DetectorsOptions extends GenerateOptions {
  /** Where the cases stay; else they go away. */
  readonly folder?: string | undefined;
  readonly signal: AbortSignal;
  readonly onScored: (scored: Scored) => void;
}

/** Scores every case; the cache of base stores is as short-lived as the cases. @throws Fault */
export async function scoreDetectors(options: DetectorsOptions): Promise<Scored[]> {
  await using bench = await openScratchBench();
  const folder = options.folder ?? `${bench.tempDir}/cases`;
  const all = [...generateCases(options)];
  const cases = writeGroups(bench.git, all, folder);
  if (options.folder !== undefined) await writeLabels(all, options.folder);
  return await inTurn(cases, AT_ONCE, async (one) => {
    const scored = await scoreCase(one, bench, options.signal);
    options.onScored(scored);
    return scored;
  });
}

async function writeLabels(cases: readonly Case[], folder: string): Promise<void> {
  await makeFolder(folder);
  const lines = cases.map(({ id, type, language, form, subject, label }) =>
    JSON.stringify({ id, type, language, form, subject, label }),
  );
  await writeFile(join(folder, 'labels.jsonl'), `${lines.join('\n')}\n`);
}

async function scoreCase(
  { plan: one, folder }: WrittenGroup<Case>,
  bench: Bench,
  signal: AbortSignal,
): Promise<Scored> {
  const loaded = await loadGroup(folder);
  const result = await gradeGroup(loaded, {
    bench,
    judge: staticJudgeAdapter,
    settings: foldSettings(),
    emit: () => {},
    signal,
  });
  const all = accusationsOf(result);
  const subject = all.find(({ id }) => id === one.subject);
  if (subject === undefined) throw new Fault('internal', `${one.id} has no result for ${one.subject}`);
  const row = result.rollouts.find(({ id }) => id === one.subject);
  const broken = row?.valid === true ? null : `${one.subject}: ${row?.invalid_reason}`;
  const { id, type, form, language, label } = one;
  return {
    id,
    type,
    form,
    language,
    label,
    subject,
    peers: all.filter((other) => other.id !== one.subject),
    problem: result.status === 'graded' ? broken : `${result.status} ${result.fallback?.detail ?? ''}`,
  };
}
