/** SWE-bench: folders of its evaluation, predictions, and reports over a run. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, parseJson } from '../../text/json.js';
import type { AttemptFacts, Claim } from '../claim.js';
import type { Importer } from '../importer.js';
import { instanceIn, isInstance } from '../instance.js';
import type { Run, SourceFile } from '../source.js';
import { mayHoldPredictions, predictionsIn } from '../swebench/predictions.js';
import { baseIn, readEvalLog, readReport, readRunLog, resultInRunLog } from '../swebench/report.js';
import { isRunReport, readRunReport } from '../swebench/run-report.js';

const TELLING = ['report.json', 'run_instance.log', 'test_output.txt'];
/** Folders that the layouts of SWE-bench have: `logs/run_evaluation/<run>/<model>/<instance>`, and `logs/<instance>` in its submissions. */
const LAYOUT = new Set(['logs', 'run_evaluation']);
const EVAL_LOG = /\.eval\.log$/;
const LOG_LIMIT = 4 * 1024 * 1024;

export const swebench: Importer = {
  name: 'swebench',
  about: 'SWE-bench predictions (json, jsonl), evaluation folders and run reports',
  resultsOnly: true,
  async *claims(run) {
    const folders = evaluationFolders(run);
    for (const [folder, files] of folders) yield* evaluation(folder, files);
    for (const file of run.files) {
      if (folders.has(folderOf(file.path)) || !/\.jsonl?$|\.eval\.log$/.test(file.path)) continue;
      if (EVAL_LOG.test(file.path)) yield* evalLog(file);
      else yield* tables(file);
    }
  },
};

type Files = ReadonlyMap<string, SourceFile>;

function evaluationFolders(run: Run): ReadonlyMap<string, Files> {
  const folders = new Map<string, Map<string, SourceFile>>();
  for (const file of run.files) {
    const folder = folderOf(file.path);
    const files = folders.get(folder) ?? new Map<string, SourceFile>();
    folders.set(folder, files.set(baseName(file.path), file));
  }
  const isEvaluation = (folder: string, files: Files): boolean => {
    const telling = TELLING.filter((name) => files.has(name));
    return (
      telling.length > 1 ||
      (telling.length === 1 && (isInstance(baseName(folder)) || files.has('patch.diff')))
    );
  };
  return new Map([...folders].filter(([folder, files]) => isEvaluation(folder, files)));
}

async function* evaluation(folder: string, files: Files): AsyncGenerator<Claim> {
  const instance = isInstance(baseName(folder)) ? baseName(folder) : await instanceOf(files);
  if (instance === null) return;
  const telling = TELLING.filter((name) => files.has(name));
  const above = folder.split('/').slice(-3, -1);
  const named = above.filter((name) => !LAYOUT.has(name)).join('/');
  const attempt = isInstance(baseName(folder)) ? named : baseName(folder);
  const own = ['report.json', 'run_instance.log', 'test_output.txt', 'patch.diff', 'eval.sh', 'run.json'];
  yield {
    format: 'swebench',
    why: `an evaluation folder of SWE-bench (${telling.join(', ')})`,
    instance,
    attempt: attempt === '' ? null : attempt,
    parts: files.has('patch.diff') ? ['verdict', 'patch'] : ['verdict'],
    rank: 0,
    files: own.flatMap((name) => files.get(name) ?? []),
    read: () => readEvaluation(files, instance),
  };
}

async function instanceOf(files: Files): Promise<string | null> {
  const report = parseJson((await files.get('report.json')?.text()) ?? '');
  const named = report.ok && isObject(report.value) ? Object.keys(report.value).find(isInstance) : undefined;
  if (named !== undefined) return named;
  const log = (await files.get('run_instance.log')?.start()) ?? '';
  return instanceIn(/^\S+ \S+ - INFO - Creating container for (\S{1,200}?)\.\.\.$/m.exec(log)?.[1] ?? '');
}

