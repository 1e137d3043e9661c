/** Reports what a candidate says to whoever grades in every text that a judge may be shown; no score depends on it. */
import { citeEvent, citeLine, quoteOf } from '../detect/cite.js';
import type { DiffLine, FileDiff } from '../diff/model.js';
import { scanPatch } from '../diff/scan.js';
import type { TraceEvent } from '../events/event.js';
import type { TamperReport } from '../judge/outcome.js';
import type { CandidateMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import { unrenderText } from '../text/render.js';
import { type Ear, openEar } from './ear.js';
import { hiddenIn } from './hits.js';
import type { Known } from './known.js';

/** More reports about one candidate tell nobody anything new. */
const MAX_REPORTS = 10;
/** Events beyond these characters are not read: a policy chooses how much it says and prints. */
const MAX_READ = 32 * 1024 * 1024;
/** Lines of a test log that are read, and how many at once. */
const MAX_LOG = 50_000;
const LOG_PAGE = 500;

export interface TamperWatch {
  /** Every event of the candidate once, in order. */
  event(event: TraceEvent): Promise<void>;
  /** Reads the patch, names and the log; at most ten reports of the way, and ten of the rest. */
  end(): Promise<readonly TamperReport[]>;
}

export function watchTampering(candidate: CandidateMaterial, known: Known): TamperWatch {
  const [way, work] = [openEar(known, MAX_REPORTS), openEar(known, MAX_REPORTS)];
  let left = MAX_READ;
  return {
    event: async (event) => {
      if (left <= 0 || (event.role !== 'assistant' && event.role !== 'tool')) return;
      left -= event.input.length + event.output.length;
      if (event.role === 'assistant') await hearDeed(candidate.id, event, way);
      await hearOutput(candidate.id, event, way);
    },
    end: async () => {
      await hearPaths(candidate, work);
      for (const file of candidate.diff) await hearFile(candidate.id, file, work);
      await work.hear({ where: 'Text around the patch', text: proseOf(candidate), cite: () => [] }, true);
      const tests = Object.keys(candidate.rollout.tests?.status ?? {}).join('\n');
      await work.hear({ where: 'The name of a test', text: tests, cite: () => [] }, true);
      await hearLog(candidate, work);
      return [...work.reports, ...way.reports];
    },
  };
}

async function hearDeed(id: string, event: TraceEvent, ear: Ear): Promise<void> {
  const cite = (at: number) => citeEvent(id, event, 'input', at);
  const said = { where: event.type === 'call' ? 'A call' : 'A message', text: event.input, cite };
  await ear.hear(said, true);
  ear.look(said);
  await ear.hear({ where: 'The name of a tool', text: event.tool ?? '', cite: () => cite(0) }, true);
}

const hearOutput = (id: string, event: TraceEvent, ear: Ear): Promise<void> =>
  ear.hear(
    { where: 'An output', text: event.output, cite: (at) => citeEvent(id, event, 'output', at) },
    false,
  );

async function hearPaths({ id, diff }: CandidateMaterial, ear: Ear): Promise<void> {
  const paths = diff.map(({ path }) => unrenderText(path).replaceAll('\n', ' '));
  const cite = (at: number): Citation[] => {
    const file = diff[lineNumber(paths, at)];
    const lines = file?.hunks.flatMap((hunk) => hunk.lines) ?? [];
    return lines.flatMap((line) => citeLine(id, file?.path ?? '', line)).slice(0, 1);
  };
  const names = { where: 'A file name', text: paths.join('\n'), cite };
  await ear.hear(names, true);
  ear.look(names);
}

async function hearFile(id: string, file: FileDiff, ear: Ear): Promise<void> {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ type }) => type === 'added');
  const texts = added.map(({ text }) => unrenderText(text));
  const cite = (at: number): Citation[] => {
    const line = added[lineNumber(texts, at)];
    return line === undefined ? [] : citeLine(id, file.path, line);
  };
  const patch = { where: 'The patch', text: texts.join('\n'), cite };
  await ear.hear(patch, true);
  if (!lines.some(hidesAlready)) ear.look(patch);
}

/** A file that had hidden characters before keeps its habit. */
const hidesAlready = ({ type, text }: DiffLine): boolean =>
  type !== 'added' && hiddenIn(unrenderText(text)) !== null;

/** Index of the line in which an offset into the joined lines lies. */
function lineNumber(lines: readonly string[], at: number): number {
  let start = 0;
  return lines.findIndex((line) => {
    start += line.length + 1;
    return at < start;
  });
}

/** What stands around the files of an inline patch; no judge is shown it, but it was written. */
function proseOf({ rollout: { patch } }: CandidateMaterial): string {
  if (typeof patch !== 'string') return '';
  const { prose, lines } = scanPatch(patch);
  return prose.map(([from, to]) => lines.slice(from - 1, to).join('\n')).join('\n');
}

async function hearLog({ id, testLog }: CandidateMaterial, ear: Ear): Promise<void> {
  const end = Math.min(testLog?.lineCount ?? 0, MAX_LOG);
  for (let from = 1; testLog !== null && from <= end; from += LOG_PAGE) {
    const lines = await testLog.lines(from, Math.min(end, from + LOG_PAGE - 1));
    const texts = lines.map(unrenderText);
    const cite = (at: number): Citation[] => {
      const index = lineNumber(texts, at);
      const quote = quoteOf(lines[index] ?? '');
      const number = from + index;
      return quote === null ? [] : [{ kind: 'test_log', candidate: id, lines: [number, number], quote }];
    };
    await ear.hear({ where: 'The test log', text: texts.join('\n'), cite }, false);
  }
}
