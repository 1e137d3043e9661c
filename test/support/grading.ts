/** Grades fixtures in tests: one bench, any judge, no files but in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBench } from '../../harness/grade/bench.js';
import { type GradeOptions, gradeGroup } from '../../harness/grade/grade.js';
import type { Judge } from '../../harness/grade/judge.js';
import type { GradeEvent } from '../../harness/grade/progress.js';
import { foldSettings } from '../../harness/grade/settings.js';
import { DEFAULT_BUDGET } from '../../harness/judge/budget.js';
import { type ModelJudgeOptions, modelJudge } from '../../harness/judge/model-judge.js';
import { scorePasses } from '../../harness/judge/score.js';
import type { Provider } from '../../harness/providers/port.js';
import { unavailable } from '../../sandbox/exec/port.js';
import { loadGroup } from '../../sandbox/load/group.js';
import type { Result } from '../../src/records/result.js';

export interface TestBench extends AsyncDisposable {
  readonly bench: Bench;
  readonly folder: string;
  grade(
    name: string,
    judge: Judge,
    more?: Partial<GradeOptions>,
  ): Promise<{ result: Result; events: GradeEvent[] }>;
}

export async function testBench(): Promise<TestBench> {
  const folder = await mkdtemp(join(tmpdir(), 'gagar-judge-'));
  const bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') });
  return {
    bench,
    folder,
    grade: async (name, judge, more = {}) => {
      const events: GradeEvent[] = [];
      const loaded = await loadGroup(name.includes('/') ? name : join('fixtures', name));
      const result = await gradeGroup(loaded, {
        bench,
        judge,
        settings: foldSettings(),
        emit: (event) => events.push(event),
        signal: new AbortController().signal,
        ...more,
      });
      return { result, events };
    },
    [Symbol.asyncDispose]: async () => {
      await bench[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A model judge over any provider, without a sandbox unless one is given. */
export const judgeOf = (provider: Provider, more: Partial<ModelJudgeOptions> = {}): Judge =>
  modelJudge({
    kind: 'scripted',
    provider,
    limits: DEFAULT_BUDGET,
    context_tokens: 100_000,
    max_output_tokens: 4000,
    show_reference: false,
    openSandbox: async () => unavailable('this test has none'),
    again: () => null,
    runShell: () => null,
    score: scorePasses,
    ...more,
  });
