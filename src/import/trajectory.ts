/** Importers of single trajectory files: recognised by the readers of events, with what else their documents say. */
import { detectFormat } from '../events/detect.js';
import { formatNamed } from '../events/formats.js';
import { baseName, folderOf } from '../paths.js';
import { isObject, type JsonObject, parseJson, text } from '../text/json.js';
import type { TrajectoryFormat } from '../vocabulary.js';
import type { AttemptFacts, Claim } from './claim.js';
import type { Importer } from './importer.js';
import { instanceIn, isInstance } from './instance.js';
import { filesBeside, type Run, type SourceFile, stemOf, type Trials } from './source.js';

export interface TrajectorySpec {
  readonly name: TrajectoryFormat;
  readonly about: string;
  /** Trials in one file that the reader of the format takes for one. */
  readonly trials?: Trials;
  /** What the document says beside its events; `document` is null where the file is no JSON object. */
  facts?(document: JsonObject | null, file: SourceFile): AttemptFacts | Promise<AttemptFacts>;
  /** Which task and attempt a trial is of, where the path of its file does not tell. */
  identity?(document: JsonObject | null, file: SourceFile): Identity | Promise<Identity>;
  /** Further files of the same trajectory, in order; null where the file itself is one of those. */
  more?(file: SourceFile, run: Run): Promise<readonly SourceFile[] | null> | readonly SourceFile[] | null;
}

export interface Identity {
  readonly instance?: string | undefined;
  readonly attempt?: string | undefined;
}

const PLAUSIBLE = /\.(?:jsonl?|traj|md|txt|log|eval)$/;
/** Logs and tables of known names, which are no trajectories whatever stands in them. */
const OTHERS =
  /(?:^|\/)(?:report\.json|results?\.json|group\.json|package(?:-lock)?\.json|test_output\.txt|run_instance\.log|info\.log|README\.md|CHANGELOG\.md)$|\.eval\.log$/;

const detected = new WeakMap<SourceFile, Promise<ReturnType<typeof detectFormat>>>();

/** Which trajectory a file holds; asked once for each file. */
export function detectedIn(file: SourceFile): Promise<ReturnType<typeof detectFormat>> {
  if (!PLAUSIBLE.test(file.path) || OTHERS.test(file.path)) return Promise.resolve(null);
  const known = detected.get(file) ?? file.start().then((start) => detectFormat(file.path, start));
  detected.set(file, known);
  return known;
}

export function trajectoryImporter(spec: TrajectorySpec): Importer {
  const { name, about } = spec;
  return {
    name,
    about,
    async *claims(run) {
      for (const file of run.files) {
        const found = await detectedIn(file);
        if (found?.format === name) yield* claimsOf(spec, file, run, found.why);
      }
    },
  };
}

async function* claimsOf(
  spec: TrajectorySpec,
  file: SourceFile,
  run: Run,
  why: string,
): AsyncGenerator<Claim> {
  const { name } = spec;
  const more = (await spec.more?.(file, run)) ?? (spec.more === undefined ? [] : null);
  if (more === null) return;
  const patch = siblingPatch(file, run);
  for await (const part of trialsIn(spec, file)) {
    const named = await identityOf(spec, part, file);
    const parts = part.place === '' ? more : [];
    yield {
      format: name,
      why,
      instance: named.instance ?? instanceIn(file.path) ?? instanceOf(run),
      attempt: named.attempt ?? null,
      ...(part.place === '' && { called: { names: [stemOf(file.path)] } }),
      parts: ['trajectory'],
      rank: 1,
      files: [part, ...parts, ...(patch === null || part.place !== '' ? [] : [patch])],
      read: async () => ({
        ...(patch !== null && part.place === '' && { patch: patch.raw }),
        ...(await factsOf(spec, part)),
        trajectory: { format: name, files: [part, ...parts] },
      }),
    };
  }
}

/** A file of one trial, where its format knows none in it, is that trial itself: its name and the patch beside it count. */
async function* trialsIn({ name, trials }: TrajectorySpec, file: SourceFile): AsyncGenerator<SourceFile> {
  const own = trials ?? formatNamed(name).trials;
  if (own === undefined) return yield file;
  if (trials === undefined) return yield* file.split(own);
  const parts: SourceFile[] = [];
  for await (const part of file.split(own)) parts.push(part);
  yield* parts.length === 1 ? [file] : parts;
}

/** The folder that was imported may be the one that is named after the task. */
const instanceOf = ({ label }: Run): string | null =>
  isInstance(baseName(label)) ? instanceIn(label) : null;

/** The beginning of a file tells most names; only parts of a file are looked at as documents. */
async function identityOf(spec: TrajectorySpec, part: SourceFile, file: SourceFile): Promise<Identity> {
  if (part.place !== '') {
    const document = await part.outline();
    const own = (await spec.identity?.(document, file)) ?? {};
    return { attempt: part.place, ...own, instance: own.instance ?? (document ? idIn(document) : undefined) };
  }
  const head = await part.start();
  const parsed = /^\s*\{/.test(head) ? parseJson(head) : null;
  const document = parsed?.ok && isObject(parsed.value) ? parsed.value : null;
  const own = (await spec.identity?.(document, file)) ?? {};
  const written = /"instance_id"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1];
  return { ...own, instance: own.instance ?? written };
}

export const idIn = (document: JsonObject): string | undefined => text(document, 'instance_id');

async function factsOf(spec: TrajectorySpec, part: SourceFile): Promise<AttemptFacts> {
  if (spec.facts === undefined) return {};
  return await spec.facts(await part.outline(), part);
}

/** A patch beside a trajectory that has its name: `run-3.jsonl` and `run-3.diff`. */
function siblingPatch(file: SourceFile, run: Run): SourceFile | null {
  const wanted = [stemOf(file.path), baseName(file.path)].flatMap((stem) => [
    `${stem}.diff`,
    `${stem}.patch`,
  ]);
  const folder = folderOf(file.path);
  return filesBeside(run, folder).find(({ path }) => wanted.includes(baseName(path))) ?? null;
}
