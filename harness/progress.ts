/** What happens while a group is graded, as one union of events sent to whoever listens. */
import { plural } from '../src/text/plural.js';
import { renderName } from '../src/text/render.js';
import type { ResultStatus } from '../src/vocabulary.js';

export type GradeEvent =
  | { readonly type: 'started'; readonly group_id: string; readonly rollouts: number }
  | { readonly type: 'fetching'; readonly stage: string; readonly done: number; readonly total: number }
  | {
      readonly type: 'workspace';
      readonly applied: number;
      readonly failed: number;
      readonly seconds: number;
    }
  | { readonly type: 'rerun'; readonly what: string; readonly checks: number }
  | { readonly type: 'detected'; readonly leads: number; readonly seconds: number }
  | { readonly type: 'judging'; readonly judge: string; readonly candidates: number }
  | { readonly type: 'assessing'; readonly judge: string; readonly rollouts: number }
  | {
      readonly type: 'investigating';
      readonly requests: number;
      readonly tool_calls: number;
      readonly findings: number;
      readonly open_leads: number;
      readonly input_tokens: number;
      readonly output_tokens: number;
      /** null where the price of the model is not known. */
      readonly cost_usd: number | null;
    }
  | {
      readonly type: 'assessed';
      readonly rollout: string;
      readonly done: number;
      readonly rollouts: number;
    }
  | { readonly type: 'scoring'; readonly candidates: number; readonly findings: number }
  | { readonly type: 'ended'; readonly status: ResultStatus; readonly seconds: number };

export type Emit = (event: GradeEvent) => void;

/** One plain line per event, for a log or a pipe. */
export function progressLine(event: GradeEvent): string {
  switch (event.type) {
    case 'started':
      return `grading ${plural(event.rollouts, 'rollout')}`;
    case 'fetching':
      return `fetching the base: ${event.stage} ${event.done} of ${event.total}`;
    case 'workspace':
      return `workspace ready: ${plural(event.applied, 'tree')}${event.failed === 0 ? '' : `, ${plural(event.failed, 'rollout')} without one`} (${event.seconds.toFixed(1)} s)`;
    case 'rerun':
      return `run ${event.checks} of the tests: ${renderName(event.what)}`;
    case 'detected':
      return `${plural(event.leads, 'lead')} (${event.seconds.toFixed(1)} s)`;
    case 'judging':
      return `${event.judge} judge compares ${plural(event.candidates, 'candidate')}`;
    case 'assessing':
      return `${plural(event.rollouts, 'rollout is', 'rollouts are')} assessed by the rubric; the ${event.judge} judge reads`;
    case 'investigating': {
      const { requests, tool_calls, findings, open_leads, input_tokens, output_tokens, cost_usd } = event;
      const cost = cost_usd === null ? '' : `, $${cost_usd.toFixed(2)}`;
      return `investigating: ${plural(requests, 'request')}, ${plural(tool_calls, 'tool call')}, ${plural(findings, 'finding')}, ${plural(open_leads, 'lead')} open, ${thousands(input_tokens)} tokens in, ${thousands(output_tokens)} out${cost}`;
    }
    case 'assessed':
      return `assessed ${renderName(event.rollout)} (${event.done} of ${event.rollouts})`;
    case 'scoring':
      return `scoring ${plural(event.candidates, 'candidate')} from ${plural(event.findings, 'finding')}`;
    case 'ended':
      return `${event.status} after ${event.seconds.toFixed(1)} s`;
  }
}

const thousands = (count: number): string => (count < 10_000 ? `${count}` : `${Math.round(count / 1000)}k`);
