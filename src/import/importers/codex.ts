/** Codex: rollout files of sessions, and the event stream of `codex exec --json`. */
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts, TaskFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { isCommit } from '../instance.js';
import { defined } from '../row.js';
import { trajectoryImporter } from '../trajectory.js';
import { linesOf } from './claude-code.js';

const END = 64 * 1024;
const ENDINGS = ['task_complete', 'turn_aborted', 'turn.completed', 'turn.failed', 'error'];

export const codex = trajectoryImporter({
  name: 'codex',
  about: 'Codex rollout files and the stream of codex exec --json',
  async facts(_, file): Promise<AttemptFacts> {
    const first = linesOf(await file.start());
    const last = linesOf(await file.end(END));
    const payloads = first.map((line) => line['payload']).filter(isObject);
    const meta = payloads.find((payload) => 'cli_version' in payload || isObject(payload['git'])) ?? {};
    const model = payloads.map((payload) => text(payload, 'model')).find((name) => name !== undefined);
    const ending = last.map(typeOf).findLast((type) => ENDINGS.includes(type));
    const tokens = tokensIn(last);
    return {
      ...(ending !== undefined && exitFacts(ending.replace('turn.completed', 'completed'), false)),
      ...(tokens !== null && { tokens }),
      policy: defined({ model, harness: 'codex', version: text(meta, 'cli_version') }),
      task: taskOf(meta),
    };
  },
});

const typeOf = (line: JsonObject): string =>
  (isObject(line['payload']) ? text(line['payload'], 'type') : text(line, 'type')) ?? '';

/** The counts are totals, so the last one holds. */
function tokensIn(lines: readonly JsonObject[]): number | null {
  for (const { payload } of [...lines].reverse()) {
    const info = isObject(payload) && isObject(payload['info']) ? payload['info'] : {};
    const total = isObject(info['total_token_usage']) ? info['total_token_usage'] : {};
    const tokens = wholeNumber(total['output_tokens']);
    if (tokens !== null && tokens > 0) return tokens;
  }
  return null;
}

function taskOf(meta: JsonObject): TaskFacts {
  const git = isObject(meta['git']) ? meta['git'] : {};
  return defined({
    base_commit: [git['commit_hash']].find(isCommit),
    url: text(git, 'repository_url'),
  });
}
