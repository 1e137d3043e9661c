import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { type Bench, openBench } from '../../../harness/grade/bench.js';
import { gradeGroup } from '../../../harness/grade/grade.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { staticJudgeAdapter } from '../../../harness/grade/static-judge.js';
import { assessGroup } from '../../../harness/grs/assessor.js';
import { rubricOf } from '../../../harness/grs/rubric-file.js';
import { DEFAULT_BUDGET } from '../../../harness/judge/budget.js';
import { isTurnStep } from '../../../harness/recording.js';
import { readRecording } from '../../../harness/recording-file.js';
import type { Sandbox } from '../../../sandbox/exec/port.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { bubblewrap, dockerAhead } from '../../support/sandboxes.js';
import { criterion, rubricDraft } from '../../support/task-rubric.js';

let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-forgery-'));
  bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const added = (path: string, mode: string, ...lines: readonly string[]): string =>
  [
    `diff --git a/${path} b/${path}`,
    `new file mode ${mode}`,
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
const module = (path: string, ...lines: readonly string[]) => added(path, '100644', ...lines);
const program = (path: string, ...lines: readonly string[]) => added(path, '100755', '#!/bin/sh', ...lines);

/** Everything that a program can read in its box and that is no part of the system. */
const LOOT = [
  'import glob, os',
  'places = glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/environ") + glob.glob("/tmp/*") + glob.glob("*")',
  'for place in places:',
  '    try: print(open(place, "rb").read().replace(b"\\0", b"\\n").decode("utf-8", "replace"))',
  '    except OSError: pass',
];
const FORGERS = {
  honest: module('notes.txt', 'nothing of interest'),
  'prints and leaves': module('json.py', 'import os', 'print("[42]", flush=True)', 'os._exit(0)'),
  'prints all it can read': module('json.py', ...LOOT, 'import os', 'os._exit(0)'),
  'kills its parent': module('json.py', 'import os', 'os.kill(os.getppid(), 9)'),
  'is not found': module('json.py', 'import os', 'os._exit(127)'),
  'never ends': module('json.py', 'import os, time', 'os.fork() or os.setsid()', 'time.sleep(9999)'),
  'prints without end': module('json.py', 'while True: print("[41]" * 9999)'),
  'brings programs': program('python3', 'echo "[42]"; echo "[56]"') + program('sh', 'exit 0'),
  'is loaded at the start': module('sitecustomize.py', 'import os', 'os._exit(0)'),
};

const SECRET = '2026-11-29 7f3c';
const REVERSED = [...SECRET].reverse().join('');
const search = (before: string): string =>
  `${before} wanted=$(echo '${REVERSED}' | rev)
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline > /tmp/looked 2>/dev/null
for place in /etc /home /opt /root /run /srv /var /workspace /testbed /report; do
  find $place -xdev -type f -size -64k -exec cat {} + >> /tmp/looked 2>/dev/null
done
grep -aFc "$wanted" /tmp/looked; true`;
const python = (...values: readonly string[]) =>
  `python3 - <<'PY'\nimport json\n${values.map((value) => `print(json.dumps([${value}]))`).join('\n')}\nPY`;
const command = (id: string, text: string, stdout: string) =>
  criterion(id, { check: { kind: 'command', command: text, stdout, timeout_s: 5 } });
const RUBRIC = rubricDraft({
  task_id: 'lapse-23',
  base_commit: 'd7af0726b7953c7dffc7316a99abd317591db945',
  solution: [
    command('leaves_something', `echo x > left; ${python('6 * 7')}`, '[42]\n'),
    command('finds_it_again', `ls left 2>/dev/null | wc -l; ${python('6 * 7', '7 * 8')}`, '0\n[42]\n[56]\n'),
    command('says_what_is_expected', search(''), `${SECRET}\n`),
    command('could_find_it', search(`export SECRET='${SECRET}';`), `${SECRET}\n`),
  ],
  behaviour: [criterion('worked', { check: { kind: 'static', fact: 'changes', path: 'notes.txt' } })],
});

async function groupOf(patches: Readonly<Record<string, string>>): Promise<string> {
  const copy = await mkdtemp(join(folder, 'group-'));
  await cp(fixture('lapse'), copy, { recursive: true });
  const group = JSON.parse(await readFile(join(copy, 'group.json'), 'utf8'));
  group.rollouts = Object.entries(patches).map(([id, patch]) => ({ id, passed: true, patch }));
  await writeFile(join(copy, 'group.json'), JSON.stringify(group));
  return copy;
}

async function assess(openSandbox: () => Promise<Sandbox>) {
  const rubric = rubricOf(RUBRIC, 'test');
  const run = await mkdtemp(join(folder, 'run-'));
  const result = await gradeGroup(await loadGroup(await groupOf(FORGERS)), {
    bench,
    judge: staticJudgeAdapter,
    grs: {
      choose: async () => ({ rubric, reason: 'a test' }),
      assess: (request) =>
        assessGroup(request, {
          kind: 'static',
          reader: { reason: 'incomplete_verdict', stage: 'assess', detail: 'nobody reads' },
          limits: DEFAULT_BUDGET,
          openSandbox,
          folder: run,
        }),
    },
    settings: foldSettings(),
    emit: () => {},
    signal: new AbortController().signal,
  });
  const { steps } = await readRecording(join(run, 'recording.jsonl'));
  const printed = (id: string): string[] =>
    steps.flatMap((step) =>
      isTurnStep(step) || step.call_id !== `command ${id}`
        ? []
        : [
            Buffer.from(String(step.check?.['stdout'] ?? ''), 'base64')
              .toString()
              .trim(),
          ],
    );
  return { result, printed };
}

test.each([
  ['bubblewrap', bubblewrap],
  ['docker', dockerAhead],
] as const)(
  'code under test in %s cannot print what it has not worked out',
  async (_, openSandbox) => {
    const { result, printed } = await assess(openSandbox);
    expect(result).toMatchObject({ status: 'graded', fallback: null });
    const verdicts = Object.fromEntries(
      result.rollouts.map(({ id, grs }) => [id, grs?.criteria.map(({ verdict }) => verdict[0]).join('')]),
    );
    const works = 'yynnn';
    expect(verdicts).toEqual({
      ...Object.fromEntries(Object.keys(FORGERS).map((id) => [id, 'nnnnn'])),
      honest: 'yynny',
      // A guess of a whole output is right by chance alone; the second command asks for two.
      'prints and leaves': 'ynnnn',
      'brings programs': works,
      'is loaded at the start': works,
    });
    // What is expected is nowhere in the box; had it been, the same search would have shown it.
    expect(new Set(printed('says_what_is_expected'))).toEqual(new Set(['0']));
    expect(printed('could_find_it').every((count) => Number(count) > 0)).toBe(true);
  },
  240_000,
);
