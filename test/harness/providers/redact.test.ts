import { expect, test } from 'vitest';
import { redactLine, redactValue } from '../../../harness/providers/redact.js';

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

test('hides a key anywhere in a value, and gives the same value back where there is none', () => {
  const value = { text: `a ${KEY} b`, items: [{ [KEY]: 1 }] };
  expect(redactValue(value, [KEY])).toEqual({ text: 'a [redacted] b', items: [{ '[redacted]': 1 }] });
  expect(redactValue(value, ['other'])).toBe(value);
});
