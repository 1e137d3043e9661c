/** Seeded faults at the provider port: each one a server that goes wrong in its own way, and what must hold whatever it does. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Provider } from '../../harness/providers/port.js';
import { type Stop, Turn } from '../../harness/providers/turn.js';
import { type Dialect, type Neutral, TEST_KEY } from './dialects/dialect.js';
import { DIALECTS } from './dialects/list.js';
import {
  drip,
  flood,
  hangUp,
  json,
  modelServer,
  type Reply,
  raw,
  silent,
  stall,
  stream,
} from './model-server.js';
import { REQUEST, within } from './requests.js';

/** Integers below `below` from a seed, the same in every run. */
export function dice(seed: string): (below: number) => number {
  let counter = 0;
  return (below) => createHash('sha256').update(`${seed} ${counter++}`).digest().readUInt32BE() % below;
}

type Roll = ReturnType<typeof dice>;
const pick = <T>(roll: Roll, items: readonly T[]): T => items[roll(items.length)] as T;

const ANSWERS: readonly Neutral[] = [
  { text: 'Fine. 🚀' },
  { text: 'Look.', calls: [{ id: 't1', name: 'read_file', arguments: '{"path":"ä.py"}' }] },
  {
    thinking: 'hm',
    calls: [
      { id: 't1', name: 'submit_scores', arguments: '{"a":[1,2]}' },
      { id: 't2', name: 'x', arguments: '' },
    ],
  },
];

/** Writes bytes below HTTP, so that even the framing can be wrong. */
const socketBytes =
  (text: string): Reply =>
  (response: ServerResponse) => {
    response.socket?.end(text);
  };

const flipped = (roll: Roll, text: string): string => {
  const bytes = Buffer.from(text);
  for (let i = 0; i <= roll(4); i++) bytes[roll(bytes.length)] = roll(256);
  return bytes.toString('latin1');
};

/** Replaces one value somewhere inside a document. */
function scrambled(roll: Roll, value: unknown): unknown {
  const wrong = [null, -1, 1e300, '', 'x', [], {}, [null], true];
  if (typeof value !== 'object' || value === null || roll(4) === 0) return pick(roll, wrong);
  const keys = Object.keys(value);
  if (keys.length === 0) return pick(roll, wrong);
  const key = pick(roll, keys);
  const inner = scrambled(roll, (value as Record<string, unknown>)[key]);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? inner : item));
  return { ...value, [key]: inner };
}

type Fault = (roll: Roll, frames: string[], whole: Record<string, unknown>, dialect: Dialect) => Reply;

const EVENT_STREAM = { 'content-type': 'text/event-stream' };
const cut = (roll: Roll, frames: string[]): string[] => [
  frames.join('').slice(0, roll(frames.join('').length)),
];

