/** Opens the body of a success answer: an event stream, or one JSON document where a server does not stream. */
import { carry, recordOf, stopWith, toldFailure } from '../providers/failure.js';
import { readEvents, type ServerEvent } from './sse.js';

export type AnswerBody =
  | { readonly events: AsyncIterable<ServerEvent>; readonly json?: never }
  | { readonly json: unknown; readonly events?: never };

/** A success status can still carry an error, alone or in the middle of a stream. */
export function throwIfTold(data: unknown): void {
  const { error, object, type } = recordOf(data);
  if (error == null && object !== 'error' && type !== 'error') return;
  throw carry(toldFailure(data));
}

export async function openBody(response: Response): Promise<AnswerBody> {
  const type = response.headers.get('content-type') ?? 'no content type';
  const body = response.body;
  if (body === null) throw stopWith('bad_provider_answer', 'an answer without a body');
  if (type.includes('event-stream')) return { events: readEvents(body) };
  const text = await response.text();
  if (!type.includes('json'))
    throw stopWith(
      'bad_provider_answer',
      `neither an event stream nor JSON but ${type}: ${text.slice(0, 200)}`,
    );
  const json: unknown = JSON.parse(text);
  throwIfTold(json);
  return { json };
}
