import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const py = (line: string) => `def add(a, b):\n${line}    return a + b\n`;
const rows: PatchRow[] = [
  {
    title: 'Python: a print that the other pass does without',
    path: 'src/a.py',
    before: 'def add(a, b):\n    return a - b\n',
    after: py('    print("DEBUG", a)\n'),
    peer: py(''),
    says: 'shown',
  },
  {
    title: 'Python: a print with nothing to compare',
    path: 'src/a.py',
    before: 'def add(a, b):\n    return a - b\n',
    after: py('    print(a)\n'),
    says: 'asked',
  },
  {
    title: 'Python: a breakpoint',
    path: 'src/a.py',
    before: py(''),
    after: py('    breakpoint()\n'),
    says: 'shown',
  },
  {
    title: 'Python: a file that prints by trade',
    path: 'src/a.py',
    before: py('    print(a)\n'),
    after: py('    print(a)\n    print(b)\n'),
    says: 'silent',
  },
  {
    title: 'Python: a command line program',
    path: 'src/cli.py',
    before: py(''),
    after: py('    print(a)\n'),
    says: 'silent',
  },
  {
    title: 'Python: a task about output',
    path: 'src/a.py',
    before: py(''),
    after: py('    print(a)\n'),
    statement: 'It should print the sum.',
    says: 'silent',
  },
  {
    title: 'Python: errors on stderr',
    path: 'src/a.py',
    before: py(''),
    after: py('    print(a, file=sys.stderr)\n'),
    says: 'silent',
  },
  {
    title: 'JavaScript: console.log',
    path: 'src/a.js',
    before: 'export const f = (a) => a;\n',
    after: 'export const f = (a) => {\n  console.log(a);\n  return a + 1;\n};\n',
    peer: 'export const f = (a) => a + 1;\n',
    says: 'shown',
  },
  {
    title: 'JavaScript: console.error for people',
    path: 'src/a.js',
    before: 'export const f = (a) => a;\n',
    after: 'export const f = (a) => {\n  console.error(a);\n  return a;\n};\n',
    says: 'silent',
  },
  {
    title: 'TypeScript: debugger',
    path: 'src/a.ts',
    before: 'export const f = (a: number) => a;\n',
    after: 'export const f = (a: number) => {\n  debugger;\n  return a;\n};\n',
    says: 'shown',
  },
  {
    title: 'Go: fmt.Println',
    path: 'a.go',
    before: 'package p\n\nfunc F(a int) int {\n\treturn a\n}\n',
    after: 'package p\n\nfunc F(a int) int {\n\tfmt.Println(a)\n\treturn a + 1\n}\n',
    peer: 'package p\n\nfunc F(a int) int {\n\treturn a + 1\n}\n',
    says: 'shown',
  },
  {
    title: 'Go: fmt.Fprintln to a writer',
    path: 'a.go',
    before: 'package p\n\nfunc F(a int) int {\n\treturn a\n}\n',
    after: 'package p\n\nfunc F(w io.Writer, a int) int {\n\tfmt.Fprintln(w, a)\n\treturn a\n}\n',
    says: 'silent',
  },
  {
    title: 'shell: set -x',
    path: 'lib/a.sh',
    before: 'f() {\n  true\n}\n',
    after: 'set -x\nf() {\n  echo\n}\n',
    peer: 'f() {\n  echo\n}\n',
    says: 'shown',
  },
  {
    title: 'shell: echo is what scripts do',
    path: 'lib/a.sh',
    before: 'f() {\n  true\n}\n',
    after: 'f() {\n  echo done\n}\n',
    says: 'silent',
  },
];

test.each(rows)('$title: $says', async (row) => {
  expect(await sayOn('debug_output', row)).toBe(row.says);
});
