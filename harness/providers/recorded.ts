/** A provider that plays the turns of a recording again, and says where the requests are not those of the recording. */
import { isTurnStep, type RecordingHead, type RecordingStep, type TurnStep } from '../recording.js';
import { requestDigest } from './digest.js';
import { failure } from './failure.js';
import { repairMessages } from './messages.js';
import type { Provider } from './port.js';
import { NO_USAGE, type Stop, type Turn } from './turn.js';
import { spent } from './watch.js';

/** A turn that was played although it had answered another request. */
export interface Drift {
  readonly seq: number;
  readonly phase: TurnStep['phase'];
  readonly recorded: string;
  readonly asked: string;
}

/** `report` plays on and keeps a list; `stop` ends the turn with `drift`. */
export type DriftPolicy = 'report' | 'stop';

export interface RecordedProvider extends Provider {
  readonly drift: readonly Drift[];
}

interface Played {
  readonly head: Pick<RecordingHead, 'judge'>;
  readonly steps: readonly RecordingStep[];
  /** Its last line was cut short. */
  readonly torn?: boolean;
}

const ending = (stop: Stop, detail: string): Turn => ({
  stop,
  detail,
  retry_after_s: null,
  text: '',
  reasoning: '',
  calls: [],
  usage: NO_USAGE,
  cost_usd: null,
  model: null,
  request_id: null,
  attempts: 0,
  failures: [],
  content: null,
});

const TORN = ': its last line is cut short, so the run was killed; go on with it under its own judge and -o';

/**
 * Passes can run side by side, so a request gets the first turn left that answered exactly this request; only where
 * there is none does it get the next one in order, as drift.
 */
export function recorded(
  { head, steps, torn = false }: Played,
  policy: DriftPolicy = 'report',
): RecordedProvider {
  const left = steps.filter(isTurnStep);
  const drift: Drift[] = [];
  return {
    kind: 'recorded',
    model: head.judge.model ?? 'unknown',
    drift,
    next: async (request, limits) => {
      const early = spent(limits);
      if (early) return ending(early.stop, early.detail);
      const asked = requestDigest({ ...request, messages: repairMessages(request.messages) });
      const same = left.findIndex(({ request_digest }) => request_digest === asked);
      const step = left[Math.max(same, 0)];
      if (!step) return ending('script_ended', `the recording has no further turn${torn ? TORN : ''}`);
      if (same < 0) {
        drift.push({ seq: step.seq, phase: step.phase, recorded: step.request_digest, asked });
        if (policy === 'stop')
          return ending('drift', failure('drift', `turn ${step.seq} answered another request`).detail);
      }
      left.splice(left.indexOf(step), 1);
      return step.turn;
    },
  };
}
