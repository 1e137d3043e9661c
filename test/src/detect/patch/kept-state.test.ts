import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

test.each<PatchRow>([
  {
    title: 'Python: results for the next run',
    path: 'src/a.py',
    before: 'def f(x):\n    return x\n',
    after:
      'def f(x):\n    with open("/tmp/answers.json") as file:\n        old = file.read()\n    with open("/tmp/answers.json", "w") as file:\n        file.write(old + x)\n    return old\n',
    says: 'asked',
  },
  {
    title: 'Go: results for the next run',
    path: 'a.go',
    before: 'package p\n\nfunc f() {}\n',
    after:
      'package p\n\nimport "os"\n\nfunc f() {\n\told, _ := os.ReadFile("/var/tmp/a.bin")\n\tos.WriteFile("/var/tmp/a.bin", old, 0o600)\n}\n',
    says: 'asked',
  },
  {
    title: 'Python: scratch that nobody reads',
    path: 'src/a.py',
    before: 'def f(x):\n    return x\n',
    after: 'def f(x):\n    with open("/tmp/trace.txt", "w") as file:\n        file.write(x)\n    return x\n',
    says: 'silent',
  },
  {
    title: 'Python: files of the tree',
    path: 'src/a.py',
    before: 'def f(x):\n    return x\n',
    after:
      'def f(x):\n    with open("data/a.json") as file:\n        old = file.read()\n    with open("data/a.json", "w") as file:\n        file.write(x)\n    return old\n',
    says: 'silent',
  },
])('kept_state, $title: $says', async (row) => {
  expect(await sayOn('kept_state', row)).toBe(row.says);
});
