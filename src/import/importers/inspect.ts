/** Inspect AI logs, `.json` and `.eval`: each sample of an epoch is an attempt at it. */
import { baseName } from '../../paths.js';
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { isInstance } from '../instance.js';
import { defined } from '../row.js';
import { type SourceFile, stemOf } from '../source.js';
import { trajectoryImporter } from '../trajectory.js';

export const inspect = trajectoryImporter({
  name: 'inspect',
  about: 'Inspect AI logs (.json, .eval), one attempt per sample and epoch',
  async identity(document, file) {
    const sample = document === null ? null : sampleIn(document);
    if (sample === null) return {};
    const { id, epoch } = sample;
    const named = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
    return {
      // Samples are numbered in every task anew; instances of SWE-bench are called the same everywhere.
      instance:
        named === undefined || isInstance(named) ? named : `${await taskIn(file)}-${named}`.slice(0, 200),
      attempt: typeof epoch === 'number' ? `epoch ${epoch}` : undefined,
    };
  },
  facts: (document) => (document === null ? {} : sampleFacts(sampleIn(document) ?? document)),
});

const tasks = new WeakMap<SourceFile, Promise<string>>();

/** Asked once for each file: every sample in it wants to know. */
function taskIn(file: SourceFile): Promise<string> {
  const known = tasks.get(file) ?? taskOf(file);
  tasks.set(file, known);
  return known;
}

/** `<time>_<task>_<id>.eval`; a log under another name says it inside, an archive does not. */
async function taskOf(file: SourceFile): Promise<string> {
  const named = /^\d{4}-\d\d-\d\dT[\d:+-]+_(.+)_[A-Za-z0-9]{10,30}\.(?:eval|json)$/.exec(
    baseName(file.path),
  )?.[1];
  const log = named === undefined && file.path.endsWith('.json') ? await file.outline() : null;
  const written = isObject(log?.['eval']) ? text(log['eval'], 'task') : undefined;
  return named ?? written ?? stemOf(file.path);
}

/** A document that is a sample, or a log that holds a single one. */
function sampleIn(document: JsonObject): JsonObject | null {
  if ('epoch' in document) return document;
  const samples = Array.isArray(document['samples']) ? document['samples'] : [];
  return samples.length === 1 && isObject(samples[0]) ? samples[0] : null;
}

function sampleFacts(sample: JsonObject): AttemptFacts {
  const usage = isObject(sample['model_usage']) ? sample['model_usage'] : {};
  const [model, counts] = Object.entries(usage)[0] ?? [];
  const tokens = isObject(counts) ? wholeNumber(counts['output_tokens']) : null;
  const input = sample['input'];
  const patch = patchIn(sample);
  return {
    ...endingOf(sample),
    ...verdictOf(sample['scores']),
    ...(Boolean(sample['invalidation']) && {
      validity: { status: 'excluded', reason: 'the sample was invalidated in its log' },
    }),
    ...(patch !== null && { patch }),
    ...(tokens !== null && tokens > 0 && { tokens }),
    task: defined({ statement: typeof input === 'string' ? input : undefined }),
    policy: defined({ model, harness: 'inspect' }),
  };
}

function endingOf(sample: JsonObject): AttemptFacts {
  const { error, limit } = sample;
  if (isObject(error)) {
    const raw = text(error, 'message') ?? 'error';
    return {
      exit: { status: 'env_error', raw: raw.slice(0, 500) },
      validity: { status: 'infra', reason: `the sample ended in an error: ${raw.slice(0, 200)}` },
    };
  }
  return exitFacts(isObject(limit) ? text(limit, 'type') : 'completed', false);
}

const PASSES: readonly unknown[] = ['C', 1, true];
const FAILS: readonly unknown[] = ['I', 'N', 0, false];

/** The first score that is a plain yes or no; a graded one is no verdict. */
function verdictOf(scores: unknown): AttemptFacts {
  const all = isObject(scores) ? Object.entries(scores) : [];
  for (const [name, score] of all) {
    const value = isObject(score) ? score['value'] : score;
    const decided = PASSES.includes(value) || FAILS.includes(value);
    if (!decided) continue;
    const others = all.length > 1 ? [`of ${all.length} scores the verdict is ${JSON.stringify(name)}`] : [];
    return { passed: PASSES.includes(value), warnings: others };
  }
  return {
    passed: null,
    warnings: all.length === 0 ? [] : ['no score is a plain yes or no, so there is no verdict'],
  };
}

const HOLDERS = ['store', 'metadata', 'scores', 'output'];

/** A text that is a diff, in the places where tasks leave one. */
function patchIn(sample: JsonObject): string | null {
  const waiting: unknown[] = HOLDERS.map((name) => sample[name]);
  for (let seen = 0; waiting.length > 0 && seen < 2000; seen++) {
    const value = waiting.shift();
    if (typeof value === 'string' && /^\s*(?:diff --git |--- (?:a\/|\/dev\/null))/.test(value)) return value;
    if (isObject(value)) waiting.push(...Object.values(value));
  }
  return null;
}
