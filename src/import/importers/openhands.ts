/** OpenHands: lines of an evaluation's output, and folders of events, one file each. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { defined, mergeTasks, taskOfRow } from '../row.js';
import { filesBeside } from '../source.js';
import { idIn, trajectoryImporter } from '../trajectory.js';

/** `12.json` of the first generation, `event-00012-….json` of the SDK. */
const EVENT_FILE = /^(?:event-)?(\d{1,9})(?:-[\w-]{1,80})?\.json$/;
const numberOf = (path: string): number => Number(EVENT_FILE.exec(baseName(path))?.[1] ?? -1);

export const openhands = trajectoryImporter({
  name: 'openhands',
  about: 'OpenHands output.jsonl, lists and folders of events, V0 and V1',
  more(file, run) {
    if (!EVENT_FILE.test(baseName(file.path))) return [];
    const all = filesBeside(run, folderOf(file.path))
      .filter(({ path }) => EVENT_FILE.test(baseName(path)))
      .sort((a, b) => numberOf(a.path) - numberOf(b.path));
    return all[0] === file ? all.slice(1) : null;
  },
  identity: (document) => ({
    instance: document === null ? undefined : idIn(document),
    attempt: document === null ? undefined : attemptOf(document),
  }),
  facts(document) {
    if (document === null || !('instance_id' in document)) return { policy: { harness: 'openhands' } };
    return { ...outcomeOf(document), task: taskOf(document), policy: policyOf(document) };
  },
});

function attemptOf(document: JsonObject): string | undefined {
  const attempt = wholeNumber(document['attempt']) ?? 0;
  return attempt > 1 ? `attempt ${attempt}` : undefined;
}

function outcomeOf(document: JsonObject): AttemptFacts {
  const result = isObject(document['test_result']) ? document['test_result'] : {};
  const report = isObject(result['report']) ? result['report'] : {};
  const resolved = [document['resolved'], result['resolved'], report['resolved']].find(
    (value) => typeof value === 'boolean',
  );
  const patch = result['git_patch'];
  const submitted = typeof patch === 'string' && patch.trim() !== '';
  const error = text(document, 'error') ?? (text(document, 'status') === 'error' ? 'error' : undefined);
  const usage = isObject(document['metrics']) ? document['metrics']['accumulated_token_usage'] : undefined;
  const tokens = isObject(usage) ? wholeNumber(usage['completion_tokens']) : null;
  return {
    ...exitFacts(error ?? (submitted ? 'finished' : undefined), submitted),
    ...(typeof patch === 'string' || patch === null ? { patch } : {}),
    ...(resolved !== undefined && { passed: resolved }),
    ...(tokens !== null && tokens > 0 && { tokens }),
  };
}

function taskOf(document: JsonObject) {
  const row = isObject(document['instance']) ? taskOfRow(document['instance']) : {};
  const instruction = text(document, 'instruction');
  // The policy saw the instruction, which holds the statement of the data set.
  return mergeTasks([instruction === undefined ? undefined : { statement: instruction }, row]);
}

function policyOf(document: JsonObject): NonNullable<AttemptFacts['policy']> {
  const metadata = isObject(document['metadata']) ? document['metadata'] : {};
  const config = [metadata['llm_config'], metadata['llm']].find(isObject);
  return defined({
    model: config === undefined ? undefined : text(config, 'model'),
    harness: 'openhands',
    version: text(metadata, 'git_commit'),
  });
}
