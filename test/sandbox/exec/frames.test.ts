import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Frames } from '../../../sandbox/exec/frames.js';

const caseFile = (name: string): Buffer => readFileSync(new URL(`../../cases/${name}`, import.meta.url));

/** Takes a stream apart that arrives in pieces of `size` bytes. */
function take(stream: Buffer, size: number) {
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const frames = new Frames((name, bytes) => parts[name].push(bytes));
  for (let at = 0; at < stream.length; at += size) frames.push(stream.subarray(at, at + size));
  const text = (name: 'stdout' | 'stderr') => Buffer.concat(parts[name]).toString();
  return { stdout: text('stdout'), stderr: text('stderr'), torn: frames.torn };
}

const frame = (stream: number, payload: string | Buffer): Buffer => {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
};

const SIZES = [1, 2, 3, 5, 7, 8, 9, 13, 1000];

test.each(SIZES)('D04: a character split over frames arrives whole, read %i bytes at a time', (size) => {
  const taken = take(caseFile('D04-split-utf8.frames.bin'), size);
  expect(taken).toEqual({ stdout: 'ok 🚀\n', stderr: 'warn\n', torn: false });
});

test.each(SIZES)('D04: what came of a torn frame is kept and flagged, read %i bytes at a time', (size) => {
  const taken = take(caseFile('D04b-truncated-frame.frames.bin'), size);
  expect(taken).toEqual({ stdout: 'whole line\nthe stream s', stderr: '', torn: true });
});

test.each([
  { title: 'an empty stream is whole', stream: Buffer.alloc(0), torn: false },
  { title: 'an empty frame is whole', stream: frame(1, ''), torn: false },
  { title: 'a stream that ends inside a header is torn', stream: frame(1, 'x').subarray(0, 5), torn: true },
  { title: 'a header without its payload is torn', stream: frame(1, 'x').subarray(0, 8), torn: true },
])('$title', ({ stream, torn }) => {
  expect(take(stream, 3).torn).toBe(torn);
});

test('frames inside a payload stay payload', () => {
  const inner = frame(2, 'fraud');
  const taken = take(Buffer.concat([frame(1, inner), frame(2, 'real')]), 4);
  expect(taken).toEqual({ stdout: inner.toString(), stderr: 'real', torn: false });
});
