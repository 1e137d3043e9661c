import { expect, test } from 'vitest';
import { detectFormat } from '../../../src/events/detect.js';
import { lookAt, parseBeginning } from '../../../src/events/look.js';
import { FIXTURES, fixtureBytes } from '../../support/fixtures.js';

test.each<[string, string]>([
  ['patch.diff', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n'],
  ['cost.json', '{"commit": "abc", "total_cost": 1.5}'],
  ['tool_call_sequence.json', '[{"func_name": "search_class", "arguments": {}, "call_ok": true}]'],
  ['agent_proxy_0.json', '[[{"role": "system", "content": "x"}]]'],
  ['report.json', '{"django__django-1": {"resolved": true}}'],
  ['predictions.jsonl', '{"instance_id": "a", "model_patch": ""}\n{"instance_id": "b", "model_patch": ""}\n'],
  ['test_output.txt', '===== 3 passed in 0.1s ====='],
  ['steps.json', '{"trajectory": [{"action": {"name": "move"}, "observation": "x"}]}'],
  ['empty', ''],
  ['README.md', '# Title\n\nText.'],
  ['binary', '\u0000\u0001\ufffd'],
])('%s is no trajectory', (name, start) => {
  expect(detectFormat(name, start)).toBeNull();
});

test.each(FIXTURES)('%s is still recognised where only its beginning is there', (path) => {
  const text = fixtureBytes(path).toString('utf8');
  const [format] = path.split('/');
  const least = Math.max(300, Math.ceil(text.length * 0.6));
  expect(detectFormat(`/some/where/${path}`, text.slice(0, least))?.format).toBe(format);
});

test.each<[string, unknown]>([
  ['{"a": [1, 2', { a: [1, 2] }],
  ['{"a": [1, 2], "b', { a: [1, 2] }],
  ['{"a": 1, "b": tr', { a: 1 }],
  ['{"a": 1, "b":', { a: 1 }],
  ['{"a": "some wo', { a: 'some wo' }],
  ['{"a": "some \\', { a: 'some ' }],
  ['{"a": "some \\u00', { a: 'some ' }],
  ['{"a": "x\\\\', { a: 'x\\' }],
  ['[{"a": {"b": [1, {"c": 2', [{ a: { b: [1, { c: 2 }] } }]],
  ['[{"a": 1, "b": {}}, ', [{ a: 1, b: {} }]],
  ['{"a": 1}\n{"b": 2}', { a: 1 }],
  ['{"a": "}]"', { a: '}]' }],
  ['[1, 2]', [1, 2]],
  ['{"a', undefined],
  ['no json', undefined],
])('the beginning %s is read as far as it says something', (text, expected) => {
  expect(parseBeginning(text)).toEqual(expected);
});

test('a look keeps lines that can be read, and knows a list from lines', () => {
  expect(lookAt('a', '\ufeff{"a":1}\r\n\r\nbroken\n{"b":2}\n{"c":').records).toEqual([{ a: 1 }, { b: 2 }]);
  expect(lookAt('a', '[\n{"a": 1},\n{"b": 2}\n]').records).toEqual([{ a: 1 }, { b: 2 }]);
  expect(lookAt('C:\\x\\y.traj', '{}').name).toBe('C:/x/y.traj');
});
