/** Control tests: where they are written, and which of them has to fail. */
import { expect, test } from 'vitest';
import { controlOf, withControls } from '../../../src/rerun/control.js';

const names = { stem: 'qqq' };

test.each([
  ['tests.A.TestQQQ.test_qqqa0_3', 'bad'],
  ['qqq > qqqa1_2', 'bad'],
  ['x/y.TestQqqb0_3', 'good'],
  ['tests.A.test_other', null],
])('the control %s is %s', (id, kind) => {
  expect(controlOf(id, names)).toBe(kind);
});

const numbers = { stem: 'qqq', file: 0, left: 1, right: 2 };
test.each([
  {
    title: 'before a main block',
    kind: 'unittest',
    text: "import a\nif __name__ == '__main__':\n    main()\n",
    has: /TestCase[\s\S]*if __name__/,
  },
  {
    title: 'in an ES module',
    kind: 'node',
    text: "import a from 'a';\n",
    has: /import \{ describe as onqqq, it as itqqq \} from 'node:test'/,
  },
  {
    title: 'in CommonJS',
    kind: 'node',
    text: "const a = require('a');\n",
    has: /const \{ describe: onqqq, it: itqqq \} = require\('node:test'\)/,
  },
  {
    title: 'for vitest',
    kind: 'vitest',
    text: "import { it } from 'vitest';\n",
    has: /expect as loqqq \} from 'vitest'/,
  },
  { title: 'for jest', kind: 'jest', text: 'test()', has: /onqqq = describe, itqqq = it, loqqq = expect/ },
  { title: 'for Go', kind: 'go', text: 'package a\n', has: /func TestQqqa0_0\(t \*testing\.T\)/ },
] as const)('controls are written $title', ({ kind, text, has }) => {
  expect(withControls(text, kind, numbers)).toMatch(has);
});

test('no control goes into a Go file without a package', () => {
  expect(withControls('nothing', 'go', numbers)).toBeNull();
});
