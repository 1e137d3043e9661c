/** Digests of requests: what a recording is checked against, and the prefix that a reasoning block is bound to. */
import { createHash } from 'node:crypto';
import { canonicalText } from '../../src/records/digest.js';
import type { Message, ModelRequest } from './port.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const digestOf = (value: object): string => sha256(canonicalText(value));

// Messages never change once built, and a long conversation is digested again with every request.
const known = new WeakMap<Message, string>();
function messageDigest(message: Message): string {
  const digest = known.get(message) ?? digestOf(message);
  known.set(message, digest);
  return digest;
}

/** One digest per position: entry i covers system, tools and the messages before i; the last entry covers all. */
export function prefixDigests({
  system,
  tools,
  messages,
}: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): string[] {
  const digests = [digestOf({ system, tools })];
  for (const message of messages) digests.push(sha256(`${digests.at(-1)} ${messageDigest(message)}`));
  return digests;
}

/** sha256 of all that decides the answer, apart from provider and model; cache hints do not count. */
export function requestDigest(request: ModelRequest): string {
  const { max_output_tokens, force_tool = null, parallel_calls = true } = request;
  return digestOf({ prefix: prefixDigests(request).at(-1), max_output_tokens, force_tool, parallel_calls });
}