export const FAULTS: Record<string, Fault> = {
  status: (roll) =>
    json(
      { error: { message: 'no' } },
      pick(
        roll,
        [
          400, 401, 402, 403, 404, 405, 408, 409, 413, 418, 422, 425, 429, 451, 500, 501, 502, 503, 504, 520,
          529, 599,
        ],
      ),
    ),
  retry_after: (roll) =>
    json({}, pick(roll, [429, 503]), {
      'retry-after': pick(roll, [
        '0',
        '7200',
        '-3',
        'soon',
        'Wed, 21 Oct 2099 07:28:00 GMT',
        '1e9',
        '0.01',
        '',
      ]),
    }),
  error_body: (roll) =>
    raw(
      pick(roll, [
        '',
        'nope',
        '<html>',
        '{"error":',
        '{"error":"model not loaded"}',
        '{"detail":[{"loc":["body"]}]}',
        '[1]',
        'null',
        '\u0000\u001b[2J',
      ]),
      { 'content-type': pick(roll, ['application/json', 'text/html', '']) },
      pick(roll, [400, 404, 500, 503]),
    ),
  cut_stream: (roll, frames) => hangUp(cut(roll, frames), pick(roll, ['reset', 'end'])),
  stalled_stream: (roll, frames) => stall(cut(roll, frames)),
  dripping_stream: (roll, frames) => drip(frames, 1 + roll(40), roll(3)),
  flipped_bytes: (roll, frames) => (response) => {
    response.writeHead(200, EVENT_STREAM);
    response.end(Buffer.from(flipped(roll, frames.join('')), 'latin1'));
  },
  mixed_frames: (roll, frames) => stream(frames.map(() => pick(roll, frames))),
  missing_frame: (roll, frames) => stream(frames.toSpliced(roll(frames.length), 1)),
  doubled_frame: (roll, frames) => stream(frames.toSpliced(roll(frames.length), 0, pick(roll, frames))),
  broken_midstream: (roll, frames, _whole, dialect) =>
    stream([
      ...frames.slice(0, roll(frames.length)),
      dialect.broken(
        pick(roll, ['overloaded_error', 'rate_limit_exceeded', 'invalid_request_error', 'weird', '']),
        'x',
      ),
    ]),
  scrambled_whole: (roll, _frames, whole) => json(scrambled(roll, whole)),
  scrambled_frames: (roll, frames) =>
    stream(
      frames.map((frame) =>
        frame.replace(/^data: (\{.*)$/m, (line, data: string) =>
          roll(5) > 0 ? line : `data: ${JSON.stringify(scrambled(roll, JSON.parse(data)))}`,
        ),
      ),
    ),
  odd_type: (roll, frames) =>
    raw(frames.join(''), {
      'content-type': pick(roll, [
        '',
        'text/plain',
        'application/octet-stream',
        'text/html',
        'application/json',
      ]),
    }),
  html: () => raw('<html>please sign in</html>', { 'content-type': 'text/html' }),
  redirect: (roll) =>
    raw(
      '',
      { location: pick(roll, ['/v1/elsewhere', 'http://127.0.0.1:1/', 'file:///etc/passwd', '::']) },
      pick(roll, [301, 302, 303, 307, 308]),
    ),
  false_gzip: (_roll, frames) => raw(frames.join(''), { ...EVENT_STREAM, 'content-encoding': 'gzip' }),
  no_body: (roll) => raw('', {}, pick(roll, [200, 204, 205])),
  giant_line: (_roll) => flood(3e6),
  giant_json: (_roll) => flood(3e6, { 'content-type': 'application/json' }),
  silence: () => silent,
  no_http: (roll) =>
    socketBytes(
      pick(roll, [
        '',
        'SSH-2.0-OpenSSH_9\r\n',
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nhi',
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
        'HTTP/1.1 999 ?\r\n\r\n',
        'HTTP/1.1 100 Continue\r\n\r\n',
      ]),
    ),
  echoed_key: () => json({ error: { message: `bad ${TEST_KEY}` } }, 401),
  good: (_roll, frames) => stream(frames),
};

export interface FaultReport {
  readonly fault: string;
  readonly stop: Stop;
  readonly told: string;
  /** Milliseconds past the deadline; negative where there was time left. */
  readonly over: number;
}

/** How late a turn may come, apart from the times in which this process did not get to run at all. */
const SLACK_MS = 250;
/** Between a deadline and the turn lie at most this many steps that a stall can delay: timer, wait, answer. */
const STEPS = 3;
const stalls = monitorEventLoopDelay({ resolution: 10 });
stalls.enable();
/** The longest time so far in which no timer could fire. */
export const longestStallMs = (): number => stalls.max / 1e6;

/** Injects fault number `index`, maybe with further ones behind it, and checks all that must hold. @throws where it does not. */
async function injectFault(seed: string, index: number): Promise<FaultReport> {
  const roll = dice(`${seed} ${index}`);
  const dialect = pick(roll, DIALECTS);
  const whole = dialect.whole(pick(roll, ANSWERS));
  const names = Object.keys(FAULTS);
  // The first fault goes round, so that each kind comes up equally often.
  const chosen = [
    names[index % names.length] as string,
    ...Array.from({ length: roll(3) }, () => pick(roll, names)),
  ];
  const replies = chosen.map((name) => (FAULTS[name] as Fault)(roll, dialect.frames(whole), whole, dialect));
  await using server = await modelServer(...replies);
  const provider: Provider = await dialect.open(server.url, {
    idle_s: 0.3,
    max_bytes: 1e6,
    retry: { base_s: 0.002, cap_s: 0.05, seed },
  });
  const ms = 400 + roll(400);
  const started = performance.now();
  const turn = await provider.next(REQUEST, within(ms));
  const over = performance.now() - started - ms;
  const told = `fault ${index} (${dialect.kind}: ${chosen.join(', ')}) ended as ${turn.stop}: ${turn.detail}`;
  Turn.parse(JSON.parse(JSON.stringify(turn)));
  if (turn.stop === 'internal') throw new Error(`${told}: an ending without a name`);
  if (JSON.stringify(turn).includes(TEST_KEY)) throw new Error(`${told}: the key is in the turn`);
  if (turn.stop !== 'tool_calls' && turn.calls.length > 0) throw new Error(`${told}: it has calls`);
  return { fault: chosen[0] ?? '', stop: turn.stop, told, over };
}

/** Injects `count` faults, some at a time. @throws where one breaks a promise, or comes too late. */
export async function injectFaults(seed: string, count: number, width = 8): Promise<FaultReport[]> {
  const reports: FaultReport[] = [];
  const indices = Array.from({ length: count }, (_, index) => index).values();
  const worker = async (): Promise<void> => {
    for (const index of indices) reports.push(await injectFault(seed, index));
  };
  await Promise.all(Array.from({ length: width }, worker));
  // Only now are all stalls noticed.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const late = reports.find(({ over }) => over > SLACK_MS + STEPS * longestStallMs());
  if (late) throw new Error(`${late.told}, ${Math.round(late.over)} ms too late`);
  return reports;
}
