/** NeMo-Gym: lines of rollouts, grouped by the index of their task. */
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { taskOfRow } from '../row.js';
import { type Identity, idIn, trajectoryImporter } from '../trajectory.js';
import { rewardFacts } from './verifiers.js';

export const nemoGym = trajectoryImporter({
  name: 'nemo-gym',
  about: 'NeMo-Gym rollouts.jsonl',
  identity: (document) => (document === null ? {} : identityOf(document)),
  facts: (document) => (document === null ? {} : lineFacts(document)),
});

const metadataOf = (line: JsonObject): JsonObject => {
  const asked = isObject(line['responses_create_params']) ? line['responses_create_params'] : {};
  return isObject(asked['metadata']) ? asked['metadata'] : {};
};

function identityOf(line: JsonObject): Identity {
  const task = wholeNumber(line['_ng_task_index']);
  const rollout = wholeNumber(line['_ng_rollout_index']);
  return {
    instance: idIn(line) ?? idIn(metadataOf(line)) ?? (task === null ? undefined : `task-${task}`),
    ...(rollout !== null && { attempt: `rollout ${rollout}` }),
  };
}

function lineFacts(line: JsonObject): AttemptFacts {
  const kind = text(line, 'agent_error_kind');
  const config = isObject(line['instance_config']) ? line['instance_config'] : {};
  const masked = line['mask_sample'] === true || config['mask_sample'] === true;
  const patch = line['model_patch'];
  const response = isObject(line['response']) ? line['response'] : {};
  const usage = isObject(response['usage']) ? response['usage'] : {};
  const tokens = wholeNumber(usage['output_tokens']);
  const resolved = line['resolved'];
  const evaluation = line['eval_timed_out'] === true;
  return {
    ...exitFacts(line['agent_timed_out'] === true ? 'agent_timeout' : kind, typeof patch === 'string'),
    ...(typeof resolved === 'boolean' ? { passed: resolved } : rewardFacts(rewardOf(line))),
    ...(evaluation && {
      tests: { status: {}, timed_out: true },
      validity: { status: 'infra', reason: 'the evaluation ran out of time' },
    }),
    ...(masked && { validity: { status: 'excluded', reason: 'mask_sample is set' } }),
    ...((typeof patch === 'string' || patch === null) && { patch }),
    ...(tokens !== null && tokens > 0 && { tokens }),
    task: taskOfRow({ ...metadataOf(line), patch: undefined }),
  };
}

const rewardOf = (line: JsonObject): number | null =>
  typeof line['reward'] === 'number' ? line['reward'] : null;
