/** Harbor (Terminal-Bench 2) trials: `result.json` with the agent's and the verifier's folders beside it. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, parseJson, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts, Claim, TestStatuses, TrajectoryFiles } from '../claim.js';
import { exitFacts } from '../exit.js';
import type { Importer } from '../importer.js';
import { defined } from '../row.js';
import { filesIn, type Run, type SourceFile } from '../source.js';
import { statusOf } from '../statuses.js';
import { detectedIn } from '../trajectory.js';
import { continuationsOf } from './atif.js';

type Files = ReadonlyMap<string, SourceFile>;

export const harbor: Importer = {
  name: 'harbor',
  about: 'Harbor and Terminal-Bench 2 trial folders (result.json, agent/, verifier/)',
  async *claims(run) {
    for (const file of run.files.filter(({ path }) => baseName(path) === 'result.json')) {
      const files = filesIn(run, folderOf(file.path));
      const hasParts = [...files.keys()].some((path) => /^(?:agent|verifier)\//.test(path));
      if (!hasParts) continue;
      const result = await file.outline();
      const task = result === null ? undefined : text(result, 'task_name');
      if (result !== null && task !== undefined) yield claimOf(run, file, files, result, task);
    }
  },
};

function claimOf(run: Run, file: SourceFile, files: Files, result: JsonObject, task: string): Claim {
  return {
    format: 'harbor',
    why: 'result.json of a Harbor trial',
    instance: task.replace(/^.*\//, ''),
    attempt: text(result, 'trial_name') ?? null,
    parts: ['verdict', 'patch', 'trajectory'],
    rank: 0,
    files: [file, ...[...files.values()].filter((other) => other !== file)],
    read: async () => ({ ...(await readTrial(result, files)), ...(await trajectoryOf(run, files)) }),
  };
}

async function readTrial(result: JsonObject, files: Files): Promise<AttemptFacts> {
  const exception = isObject(result['exception_info']) ? result['exception_info'] : {};
  const type = text(exception, 'exception_type');
  const agent = isObject(result['agent_info']) ? result['agent_info'] : {};
  const model = isObject(agent['model_info']) ? agent['model_info'] : {};
  const usage = isObject(result['agent_result']) ? result['agent_result'] : {};
  const tokens = wholeNumber(usage['n_output_tokens']);
  const patch = patchIn(files);
  const log = files.get('verifier/test-stdout.txt');
  const { warnings, ...verdict } = await verdictOf(result, files);
  const ending = type === undefined ? exitFacts('completed', true) : exitFacts(type, false);
  return {
    ...ending,
    ...verdict,
    ...(ending.validity && { validity: ending.validity }),
    ...(await testsIn(files)),
    ...(patch !== null && { patch: patch.raw }),
    ...(log !== undefined && { log: log.raw }),
    ...(tokens !== null && tokens > 0 && { tokens }),
    policy: defined({
      model: text(model, 'name'),
      harness: text(agent, 'name'),
      version: text(agent, 'version'),
    }),
    warnings: [
      ...(warnings ?? []),
      ...(patch === null
        ? ['a Harbor trial keeps no patch, and there is none in verifier/ or artifacts/']
        : []),
    ],
  };
}

/** The reward that the verifier wrote; of its two files the JSON wins, as in Harbor. */
async function verdictOf(result: JsonObject, files: Files): Promise<AttemptFacts> {
  const verifier = isObject(result['verifier_result']) ? result['verifier_result'] : {};
  const rewards = isObject(verifier['rewards']) ? verifier['rewards'] : {};
  const stated = rewards['reward'] ?? Object.values(rewards)[0];
  if (typeof stated === 'number') return rewardFacts(stated, []);
  const json = files.get('verifier/reward.json');
  const plain = files.get('verifier/reward.txt');
  const both = json !== undefined && plain !== undefined;
  const warnings = both ? ['both reward.json and reward.txt are there; reward.json was read'] : [];
  const parsed = json === undefined ? null : parseJson(await json.text());
  if (parsed?.ok) {
    const values = isObject(parsed.value) ? Object.values(parsed.value) : [parsed.value];
    const value = isObject(parsed.value) ? (parsed.value['reward'] ?? values[0]) : values[0];
    if (typeof value === 'number') return rewardFacts(value, warnings);
  }
  const word = plain === undefined ? '' : (await plain.text()).trim();
  if (/^-?\d+(?:\.\d+)?$/.test(word)) return rewardFacts(Number(word), warnings);
  return { passed: false, validity: { status: 'infra', reason: 'the verifier wrote no reward' }, warnings };
}

const rewardFacts = (reward: number, warnings: readonly string[]): AttemptFacts => ({
  passed: reward >= 1,
  ...(reward !== 0 && reward !== 1 && { reward }),
  warnings,
});

async function testsIn(files: Files): Promise<AttemptFacts> {
  const document = await files.get('verifier/ctrf.json')?.outline();
  const results = isObject(document?.['results']) ? document['results'] : {};
  const tests = Array.isArray(results['tests']) ? results['tests'].filter(isObject) : [];
  const status = tests.flatMap((test): [string, TestStatuses[string]][] => {
    const name = text(test, 'name');
    return name === undefined ? [] : [[name, statusOf(test['status'])]];
  });
  return status.length === 0 ? {} : { tests: { status: Object.fromEntries(status) } };
}

const PATCHES = [
  /^verifier\/(?:agent|model)\.(?:diff|patch)$/,
  /^(?:artifacts|agent)\/(?:.*\/)?[^/]*\.(?:diff|patch)$/,
];

function patchIn(files: Files): SourceFile | null {
  for (const pattern of PATCHES) for (const [path, file] of files) if (pattern.test(path)) return file;
  return null;
}

/** The agent's ATIF trajectory, or what its own harness left in its folder. */
async function trajectoryOf(run: Run, files: Files): Promise<{ trajectory?: TrajectoryFiles }> {
  const main = files.get('agent/trajectory.json');
  if (main !== undefined) {
    const format = (await detectedIn(main))?.format;
    if (format !== undefined) return { trajectory: { format, files: [main, ...continuationsOf(main, run)] } };
  }
  for (const [path, file] of files) {
    const found = path.startsWith('agent/') ? await detectedIn(file) : null;
    if (found !== null) return { trajectory: { format: found.format, files: [file] } };
  }
  return {};
}
