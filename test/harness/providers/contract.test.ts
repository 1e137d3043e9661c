import { describe } from 'vitest';
import { requestDigest } from '../../../harness/providers/digest.js';
import { recorded } from '../../../harness/providers/recorded.js';
import { type ScriptTurn, scripted } from '../../../harness/providers/scripted.js';
import type { Stop } from '../../../harness/providers/turn.js';
import { type OpenWith, providerContract } from '../../contract/provider.js';
import type { Dialect, Neutral } from '../../support/dialects/dialect.js';
import { DIALECTS } from '../../support/dialects/list.js';
import { json, modelServer, stream } from '../../support/model-server.js';
import { JUDGE } from '../../support/recordings.js';
import { REQUEST, within } from '../../support/requests.js';

const STOPS: Record<string, Stop> = { refusal: 'refusal', filter: 'content_filter' };

const script = ({ text = '', thinking = '', calls = [], finish = 'done' }: Neutral): ScriptTurn => {
  const cut = text.trim() === '' && calls.length === 0 && thinking !== '' ? 'no_answer' : 'truncated';
  const stop = finish === 'length' ? cut : STOPS[finish];
  return { text, reasoning: thinking, calls: [...calls], ...(stop && { stop }) };
};

const openScripted: OpenWith = async (...answers) => scripted(answers.map(script));

const openRecorded: OpenWith = async (...answers) => {
  const source = scripted(answers.map(script));
  const steps = [];
  for (const seq of answers.keys()) {
    const turn = await source.next(REQUEST, within(1000));
    steps.push({ seq: seq + 1, phase: 'investigate' as const, request_digest: requestDigest(REQUEST), turn });
  }
  return recorded({ head: { judge: JUDGE }, steps });
};

const openWire =
  (dialect: Dialect, streamed: boolean): OpenWith =>
  async (...answers) => {
    const replies = answers.map((answer) => {
      const whole = dialect.whole(answer);
      return streamed ? stream(dialect.frames(whole)) : json(whole);
    });
    const server = await modelServer(...replies);
    const provider = await dialect.open(server.url);
    return { ...provider, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
  };

describe('the provider contract', () => {
  providerContract('scripted', openScripted);
  providerContract('recorded', openRecorded);
  for (const dialect of DIALECTS) {
    providerContract(`${dialect.kind}, streamed,`, openWire(dialect, true));
    providerContract(`${dialect.kind}, from a server that does not stream,`, openWire(dialect, false));
  }
});
