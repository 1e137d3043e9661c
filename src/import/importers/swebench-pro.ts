/** SWE-bench Pro: patches with a prefix, a folder per instance with statuses and logs, and verdicts over the run. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, text } from '../../text/json.js';
import type { AttemptFacts, Claim, TestStatuses } from '../claim.js';
import type { Importer } from '../importer.js';
import { filesBeside, type Run, type SourceFile } from '../source.js';
import { statusOf } from '../statuses.js';
import { mayHoldPredictions, predictionsIn } from '../swebench/predictions.js';

const PARTS = ['patch.diff', 'stdout.log', 'stderr.log', 'entryscript.sh'];
const TABLES = ['eval_results.json', 'infra_errors.json'];

export const swebenchPro: Importer = {
  name: 'swebench-pro',
  about: 'SWE-bench Pro patches, output folders, eval_results.json and infra_errors.json',
  resultsOnly: true,
  async *claims(run) {
    const folders = new Set<string>();
    for (const file of run.files) {
      const folder = folderOf(file.path);
      const isOwn =
        baseName(folder).startsWith('instance_') &&
        /_?(?:output\.json|stdout\.log|patch\.diff)$/.test(baseName(file.path));
      if (isOwn) folders.add(folder);
    }
    for (const folder of folders) yield* attemptsIn(run, folder);
    for (const file of run.files.filter((one) => !folders.has(folderOf(one.path)))) {
      if (TABLES.includes(baseName(file.path))) yield* verdicts(file);
      else if (/\.jsonl?$/.test(file.path)) yield* patchesIn(file);
    }
  },
};

/** Patches with the prefix of their attempt, which those of SWE-bench do not have. */
async function* patchesIn(file: SourceFile): AsyncGenerator<Claim> {
  const start = await file.start();
  if (!mayHoldPredictions(start) || !/"prefix"\s*:/.test(start)) return;
  for await (const { instance, prefix, file: part, facts } of predictionsIn(file))
    yield {
      format: 'swebench-pro',
      why: 'patches of SWE-bench Pro',
      instance,
      attempt: prefix || null,
      parts: ['patch'],
      rank: 2,
      files: [part],
      read: async () => facts,
    };
}

/** One attempt for each prefix; an attempt without statuses has its log or its patch alone. */
function* attemptsIn(run: Run, folder: string): Generator<Claim> {
  const own = new Map(filesBeside(run, folder).map((file) => [baseName(file.path), file]));
  const prefixes = new Set(
    [...own.keys()].flatMap((name) => {
      const part = ['output.json', ...PARTS].find((end) => name.endsWith(end));
      return part === undefined ? [] : [name.slice(0, -part.length)];
    }),
  );
  for (const prefix of prefixes) {
    const files = new Map(['output.json', ...PARTS].map((part) => [part, own.get(prefix + part)]));
    yield {
      format: 'swebench-pro',
      why: 'a folder of SWE-bench Pro',
      instance: baseName(folder),
      attempt: prefix.replace(/_$/, '') || null,
      parts: files.get('patch.diff') === undefined ? [] : ['patch'],
      rank: 0,
      files: [...files.values()].filter((file) => file !== undefined),
      read: () => readAttempt(files),
    };
  }
}

async function readAttempt(files: ReadonlyMap<string, SourceFile | undefined>): Promise<AttemptFacts> {
  const output = (await files.get('output.json')?.outline()) ?? null;
  const patch = files.get('patch.diff');
  const log = files.get('stdout.log');
  return {
    ...(output === null ? { warnings: ['no output.json: the tests wrote no statuses'] } : statusesIn(output)),
    ...(patch !== undefined && { patch: patch.raw }),
    ...(log !== undefined && { log: log.raw }),
  };
}

function statusesIn(output: JsonObject): AttemptFacts {
  const tests = Array.isArray(output['tests']) ? output['tests'].filter(isObject) : [];
  const status = tests.flatMap((test): [string, TestStatuses[string]][] => {
    const name = text(test, 'name');
    return name === undefined ? [] : [[name, statusOf(test['status'])]];
  });
  return { tests: { status: Object.fromEntries(status) } };
}

/** `{"instance_…": true}`, and beside it the instances that never ran. */
async function* verdicts(file: SourceFile): AsyncGenerator<Claim> {
  const table = (await file.outline()) ?? {};
  for (const [instance, value] of Object.entries(table)) {
    const facts: AttemptFacts | null =
      typeof value === 'boolean'
        ? { passed: value }
        : typeof value === 'string' && baseName(file.path) === 'infra_errors.json'
          ? { passed: false, validity: { status: 'infra', reason: value.slice(0, 300) } }
          : null;
    if (facts === null) continue;
    yield {
      format: 'swebench-pro',
      why: `${baseName(file.path)} of SWE-bench Pro`,
      instance,
      attempt: null,
      parts: ['verdict'],
      rank: 3,
      files: [file],
      read: async () => facts,
    };
  }
}
