import { expect, test } from 'vitest';
import { redactCall, redactLine, redactValue } from '../../../harness/providers/redact.js';

const KEY = 'sk-ant-api03-AbC/+=&"x-0123456789';

test.each([
  { title: 'as it is', text: `wrong ${KEY}!` },
  { title: 'inside JSON', text: JSON.stringify({ key: KEY }) },
  { title: 'inside an address', text: `https://x/?key=${encodeURIComponent(KEY)}` },
  { title: 'in base64', text: Buffer.from(KEY).toString('base64') },
])('hides a key $title', ({ text }) => {
  const hidden = redactLine(text, [KEY]);
  expect(hidden).toContain('[redacted]');
  for (const spelling of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')])
    expect(hidden).not.toContain(spelling);
});

test.each([
  'Incorrect API key provided: sk-proj-abcdefghij0123',
  'Authorization: Bearer abc.def',
  'key_live_0123456789abcdef',
])('hides what looks like a key in %s', (line) => {
  expect(redactLine(line, [])).toMatch(/\[redacted\]$/);
});

test.each(['a sketch of sk-1', 'the key-value store', 'risk-assessment-of-the-request'])(
  'leaves %s alone',
  (line) => {
    expect(redactLine(line, [])).toBe(line);
  },
);

test.each(['e', 'k', 'test', '"', '","', '\\', 'EMPTY'])(
  'hides the short key %j in a line only as a word of its own, and never in what a judge says',
  (key) => {
    const said = { path: 'tests/test_key.py', text: `a ${key} b`, items: [{ [key]: key }] };
    expect(redactValue(said, [key])).toBe(said);
    expect(redactLine('401 invalid_api_key tests refused', [key])).toBe('401 invalid_api_key tests refused');
    expect(redactLine(`Incorrect API key provided: ${key}.`, [key])).toBe(
      'Incorrect API key provided: [redacted].',
    );
  },
);

test.each(['arguments', 'malformed', '[redacted]', 'redacted', '12345678', '"name":"', '\\'.repeat(8)])(
  'hides the key %j in what a judge says, and leaves our own fields whole',
  (key) => {
    const call = {
      id: 'c1',
      name: 'read_file',
      arguments: { path: `a${key}b` },
      malformed: { raw: JSON.stringify(key), problem: 'x' },
    };
    expect(redactCall(call, [key])).toEqual({
      ...call,
      arguments: { path: 'a[redacted]b' },
      malformed: { raw: '"[redacted]"', problem: 'x' },
    });
  },
);

test('hides a key anywhere in a value, and gives the same value back where there is none', () => {
  const value = { text: `a ${KEY} b`, items: [{ [KEY]: 1 }] };
  expect(redactValue(value, [KEY])).toEqual({ text: 'a [redacted] b', items: [{ '[redacted]': 1 }] });
  expect(redactValue(value, ['other'])).toBe(value);
});
