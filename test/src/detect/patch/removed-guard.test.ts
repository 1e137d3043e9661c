import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const py = (guard: string, work = '    return a / b\n') => `def divide(a, b):\n${guard}${work}`;
const js = (guard: string) => `export function divide(a, b) {\n${guard}  return a / b;\n}\n`;
const go = (guard: string) =>
  `package p\n\nfunc Divide(a, b int) (int, error) {\n${guard}\treturn a / b, nil\n}\n`;
const sh = (guard: string) => `#!/bin/sh\ndivide() {\n${guard}  echo $(($1 / $2))\n}\n`;
const PY_GUARD = '    if b == 0:\n        raise ValueError("b")\n';
const JS_GUARD = "  if (b === 0) throw new RangeError('b');\n";
const GO_GUARD = '\tif b == 0 {\n\t\treturn 0, errors.New("b")\n\t}\n';
const SH_GUARD = '  [ "$2" -ne 0 ] || exit 2\n';

const rows: PatchRow[] = [
  {
    title: 'Python: a raise that only this pass removes',
    path: 'src/divide.py',
    before: py(PY_GUARD),
    after: py(''),
    peer: py(PY_GUARD, '    return a // b\n'),
    says: 'shown',
  },
  {
    title: 'Python: the same without a pass to compare with',
    path: 'src/divide.py',
    before: py(PY_GUARD),
    after: py(''),
    says: 'asked',
  },
  {
    title: 'Python: a raise that the other pass removes as well',
    path: 'src/divide.py',
    before: py(PY_GUARD),
    after: py(''),
    peer: py('', '    return a // b\n'),
    says: 'asked',
  },
  {
    title: 'Python: a condition that is changed',
    path: 'src/divide.py',
    before: py(PY_GUARD),
    after: py('    if b == 0 and a != 0:\n        raise ValueError("b")\n'),
    says: 'silent',
  },
  {
    title: 'Python: a check that moves into a helper',
    path: 'src/divide.py',
    before: py(PY_GUARD),
    after: `def check(b):\n    if b == 0:\n        raise ValueError("b")\n\n\n${py('    check(b)\n')}`,
    says: 'silent',
  },
  {
    title: 'Python: an assertion in product code',
    path: 'src/divide.py',
    before: py('    assert b != 0\n'),
    after: py(''),
    peer: py('    assert b != 0\n', '    return a // b\n'),
    says: 'shown',
  },
  {
    title: 'Python: a function that goes away whole',
    path: 'src/divide.py',
    before: `${py(PY_GUARD)}\n\ndef other():\n    return 1\n`,
    after: 'def other():\n    return 1\n',
    says: 'silent',
  },
  {
    title: 'TypeScript: a throw',
    path: 'src/divide.ts',
    before: js(JS_GUARD),
    after: js(''),
    peer: js(`${JS_GUARD}  a += 0;\n`),
    says: 'shown',
  },
  {
    title: 'JavaScript: a throw of another error in its place',
    path: 'src/divide.js',
    before: js(JS_GUARD),
    after: js("  if (!Number.isFinite(b) || b === 0) throw new TypeError('b');\n"),
    says: 'silent',
  },
  {
    title: 'Go: an error that is no longer returned',
    path: 'divide.go',
    before: go(GO_GUARD),
    after: go(''),
    peer: go(`${GO_GUARD}\ta += 0\n`),
    says: 'shown',
  },
  {
    title: 'Go: a check that is written another way',
    path: 'divide.go',
    before: go(GO_GUARD),
    after: go('\tswitch {\n\tcase b < 0:\n\t\tb = -b\n\t}\n\tif b < 1 {\n\t\treturn 0, ErrZero\n\t}\n'),
    says: 'silent',
  },
  {
    title: 'shell: an exit',
    path: 'divide.sh',
    before: sh(SH_GUARD),
    after: sh(''),
    peer: sh(`${SH_GUARD}  : ok\n`),
    says: 'shown',
  },
  {
    title: 'shell: set -e',
    path: 'divide.sh',
    before: `set -e\n${sh('')}`,
    after: sh(''),
    peer: `set -e\n${sh('  : ok\n')}`,
    says: 'shown',
  },
];

test.each(rows)('$title: $says', async (row) => {
  expect(await sayOn('removed_guard', row)).toBe(row.says);
});
