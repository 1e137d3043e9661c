/** SWE-agent `.traj` and its forks: ending and submission in `info`, the task in the configuration for replays. */
import { isObject, type JsonObject, parseJson, text, wholeNumber } from '../../text/json.js';
import type { TaskFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { isCommit } from '../instance.js';
import { defined, mergeTasks } from '../row.js';
import { trajectoryImporter } from '../trajectory.js';

export const sweAgent = trajectoryImporter({
  name: 'swe-agent',
  about: 'SWE-agent .traj, 0.x and 1.x, and of its forks (CodeR)',
  facts(document) {
    const info = isObject(document?.['info']) ? document['info'] : {};
    const submission = text(info, 'submission');
    const stats = isObject(info['model_stats']) ? info['model_stats'] : {};
    const tokens = wholeNumber(stats['tokens_received']);
    const raw = text(info, 'exit_status');
    // `submitted (exit_cost)`: handed in by the harness when the agent had to stop.
    const why = /^submitted \((.+)\)$/.exec(raw ?? '')?.[1] ?? raw;
    const submitted = submission !== undefined && submission.trim() !== '';
    const config = replayConfig(document?.['replay_config']);
    const agent = isObject(config['agent']) ? config['agent'] : {};
    const model = isObject(agent['model']) ? text(agent['model'], 'name') : undefined;
    const { exit, validity } = exitFacts(why, submitted);
    return {
      exit: defined({ status: exit?.status ?? 'unknown', raw }),
      ...(validity && { validity }),
      ...(submission !== undefined && { patch: submission }),
      ...(info['submission'] === null && { patch: null }),
      ...(tokens !== null && tokens > 0 && { tokens }),
      policy: defined({ model, harness: 'swe-agent', version: text(info, 'swe_agent_version') }),
      task: mergeTasks([taskOf(config), defined({ statement: askedIn(document?.['history']) })]),
    };
  },
});

/** An object, or its JSON as text. */
function replayConfig(value: unknown): JsonObject {
  if (typeof value !== 'string') return isObject(value) ? value : {};
  const parsed = parseJson(value);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

function taskOf(config: JsonObject): TaskFacts {
  const problem = isObject(config['problem_statement']) ? config['problem_statement'] : {};
  const env = isObject(config['env']) ? config['env'] : {};
  const repo = isObject(env['repo']) ? env['repo'] : {};
  return defined({
    statement: text(problem, 'text'),
    base_commit: [repo['base_commit']].find(isCommit),
    url: text(repo, 'github_url'),
  });
}

/** The first words to the agent that are no demonstration: its steps do not repeat them. */
function askedIn(history: unknown): string | undefined {
  const entries = Array.isArray(history) ? history.filter(isObject) : [];
  const asked = entries.find((entry) => text(entry, 'role') === 'user' && entry['is_demo'] !== true);
  const content = asked?.['content'];
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content)
    ? content.filter(isObject).map((part) => text(part, 'text') ?? '')
    : [];
  return parts.join('\n') || undefined;
}
