/** Detection alone over any number of groups: every group is opened, its detectors run, and nothing of it is scored. */
import { type GroupEntry, readGroups } from '../../sandbox/load/group.js';
import type { Fault } from '../../src/fault.js';
import { type IntegrityRecord, integrityRecord } from '../../src/integrity/record.js';
import type { Bench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import { inTurn } from '../in-turn.js';

export type Examined =
  | { readonly record: IntegrityRecord }
  | {
      readonly fault: Fault;
      readonly file: string;
      readonly line: number | null;
      readonly group_id: string | null;
    };

export interface IntegrityOptions {
  readonly bench: Bench;
  readonly dockerHost: string | undefined;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onExamined: (examined: Examined) => void;
}

/** A group that cannot be used is an entry with its fault, and stops no other. @throws Fault input where a path cannot be read */
export function examineGroups(paths: readonly string[], options: IntegrityOptions): Promise<Examined[]> {
  return inTurn(entriesOf(paths), options.concurrency, async (entry) => {
    const examined = await examine(entry, options);
    options.onExamined(examined);
    return examined;
  });
}

async function* entriesOf(paths: readonly string[]): AsyncGenerator<GroupEntry, void> {
  for (const path of paths) yield* readGroups(path);
}

/** The purpose is set aside: for a data set every group is looked at, also one that a training run would pass over. */
async function examine(
  entry: GroupEntry,
  { bench, dockerHost, signal }: IntegrityOptions,
): Promise<Examined> {
  const { file, line } = entry;
  if ('fault' in entry) return { fault: entry.fault, file, line, group_id: entry.group_id };
  const { loaded } = entry;
  const result = await gradeGroup(
    { ...loaded, group: { ...loaded.group, purpose: 'audit' } },
    { bench, dockerHost, signal, judge: staticJudgeAdapter, settings: foldSettings(), emit: () => {} },
  );
  return { record: integrityRecord(result) };
}