async function readEvaluation(files: Files, instance: string): Promise<AttemptFacts> {
  const [report, log, output, patch] = [
    'report.json',
    'run_instance.log',
    'test_output.txt',
    'patch.diff',
  ].map((name) => files.get(name));
  const runLog = log === undefined ? '' : await log.end(LOG_LIMIT);
  const verdict = await verdictOf(report, runLog, instance);
  const script = (await files.get('eval.sh')?.start()) ?? (await output?.start()) ?? '';
  const base = baseIn(script);
  const shown = output ?? log;
  return {
    ...verdict,
    ...(patch !== undefined && verdict.patch === undefined && { patch: patch.raw }),
    ...(shown !== undefined && { log: shown.raw }),
    task: { ...verdict.task, ...(base !== undefined && { base_commit: base }) },
  };
}

async function verdictOf(
  report: SourceFile | undefined,
  runLog: string,
  instance: string,
): Promise<AttemptFacts> {
  if (report !== undefined) {
    const parsed = parseJson((await report.text()).replace(/^\ufeff/, ''));
    const facts = parsed.ok ? readReport(parsed.value, instance) : null;
    if (facts !== null) return { ...facts, warnings: contradictedBy(runLog, report, facts, instance) };
    const reason = parsed.ok ? 'report.json has no verdict on this instance' : 'report.json is damaged';
    const fromLog = resultInRunLog(runLog, instance);
    return fromLog ?? { passed: null, validity: { status: 'unknown', reason }, warnings: [reason] };
  }
  return resultInRunLog(runLog, instance) ?? readRunLog(runLog);
}

/** The log is written with the report, so that one of them was changed since; only the report has the tests. */
function contradictedBy(
  runLog: string,
  report: SourceFile,
  { passed }: AttemptFacts,
  instance: string,
): readonly string[] {
  const logged = resultInRunLog(runLog, instance)?.passed ?? passed;
  if (logged === passed) return [];
  const log = `${folderOf(report.path)}/run_instance.log`;
  return [
    `${log} says resolved: ${logged}, but ${report.path} ${passed}; the report is believed, which has the tests`,
  ];
}

/** `<instance>.<model>.eval.log` of the first versions. */
async function* evalLog(file: SourceFile): AsyncGenerator<Claim> {
  const match = /^(.+?-\d+)\.(.*)\.eval\.log$/.exec(baseName(file.path));
  if (match?.[1] === undefined || !isInstance(match[1])) return;
  yield {
    format: 'swebench',
    why: 'named like an evaluation log of SWE-bench',
    instance: match[1],
    attempt: match[2] ?? null,
    // Most logs tell no verdict: that is left to the report over the run.
    parts: [],
    rank: 0,
    files: [file],
    read: async () => {
      const base = baseIn(await file.start());
      const verdict = readEvalLog(await file.end(4000));
      return { ...verdict, log: file.raw, ...(base !== undefined && { task: { base_commit: base } }) };
    },
  };
}

async function* tables(file: SourceFile): AsyncGenerator<Claim> {
  const start = await file.start();
  if (mayHoldPredictions(start)) {
    for await (const { instance, model, file: part, facts } of predictionsIn(file))
      yield {
        format: 'swebench',
        why: 'predictions of SWE-bench',
        instance,
        attempt: model?.replaceAll('/', '__') ?? null,
        parts: ['patch'],
        rank: 2,
        files: [part],
        read: async () => facts,
      };
  } else if (/"resolved(?:_ids)?"\s*:/.test(start) || /_ids"\s*:/.test(start)) {
    const report = await file.outline();
    if (!isRunReport(report)) return;
    for (const [instance, facts] of readRunReport(report))
      yield {
        format: 'swebench',
        why: 'a report over a run of SWE-bench',
        instance,
        attempt: null,
        parts: ['verdict'],
        rank: 3,
        files: [file],
        read: async () => facts,
      };
  }
}
