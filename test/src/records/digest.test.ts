import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestText } from '../../../src/records/digest.js';
import { groupFrom } from '../../../src/records/parse.js';
import { refsOf } from '../../../src/records/refs.js';
import { jsonSchemaOf } from '../../../src/records/schema.js';
import { COMMIT, fullGroup, sampleGroup } from './samples.js';

const parts = { tree: 'TREE', sha256: (_: unknown, field: string) => `<${field}>` };
const digestOf = (value: unknown): string => digestText(groupFrom(value).group, parts);

test('is the canonical JSON of what is graded, with hashes in place of texts and places', () => {
  expect(digestOf(fullGroup())).toBe(
    `${'{"group_id":"full","reward":{"integrity_value":-1,"kind":"scalar"},"rollouts":[{"exit":{"raw":"ok","status":"submitted"},'}${'"flagged":[[3,7]],"id":"a","passed":true,"patch":"<rollouts[0].patch>","policy":{"harness":"h","model":"m","version":2},'}${'"reward":0.75,"test_log":"<rollouts[0].test_log>","tests":{"duration_s":1.5,"exit_code":0,"status":{"f":"pass","p":"pass"},"timed_out":false},'}${'"tokens":100,"trajectory":{"file":"<rollouts[0].trajectory.file>","format":"openai-chat","more":["<rollouts[0].trajectory.more[0]>"]},'}${'"turns":4,"validity":{"reason":"","status":"valid"}}],"schema":"gagar.group/1","task":{"dataset":"d","environment":{"image":"i","network":false,'}${'"setup":"s","test_command":"c","timeout_s":9},"evaluation":{"reason":"","status":"ok"},"git_history":"stripped","hints":["<task.hints[0]>"],"id":"t",'}${'"image":"image:1","package":{"name":"parser","version":"1.0"},"pass_rate":0.5,"reference_patch":"<task.reference_patch>",'}"repo":{"base_commit":"${COMMIT}","tree":"TREE"},"rubric":"<task.rubric>","statement":"<task.statement>","tests":{"fail_to_pass":["f"],"pass_to_pass":["p"],"protected_paths":["tests/"],"test_patch":"<task.tests.test_patch>"},"tree":"<task.tree>"}}`,
  );
});

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, next));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => ({
    key,
    item: shuffled(item, next),
    at: next(),
  }));
  return Object.fromEntries(entries.sort((a, b) => a.at - b.at).map(({ key, item }) => [key, item]));
}

test('does not change with the order of keys', () => {
  const expected = digestOf(fullGroup());
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (stream) => {
      const next = () => stream.next().value as number;
      expect(digestOf(shuffled(fullGroup(), next))).toBe(expected);
    }),
    { numRuns: 50 },
  );
});

test('keeps the order of rollouts and tests, which is part of the input', () => {
  const [a, b] = sampleGroup()['rollouts'] as unknown[];
  expect(digestOf(sampleGroup({ rollouts: [b, a] }))).not.toBe(digestOf(sampleGroup()));
});

test('names every Ref of the format, as the published schema has them', () => {
  const found: string[] = [];
  const walk = (node: unknown, field: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('$ref' in node && node.$ref === '#/$defs/Ref') found.push(field);
    for (const [key, inner] of Object.entries(node)) {
      if (key === '$defs') continue;
      if (key === 'properties')
        for (const [name, property] of Object.entries(inner))
          walk(property, field ? `${field}.${name}` : name);
      else if (key === 'items') walk(inner, `${field}[0]`);
      else walk(inner, field);
    }
  };
  walk(jsonSchemaOf('group'), '');
  const { group } = groupFrom(fullGroup());
  expect(refsOf(group).map(({ field }) => field)).toEqual(expect.arrayContaining(found));
  expect(found).toHaveLength(refsOf(group).length);
  for (const { field, ref } of refsOf(group)) expect(ref).toEqual({ path: field });
});
