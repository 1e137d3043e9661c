/** verifiers: lines of results and traces, grouped by their example. */
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { defined, taskOfRow } from '../row.js';
import { type Identity, idIn, trajectoryImporter } from '../trajectory.js';

export const verifiers = trajectoryImporter({
  name: 'verifiers',
  about: 'verifiers results.jsonl and traces.jsonl',
  identity: (document) => (document === null ? {} : identityOf(document)),
  facts: (document) => (document === null ? {} : lineFacts(document)),
});

function identityOf(line: JsonObject): Identity {
  const info = isObject(line['info']) ? line['info'] : {};
  const task = isObject(line['task']) ? line['task'] : {};
  const data = isObject(task['data']) ? task['data'] : {};
  const number = line['example_id'] ?? data['example_id'] ?? data['idx'];
  const named = idIn(info) ?? idIn(data) ?? idIn(line);
  const numbered = typeof number === 'number' || typeof number === 'string' ? `example-${number}` : undefined;
  return { instance: named ?? numbered };
}

function lineFacts(line: JsonObject): AttemptFacts {
  const info = isObject(line['info']) ? line['info'] : {};
  const usage = isObject(line['token_usage']) ? line['token_usage'] : {};
  const tokens = wholeNumber(usage['output_tokens'] ?? usage['completion_tokens']);
  const patch = [info['model_patch'], info['patch_submitted'], line['model_patch']].find(
    (value) => typeof value === 'string' || value === null,
  ) as string | null | undefined;
  return {
    ...endingOf(line),
    ...rewardFacts(rewardIn(line)),
    ...(patch !== undefined && { patch }),
    ...(tokens !== null && tokens > 0 && { tokens }),
    task: taskOfRow({ ...info, patch: undefined }),
  };
}

/** An error is of the machine, truncation is the agent's. */
function endingOf(line: JsonObject): AttemptFacts {
  const errors = Array.isArray(line['errors']) ? line['errors'] : [line['error']];
  const error = errors.filter(isObject).at(-1);
  if (error !== undefined) {
    const raw = text(error, 'error') ?? text(error, 'type') ?? text(error, 'message') ?? 'error';
    const overlong = /overlong|too.?long|context/i.test(raw);
    if (overlong) return { exit: { status: 'context_limit', raw: raw.slice(0, 500) } };
    return {
      exit: { status: 'env_error', raw: raw.slice(0, 500) },
      validity: { status: 'infra', reason: `the rollout ended in an error: ${raw.slice(0, 200)}` },
    };
  }
  const stop = text(line, 'stop_condition');
  if (line['is_truncated'] === true) return { exit: defined({ status: 'token_limit', raw: stop } as const) };
  if (stop !== undefined && /completed|done|submit|finish|final|no_tools/i.test(stop))
    return { exit: { status: 'submitted', raw: stop } };
  return exitFacts(stop, false);
}

function rewardIn(line: JsonObject): number | null {
  if (typeof line['reward'] === 'number') return line['reward'];
  const named = isObject(line['rewards']) ? Object.values(line['rewards']) : [];
  const parts = named.flatMap((one) => {
    const score = isObject(one) ? one['score'] : one;
    const weight = isObject(one) && typeof one['weight'] === 'number' ? one['weight'] : 1;
    return typeof score === 'number' ? [score * weight] : [];
  });
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

/** A reward of 0 or 1 is the verdict of a test; anything between was shaped, and decides nothing. */
export function rewardFacts(reward: number | null): AttemptFacts {
  if (reward === null || !Number.isFinite(reward)) return { passed: null };
  if (reward === 0 || reward === 1) return { passed: reward === 1 };
  return { passed: null, reward, warnings: [`the reward ${reward} is no verdict; give one with --results`] };
}
