/** Terminal-Bench 1 trials: `results.json` with the recordings of the terminal. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts, Claim } from '../claim.js';
import { exitFacts } from '../exit.js';
import type { Importer } from '../importer.js';
import { defined } from '../row.js';
import { filesIn, type SourceFile } from '../source.js';
import { statusOf } from '../statuses.js';

type Files = ReadonlyMap<string, SourceFile>;
/** The recordings of one terminal, the fullest first; they repeat each other. */
const RECORDINGS = ['sessions/agent.log', 'panes/post-agent.txt', 'commands.txt'];
const LOGS = ['sessions/tests.log', 'panes/post-test.txt'];

export const terminalBench: Importer = {
  name: 'terminal-bench',
  about: 'Terminal-Bench 1 trial folders (results.json, sessions/, panes/, commands.txt)',
  async *claims(run) {
    for (const file of run.files.filter(({ path }) => baseName(path) === 'results.json')) {
      const result = await file.outline();
      const task = result === null ? undefined : text(result, 'task_id');
      if (result === null || task === undefined || !('is_resolved' in result)) continue;
      yield claimOf(file, filesIn(run, folderOf(file.path)), result, task);
    }
  },
};

/** Copies of a trial that flattened its folders write `sessions__agent.log`. */
const named = (files: Files, names: readonly string[]): SourceFile | undefined =>
  names
    .flatMap((name) => [files.get(name), files.get(name.replace('/', '__'))])
    .find((file) => file !== undefined);

function claimOf(file: SourceFile, files: Files, result: JsonObject, task: string): Claim {
  const recording = named(files, RECORDINGS);
  const log = named(files, LOGS);
  const others = [...files.values()].filter((other) => other !== file);
  return {
    format: 'terminal-bench',
    why: 'results.json of a Terminal-Bench trial',
    instance: task,
    attempt: text(result, 'trial_name') ?? null,
    parts: ['verdict', 'trajectory'],
    rank: 0,
    files: [file, ...others],
    read: async () => ({
      ...readResult(result),
      ...(log !== undefined && { log: log.raw }),
      ...(recording !== undefined && { trajectory: { format: 'terminal-bench', files: [recording] } }),
    }),
  };
}

function readResult(result: JsonObject): AttemptFacts {
  const failure = text(result, 'failure_mode') ?? 'unset';
  const isTests = /^(?:test_timeout|parse_error|test_)/.test(failure);
  const parsed = isObject(result['parser_results']) ? result['parser_results'] : {};
  const status = Object.entries(parsed).map(([name, value]) => [name, statusOf(value)]);
  const tokens = wholeNumber(result['total_output_tokens']);
  const resolved = result['is_resolved'];
  return {
    ...exitFacts(isTests ? undefined : failure, isTests),
    passed: resolved === true,
    ...(isTests && { validity: { status: 'infra', reason: `the tests gave no verdict: ${failure}` } }),
    ...(typeof resolved !== 'boolean' &&
      !isTests && { validity: { status: 'unknown', reason: 'is_resolved is neither true nor false' } }),
    tests: {
      status: Object.fromEntries(status),
      ...(failure === 'test_timeout' && { timed_out: true }),
    },
    ...(tokens !== null && tokens > 0 && { tokens }),
    task: defined({ statement: text(result, 'instruction') }),
    warnings: ['a Terminal-Bench trial keeps no patch: the work stayed in its container'],
  };
}
