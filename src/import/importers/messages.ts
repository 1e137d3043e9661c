/** Bare conversations: Chat Completions, Responses items and Anthropic messages, with little beside their words. */
import { isObject, type JsonObject, text } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { defined } from '../row.js';
import type { Trials } from '../source.js';
import { trajectoryImporter } from '../trajectory.js';

/** The model, and why the last answer ended where the document is an exchange. */
function facts(document: JsonObject | null): AttemptFacts {
  if (document === null) return {};
  const choices = Array.isArray(document['choices']) ? document['choices'] : [];
  const [choice] = choices;
  const raw = text(document, 'stop_reason') ?? (isObject(choice) ? text(choice, 'finish_reason') : undefined);
  const model = text(document, 'model');
  return {
    ...(raw !== undefined && exitFacts(raw === 'length' ? 'max_tokens' : raw, false)),
    policy: defined({ model }),
  };
}

/** Exports of traces and data sets for fine-tuning hold a conversation a line, where a session holds a message a line. */
const conversationsWith = (...lists: readonly string[]): Trials => ({
  containers: [{ kind: 'document' }, { kind: 'lines' }],
  isTrial: (record) => record !== null && lists.some((name) => name in record) && !('role' in record),
});

export const openaiChat = trajectoryImporter({
  name: 'openai-chat',
  about: 'messages of the OpenAI Chat Completions API',
  trials: conversationsWith('messages'),
  facts,
});

export const openaiResponses = trajectoryImporter({
  name: 'openai-responses',
  about: 'items of the OpenAI Responses API',
  trials: conversationsWith('input'),
  facts,
});

export const anthropic = trajectoryImporter({
  name: 'anthropic',
  about: 'messages of the Anthropic Messages API',
  trials: conversationsWith('messages'),
  facts,
});
