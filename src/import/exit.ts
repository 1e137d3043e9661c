/** How an attempt ended, out of the word that its harness uses, and whether an ending of that kind counts. */
import { clip } from '../text/clip.js';
import type { AttemptFacts, Exit } from './claim.js';

/** Endings that say something about the machine, not about the agent. */
const MACHINE =
  /docker|container|sandbox|environment|runtime|image|pod_|provision|install|rate.?limit|\bapi|api.?(?:error|connection|status)|exit_api|connection|authentication|service.?unavailable|overloaded|internal.?server|oom|out of memory|no space|verifier|reward.?file|tunnel|provider|infra|network|download|setup/i;

/** In this order: the first that fits decides. Harnesses agree on more words than on anything else. */
const ENDINGS: readonly (readonly [RegExp, Exit])[] = [
  [/environment|env_error|verifier|agent.?(?:setup|install)/i, 'env_error'],
  [/cost|budget/i, 'cost_limit'],
  [/context|prompt.?too.?long|overlong/i, 'context_limit'],
  [/output.?length|max_?(?:output_)?tokens|token.?limit|truncated|^tokens?$/i, 'token_limit'],
  [/format|parse_error|malformed/i, 'format_error'],
  [/time.?(?:out|limit|exceeded)|timed.?out|^(?:time|working)$/i, 'time_limit'],
  [
    /max.?(?:turn|iteration|step)|limits?.?exceeded|(?:step|turn|message).?limit|^(?:turn|message)s?$|maximum iteration/i,
    'step_limit',
  ],
  [/abort|cancel|interrupt|operator/i, 'aborted'],
  [/forfeit|early_exit|no_?submission|no_?patch/i, 'no_submission'],
];
const DONE = /^(?:submitted|completed?|success|finished|done|stop|end_turn|task_complete|none|unset|ok)$/i;

/**
 * @param raw the word or message of the harness
 * @param submitted true where something was handed in, whatever came before
 */
export function exitFacts(
  raw: string | undefined,
  submitted: boolean,
): Pick<AttemptFacts, 'exit' | 'validity'> {
  if (raw === undefined || raw.trim() === '')
    return submitted ? { exit: { status: 'submitted' } } : { exit: { status: 'unknown' } };
  const word = clip(raw.trim(), 500);
  if (DONE.test(word)) return { exit: { status: 'submitted', raw: word } };
  const status = ENDINGS.find(([pattern]) => pattern.test(word))?.[1];
  const isMachine = status === 'env_error' || (status === undefined && MACHINE.test(word));
  if (isMachine) {
    const facts = { exit: { status: 'env_error', raw: word } } as const;
    // What was handed in before the environment went counts like any other submission.
    return submitted ? facts : { ...facts, validity: { status: 'infra', reason: word } };
  }
  if (status === 'aborted')
    return {
      exit: { status, raw: word },
      ...(!submitted && { validity: { status: 'aborted', reason: word } }),
    };
  return {
    exit: { status: status ?? (/error|exception|fail/i.test(word) ? 'agent_error' : 'unknown'), raw: word },
  };
}
