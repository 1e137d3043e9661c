/** Grades fixtures in tests: one bench, groups opened once, any judge, no files but in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBench } from '../../harness/grade/bench.js';
import { type GradeOptions, gradeGroup } from '../../harness/grade/grade.js';
import type { Judge } from '../../harness/grade/judge.js';
import { foldSettings } from '../../harness/grade/settings.js';
import { DEFAULT_BUDGET } from '../../harness/judge/budget.js';
import { type ModelJudgeOptions, modelJudge } from '../../harness/judge/model-judge.js';
import { scorePasses } from '../../harness/judge/score.js';
import type { Provider } from '../../harness/providers/port.js';
import { unavailable } from '../../sandbox/exec/port.js';
import { inputDigest } from '../../sandbox/load/digest.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { type OpenGroup, openGroup } from '../../sandbox/open-group.js';
import { type Detected, runDetectors } from '../../src/detect/run.js';
import { contendersOf, factsOf, type GroupFacts, representatives, withWork } from '../../src/fold/facts.js';
import { foldResult } from '../../src/fold/fold.js';
import type { Result } from '../../src/records/result.js';
import { timing } from './outcome.js';

interface Prepared {
  readonly opened: OpenGroup;
  readonly detected: Detected;
  readonly facts: GroupFacts;
}

export interface TestBench extends AsyncDisposable {
  readonly folder: string;
  /** The whole road, from the files on. */
  grade(name: string, judge: Judge, more?: Partial<GradeOptions>): Promise<Result>;
  /** Judge and fold alone; workspace and leads are made once for all tests. */
  judge(name: string, judge: Judge, signal?: AbortSignal, deadline?: number | null): Promise<Result>;
  prepared(name: string): Promise<Prepared>;
}

const settings = foldSettings();

export async function testBench(): Promise<TestBench> {
  const folder = await mkdtemp(join(tmpdir(), 'gagar-judge-'));
  const bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') });
  const known = new Map<string, Promise<Prepared>>();
  const prepared = (name: string): Promise<Prepared> => {
    const one = known.get(name) ?? prepare(name, bench);
    known.set(name, one);
    return one;
  };
  return {
    folder,
    prepared,
    grade: async (name, judge, more = {}) => {
      const signal = new AbortController().signal;
      const loaded = await loadGroup(join('fixtures', name));
      return gradeGroup(loaded, { bench, judge, settings, emit: () => {}, signal, ...more });
    },
    judge: async (name, judge, signal = new AbortController().signal, deadline = null) => {
      const { opened, detected, facts } = await prepared(name);
      const passes = [...new Set(representatives(contendersOf(facts)).values())].sort();
      const reruns = new Map();
      const request = { facts, opened, detected, reruns, passes, settings, signal, deadline };
      const outcome = await judge.judge({ ...request, emit: () => {} });
      return foldResult({ facts, outcome, settings, timing, recording: outcome.recording ?? null });
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of known.values()) await (await one).opened[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function prepare(name: string, bench: Bench): Promise<Prepared> {
  const loaded = await loadGroup(join('fixtures', name));
  const opened = await openGroup(loaded, bench);
  const detected = await runDetectors(opened.material, bench.parser);
  const digest = await inputDigest(loaded, opened.workspace.base.oid);
  return {
    opened,
    detected,
    facts: withWork(
      factsOf(loaded.group, digest, opened.built),
      (id) => detected.measures.get(id)?.fingerprint,
    ),
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
    score: scorePasses,
    ...more,
  });
