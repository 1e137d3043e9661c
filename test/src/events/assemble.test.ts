import { expect, test } from 'vitest';
import { Assembler } from '../../../src/events/assemble.js';
import type { Answered, Called, Piece, Reading, Said } from '../../../src/events/format.js';
import { readCommand } from '../../../src/events/tools.js';

const say = (text: string): Said => ({ type: 'message', role: 'assistant', text, notes: [] });
const call = (id: string | null, command: string, more: Partial<Called> = {}): Called => ({
  ...readCommand(command),
  id,
  ...more,
});
const answer = (id: string | null, text: string): Answered => ({
  type: 'result',
  id,
  role: 'tool',
  text,
  exit_code: null,
  notes: [],
});

/** What the readings come to: `turn thread text`, answers under their call. */
function assembled(...readings: readonly Reading[]): readonly string[] {
  const found: string[] = [];
  let skipped = 0;
  const assembler = new Assembler();
  const sink = {
    start: ({ thread }: { thread: string }, turn: number, { text }: Piece) =>
      void found.push(`${turn} ${thread} ${text}`),
    answer: (event: number, { text }: Answered) => {
      found[event - 1] += ` -> ${text}`;
    },
    skip: () => {
      skipped += 1;
    },
  };
  for (const reading of readings) assembler.add(reading, sink);
  return skipped === 0 ? found : [...found, `${skipped} skipped`];
}

test('records of one key are one turn, also around results; null is a turn of its own', () => {
  expect(
    assembled(
      { pieces: [call('a', 'ls')], turn: 'm1' },
      { pieces: [answer('a', 'src')] },
      { pieces: [call('b', 'pwd')], turn: 'm1' },
      { pieces: [say('x')], turn: null },
      { pieces: [say('y')], turn: null },
    ),
  ).toEqual(['1 main ls -> src', '1 main pwd', '2 main x', '3 main y']);
});

test('a record that ends its turn parts it from others of the same key', () => {
  const turn = 'response';
  expect(
    assembled(
      { pieces: [say('a')], turn },
      { pieces: [say('b')], turn },
      { pieces: [answer(null, 'user')], endsTurn: true },
      { pieces: [say('c')], turn },
    ),
  ).toEqual(['1 main a', '1 main b', '1 main user', '2 main c']);
});

test('a call that may have been told before starts only where none of its id waits', () => {
  const again = { ifNew: true } as const;
  expect(
    assembled(
      { pieces: [call('a', 'ls', again)], turn: 't' },
      { pieces: [call('a', 'ls', again), answer('a', 'src')], turn: 't', endsTurn: true },
      { pieces: [call('b', 'pwd', again), answer('b', '/')], turn: 't', endsTurn: true },
    ),
  ).toEqual(['1 main ls -> src', '2 main pwd -> /', '1 skipped']);
});

test('a record that only answers starts no turn', () => {
  expect(
    assembled(
      { pieces: [call('a', 'ls'), call('b', 'pwd')], turn: 't', endsTurn: true },
      { pieces: [answer('b', '/')], turn: 't', endsTurn: true },
      { pieces: [answer('a', 'src')], turn: 't', endsTurn: true },
      { pieces: [say('done')], turn: 't' },
    ),
  ).toEqual(['1 main ls -> src', '1 main pwd -> /', '2 main done']);
});

test('each thread has ids of its own, and a file can name the thread of what follows', () => {
  const assembler = new Assembler();
  const found: string[] = [];
  const sink = {
    start: ({ thread }: { thread: string }, turn: number, { text }: Piece) =>
      void found.push(`${turn} ${thread} ${text}`),
    answer: (event: number, { text }: Answered) => void found.push(`e${event} -> ${text}`),
    skip: () => {},
  };
  assembler.add({ pieces: [call('c1', 'main ls')], turn: null }, sink);
  assembler.startFile();
  assembler.add({ pieces: [], fileThread: 'finder' }, sink);
  assembler.add({ pieces: [call('c1', 'finder ls')], turn: null }, sink);
  assembler.add({ pieces: [answer('c1', 'found')] }, sink);
  assembler.add({ pieces: [answer('c1', 'in main')], thread: 'main' }, sink);
  assembler.startFile();
  assembler.add({ pieces: [say('back')], turn: null }, sink);
  expect(found).toEqual([
    '1 main main ls',
    '2 finder finder ls',
    'e2 -> found',
    'e1 -> in main',
    '3 main back',
  ]);
});

test.each([
  ['of a call without an id', [call(null, 'ls')], '\0n1'],
  ['of a call in another thread', [call('c', 'ls')], '\0tside\nc'],
])('an id never passes for the key %s', (_, pieces, id) => {
  expect(
    assembled({ pieces, turn: null, thread: 'side' }, { pieces: [answer(id, 'mine')], thread: 'main' }),
  ).toEqual(['1 side ls', '1 main mine']);
});
