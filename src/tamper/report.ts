/** Reports what a candidate says to whoever grades, or hides from it, in every text that a judge may be shown; no score depends on it. */
import { citeEvent, citeLine, quoteOf } from '../detect/cite.js';
import type { DiffLine, FileDiff } from '../diff/model.js';
import { scanPatch } from '../diff/scan.js';
import type { TraceEvent } from '../events/event.js';
import type { TamperReport } from '../judge/outcome.js';
import type { CandidateMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import { type Hit, heardIn, hiddenIn } from './hits.js';
import type { Known } from './known.js';

/** More reports about one candidate tell nobody anything new. */
const MAX_REPORTS = 10;
/** Lines of a test log that are read, and how many at once. */
const MAX_LOG = 50_000;
const LOG_PAGE = 500;

export interface TamperWatch {
  /** Every event of the candidate once, in order. */
  event(event: TraceEvent): Promise<void>;
  /** Reads the patch, the names and the log; at most ten reports. */
  end(): Promise<readonly TamperReport[]>;
}

export function watchTampering(candidate: CandidateMaterial, known: Known): TamperWatch {
  const reports: TamperReport[] = [];
  const { id } = candidate;
  const add = (where: string, hit: Hit | null, citations: readonly Citation[]): void => {
    if (hit !== null && reports.length < MAX_REPORTS)
      reports.push({ source: 'detector', claim: `${where} ${hit.does}.`, citations: [...citations] });
  };
  const hear = async (
    where: string,
    text: string,
    cite: (at: number) => readonly Citation[],
  ): Promise<void> => {
    if (text === '' || reports.length >= MAX_REPORTS) return;
    const hit = await heardIn(text, known);
    add(where, hit, hit === null ? [] : cite(hit.at));
  };
  return {
    event: async (event) => {
      const { role, type, input, output, tool } = event;
      if (role === 'assistant') {
        const where = type === 'call' ? 'A call' : 'A message';
        await hear(where, input, (at) => citeEvent(id, event, 'input', at));
        if (tool !== null) await hear('The name of a tool', tool, () => citeEvent(id, event, 'input', 0));
        const hidden = hiddenIn(input);
        add(where, hidden, hidden === null ? [] : citeEvent(id, event, 'input', hidden.at));
      }
      if (role === 'assistant' || role === 'tool')
        await hear('An output', output, (at) => citeEvent(id, event, 'output', at));
    },
    end: async () => {
      for (const file of candidate.diff) {
        const lines = addedLines(file);
        const text = lines.map((line) => unescaped(line.text)).join('\n');
        const place = (at: number) => citeLine(id, file.path, lineAt(lines, at) ?? NO_LINE);
        await hear('A file name', unescaped(file.path), () => shownLines(id, file));
        await hear('The patch', text, place);
        const hidden = isOldHabit(file) ? null : hiddenIn(text);
        add('The patch', hidden, hidden === null ? [] : place(hidden.at));
        add('A file name', hiddenIn(unescaped(file.path)), shownLines(id, file));
      }
      await hear('Text around the patch', proseOf(candidate), () => []);
      await hear(
        'The name of a test',
        Object.keys(candidate.rollout.tests?.status ?? {}).join('\n'),
        () => [],
      );
      await hearLog(candidate, hear);
      return reports;
    },
  };
}

const NO_LINE: DiffLine = { type: 'added', old: null, new: null, text: '' };

const addedLines = ({ hunks }: FileDiff): DiffLine[] =>
  hunks.flatMap(({ lines }) => lines.filter(({ type }) => type === 'added'));

const shownLines = (id: string, file: FileDiff): Citation[] =>
  file.hunks.flatMap(({ lines }) => lines.flatMap((line) => citeLine(id, file.path, line))).slice(0, 1);

/** A file that had hidden characters before keeps its habit. */
const isOldHabit = ({ hunks }: FileDiff): boolean =>
  hunks.some(({ lines }) =>
    lines.some(({ type, text }) => type !== 'added' && hiddenIn(unescaped(text)) !== null),
  );

/** Texts of a diff are rendered; a question about characters is one about those that were there. */
const unescaped = (text: string): string =>
  text.replace(/\u27E6U\+([0-9A-F]{4,6})\u27E7/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** The line in which an offset into the unescaped lines lies. */
function lineAt(lines: readonly DiffLine[], at: number): DiffLine | undefined {
  let start = 0;
  return lines.find((line) => {
    start += unescaped(line.text).length + 1;
    return at < start;
  });
}

/** What stands around the files of an inline patch; nobody is shown it, but it was written. */
function proseOf({ rollout: { patch } }: CandidateMaterial): string {
  if (typeof patch !== 'string') return '';
  const { prose, lines } = scanPatch(patch);
  return prose.map(([from, to]) => lines.slice(from - 1, to).join('\n')).join('\n');
}

async function hearLog(
  { id, testLog }: CandidateMaterial,
  hear: (where: string, text: string, cite: (at: number) => readonly Citation[]) => Promise<void>,
): Promise<void> {
  const end = Math.min(testLog?.lineCount ?? 0, MAX_LOG);
  for (let from = 1; testLog !== null && from <= end; from += LOG_PAGE) {
    const lines = await testLog.lines(from, Math.min(end, from + LOG_PAGE - 1));
    await hear('The test log', lines.join('\n'), (at) => citeLog(id, lines, from, at));
  }
}

function citeLog(candidate: string, lines: readonly string[], from: number, at: number): Citation[] {
  const index = lines.join('\n').slice(0, at).split('\n').length - 1;
  const quote = quoteOf(lines[index] ?? '');
  const number = from + index;
  return quote === null ? [] : [{ kind: 'test_log', candidate, lines: [number, number], quote }];
}
