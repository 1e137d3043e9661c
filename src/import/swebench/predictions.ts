/** Predictions: a list, lines, or an object by instance, each with the patch that a model submitted. */
import { isObject, type JsonObject, parseJson, text } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import type { SourceFile } from '../source.js';
import { plainId } from './run-report.js';

export interface Prediction {
  readonly instance: string;
  readonly model: string | null;
  readonly prefix: string | null;
  readonly facts: AttemptFacts;
  /** The file, or the line or element of it. */
  readonly file: SourceFile;
}

const PATCHES = ['model_patch', 'fix_patch', 'patch'] as const;

const isPrediction = (record: unknown): record is JsonObject =>
  isObject(record) && instanceOf(record) !== null && PATCHES.some((name) => name in record);

function instanceOf(record: JsonObject): string | null {
  const id = text(record, 'instance_id');
  if (id !== undefined && id !== '') return plainId(id);
  const { org, repo, number } = record;
  const named = typeof org === 'string' && typeof repo === 'string' && Number.isInteger(number);
  return named ? `${org}__${repo}-${number}` : null;
}

/** True where the beginning of a file looks like predictions; a data set or a trajectory has patches, too. */
export const mayHoldPredictions = (start: string): boolean =>
  /"model_patch"|"model_name_or_path"|"fix_patch"|"instance_id"[^{}]{0,300}"(?:patch|prefix)"/.test(start) &&
  !/"(?:problem_statement|test_patch|history|messages|trajectory|completion|responses_create_params|nodes)"\s*:/.test(
    start,
  );

const TRIALS = {
  containers: [{ kind: 'array', path: [] }, { kind: 'lines' }],
  isTrial: isPrediction,
} as const;

export async function* predictionsIn(file: SourceFile): AsyncGenerator<Prediction> {
  for await (const part of file.split(TRIALS)) {
    const record = part.place === '' ? await file.outline() : await recordOf(part);
    if (isPrediction(record)) yield predictionOf(record, part);
    else if (part.place === '' && record !== null) yield* byInstance(record, part);
  }
}

async function recordOf(part: SourceFile): Promise<JsonObject | null> {
  const parsed = parseJson((await part.text()).trim());
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

/** `preds.json` of newer harnesses: an object whose names are the instances. */
function* byInstance(record: JsonObject, file: SourceFile): Generator<Prediction> {
  for (const [id, value] of Object.entries(record)) {
    const own = isObject(value) ? { instance_id: id, ...value } : null;
    if (isPrediction(own) && instanceOf(own) === plainId(id)) yield predictionOf(own, file);
  }
}

function predictionOf(record: JsonObject, file: SourceFile): Prediction {
  const model = text(record, 'model_name_or_path') ?? text(record, 'model') ?? null;
  const patch = PATCHES.map((name) => record[name]).find((value) => value !== undefined);
  return {
    instance: instanceOf(record) ?? '',
    model,
    prefix: text(record, 'prefix') ?? null,
    file,
    facts: {
      ...(patch === null || typeof patch === 'string'
        ? { patch }
        : { warnings: [`the patch in ${file.path} is neither text nor null`] }),
      ...(model !== null && { policy: { model } }),
    },
  };
}
