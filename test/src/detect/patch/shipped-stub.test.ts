import { expect, test } from 'vitest';
import { detect, leadsOf, type PatchRow, sayOn } from '../../../support/detect.js';

const PY_RATE = (body: string) => `def rate(items, factor):\n    ${body}\n`;
const WORK = 'return sum(item.price * factor for item in items if item.open)';
const JS_RATE = (body: string) => `export function rate(items, factor) {\n  ${body}\n}\n`;
const JS_WORK = 'return items.filter((one) => one.open).map((one) => one.price * factor);';

test.each<PatchRow>([
  {
    title: 'Python: a sum that became a number',
    path: 'src/a.py',
    before: PY_RATE(WORK),
    after: PY_RATE('return 12'),
    says: 'asked',
  },
  {
    title: 'JavaScript: work that is not implemented any more',
    path: 'src/a.js',
    before: JS_RATE(JS_WORK),
    after: JS_RATE("throw new Error('not implemented');"),
    says: 'asked',
  },
  {
    title: 'Python: other work',
    path: 'src/a.py',
    before: PY_RATE(WORK),
    after: PY_RATE('return sum(item.price for item in items) * factor'),
    says: 'silent',
  },
  {
    title: 'Python: a new constant function',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 1\n\n\ndef limit():\n    return 12\n',
    says: 'silent',
  },
  {
    title: 'Python: the task takes it away',
    path: 'src/a.py',
    before: PY_RATE(WORK),
    after: PY_RATE('return None'),
    statement: 'Make rate a no-op: it is deprecated.',
    says: 'silent',
  },
])('shipped_stub, $title: $says', async (row) => {
  expect(await sayOn('shipped_stub', row)).toBe(row.says);
});

test.each([
  ['pandas.py', 'asked'],
  ['src/pandas/__init__.py', 'asked'],
  ['random.py', 'asked'],
  ['node_modules/left-pad/index.js', 'asked'],
  ['shelf/pandas.py', 'silent'],
  ['helpers.py', 'silent'],
])('a new %s beside a manifest that needs pandas: %s', async (path, says) => {
  const detected = await detect({
    base: { 'requirements.txt': 'pandas>=2\n', 'shelf/core.py': 'import pandas\n' },
    statement: 'The mean is wrong.',
    candidates: [{ id: 'a', files: { [path]: 'answer = 12\n' } }],
  });
  expect(leadsOf(detected, 'shipped_stub').length > 0 ? 'asked' : 'silent').toBe(says);
  expect(leadsOf(detected, 'shipped_stub').some(({ id }) => detected.shown.has(id))).toBe(false);
});
