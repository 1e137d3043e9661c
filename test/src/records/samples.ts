/** Group records that tests start from. */

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

type Json = Record<string, unknown>;

/** A small usable group; `changes` replace top-level fields. */
export const sampleGroup = (changes: Json = {}): Json => ({
  schema: 'gagar.group/1',
  group_id: 'g1',
  task: { statement: 'Fix the parser.', repo: { path: '/repos/parser', base_commit: COMMIT } },
  rollouts: [
    { id: 'a', passed: true, patch: 'diff a\n' },
    { id: 'b', passed: false, patch: null },
  ],
  ...changes,
});

/** A group of one rollout. */
export const groupOf = (rollout: Json): Json =>
  sampleGroup({ rollouts: [{ id: 'a', passed: true, patch: 'diff a\n', ...rollout }] });

/** A group whose task has further fields. */
export const withTask = (task: Json): Json =>
  sampleGroup({ task: { ...(sampleGroup()['task'] as Json), ...task } });

/** Every field of the format, every Ref in a file named after its field. */
export const fullGroup = (): Json => ({
  schema: 'gagar.group/1',
  group_id: 'full',
  run_id: 'run',
  step: 3,
  attempt: 1,
  purpose: 'train',
  budget_s: 60,
  task: {
    id: 't',
    dataset: 'd',
    statement: { path: 'task.statement' },
    hints: [{ path: 'task.hints[0]' }],
    repo: { url: 'https://example.org/r.git', base_commit: COMMIT, workdir: 'lib', language: 'python' },
    tree: { path: 'task.tree' },
    image: { ref: 'image:1', workdir: '/testbed' },
    environment: { image: 'i', setup: 's', test_command: 'c', timeout_s: 9, network: false },
    tests: {
      fail_to_pass: ['f'],
      pass_to_pass: ['p'],
      test_patch: { path: 'task.tests.test_patch' },
      protected_paths: ['tests/'],
    },
    reference_patch: { path: 'task.reference_patch' },
    package: { name: 'parser', version: '1.0' },
    git_history: 'stripped',
    evaluation: { status: 'ok', reason: '' },
    pass_rate: 0.5,
    rubric: { path: 'task.rubric' },
  },
  reward: { kind: 'scalar', integrity_value: -1 },
  rollouts: [
    {
      id: 'a',
      passed: true,
      reward: 0.75,
      validity: { status: 'valid', reason: '' },
      exit: { status: 'submitted', raw: 'ok' },
      patch: { path: 'rollouts[0].patch' },
      test_log: { path: 'rollouts[0].test_log' },
      tests: { status: { f: 'pass', p: 'pass' }, exit_code: 0, timed_out: false, duration_s: 1.5 },
      trajectory: {
        format: 'openai-chat',
        file: { path: 'rollouts[0].trajectory.file' },
        more: [{ path: 'rollouts[0].trajectory.more[0]' }],
      },
      tokens: 100,
      turns: 4,
      flagged: [[3, 7]],
      policy: { model: 'm', harness: 'h', version: 2 },
      extra: { any: { thing: [1] } },
    },
  ],
  extra: { mine: null },
});
