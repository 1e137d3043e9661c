/** R05, R06, R07: a file that is no part of the base showed lines of the solution before anybody wrote them. */
import type { TraceEvent } from '../../events/event.js';
import type { Citation } from '../../records/citation.js';
import { isEnough, outsideBase } from '../access/evidence.js';
import { isInBase } from '../access/in-base.js';
import { type Origin, plainLine } from '../access/origin.js';
import type { LeakRow } from '../catalogue.js';
import { citeEvent } from '../cite.js';
import { defineDetector, type EventWatcher, type GroupContext, type LeadDraft } from '../detector.js';
import type { CandidateView } from '../view.js';

interface Seen {
  readonly row: LeakRow;
  readonly lines: readonly Origin[];
  readonly citations: readonly Citation[];
}

const MAX_SEEN = 20;

/** @param tests whether the evaluation's own records are looked for, or everything else */
const watchOutside =
  (tests: boolean) =>
  (view: CandidateView, group: GroupContext): EventWatcher => {
    const { paths } = group.access;
    const own = new Set<string>();
    const seen: Seen[] = [];
    const isOwn = (path: string): boolean =>
      [...own].some((file) => file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
    const isPatched = (file: string): boolean =>
      view.material.diff.some(({ path }) => file === path || file.endsWith(`/${path}`));
    return {
      event: (event, taken) => {
        if (event.type !== 'call' || event.kind === 'web') return;
        if (event.kind === 'edit' || (event.kind === 'shell' && WRITES.test(event.input.slice(0, 65_536))))
          for (const file of event.files) own.add(file);
        else if (event.kind === 'shell') for (const file of event.files) if (isPatched(file)) own.add(file);
        const input = plainLine(event.input);
        const fresh = isWriting(event)
          ? []
          : taken.filter(({ line, paths: of }) => ![...of].some(isOwn) && !input.includes(line));
        const outside = isEnough(fresh) && seen.length < MAX_SEEN ? outsidePath(event, paths, isOwn) : null;
        if (outside === null || isOfEvaluation(event, fresh) !== tests) return;
        const citations = [
          ...citeEvent(view.id, event, 'input', outside.at),
          ...citeEvent(view.id, event, 'output', fresh[0]?.at ?? 0),
        ];
        seen.push({
          row: tests ? 'R07' : /^[/~]/.test(outside.path) ? 'R05' : 'R06',
          lines: fresh,
          citations,
        });
      },
      end: async () => {
        const drafts: LeadDraft[] = [];
        for (const { row, lines, citations } of seen) {
          const left = await outsideBase(group.material.base, lines);
          const claim = `A file that is no part of the base was the first to show ${left.length} lines of the solution: where do they come from?`;
          if (isEnough(left)) drafts.push({ row, claim, citations, shown: true });
        }
        return drafts;
      },
    };
  };

/** What such a command shows is its own work, or the work of an earlier one. */
const isWriting = ({ kind, files, input }: TraceEvent): boolean =>
  kind === 'shell' &&
  (files.length > 0 ||
    /<<|write_text|\.write\(|writeFile|\bgit (diff|apply|stash|show|log)\b|\bpatch\b/.test(
      input.slice(0, 65_536),
    ));

/** Commands whose text is what they write; a copy is no work of the rollout. */
const WRITES = /<<|\b(echo|printf|sed|perl|python[\d.]*|node|awk|patch|git apply|tee)\b/;

/** The hidden tests, or a record of the task that names them. */
const isOfEvaluation = ({ output }: TraceEvent, lines: readonly Origin[]): boolean =>
  lines.some(({ sides }) => sides.has('tests')) ||
  /\b(fail_to_pass|pass_to_pass|test_patch|gold(en)?_patch|reference_patch|hidden_tests?)\b/i.test(
    output.slice(0, 262_144),
  );

const PATH = /[^\s"'`;|&<>()=,]*[./][^\s"'`;|&<>()=,]*/g;
/** What looks like a path and is none: options, patterns, numbers, addresses. */
const NO_FILE =
  /^[-*]|^\W+$|:\/\/|^\d+(\.\d+)*$|^s\/|^(https?|www)\b|\.\.\.$|^\d+,\d+p?$|^\.{1,2}\/?$|^\/dev\/|^\/(usr\/)?bin\//;

function outsidePath(
  event: TraceEvent,
  paths: ReadonlySet<string>,
  isOwn: (path: string) => boolean,
): { at: number; path: string } | null {
  const input = event.input.slice(0, 65_536);
  const text = event.kind === 'shell' || event.files.length === 0 ? input : event.files.join(' ');
  for (const match of text.matchAll(PATH)) {
    const path = match[0].slice(0, 400);
    if (
      path.length < 4 ||
      NO_FILE.test(path) ||
      input[match.index + path.length] === '(' ||
      isOwn(path) ||
      isInBase(path, paths, OUTSIDE)
    )
      continue;
    return { at: Math.max(0, input.indexOf(path)), path };
  }
  return null;
}

/** No checkout lies below these. */
const OUTSIDE =
  /(^|\/)(site-packages|dist-packages|node_modules|usr|opt|share|cache|build|dist|pkg|registry|eval\w*|grader|hidden|run_tests)\//;

export const outsideText = defineDetector({
  name: 'outside_text',
  about:
    'output of files that the base does not have, with lines of the solution in it, before the rollout wrote any of them; silent on files that it wrote itself and on everything after its first edit of the file',
  rows: ['R05', 'R06'],
  watch: watchOutside(false),
});

export const evaluationText = defineDetector({
  name: 'evaluation_text',
  about:
    'output of files that the base does not have, with lines of the hidden tests or of the task’s own records beside the solution; silent on files that the rollout wrote itself',
  rows: ['R07'],
  watch: watchOutside(true),
});
