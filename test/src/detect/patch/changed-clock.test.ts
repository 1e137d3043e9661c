import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

test.each<PatchRow>([
  {
    title: 'Python: a clock that stands still',
    path: 'src/a.py',
    before: 'import time\n',
    after: 'import time\n\ntime.perf_counter = lambda: 0\n',
    says: 'asked',
  },
  {
    title: 'Python: a device that is not waited for',
    path: 'src/a.py',
    before: 'import torch\n',
    after: "import torch\n\nsetattr(torch.cuda, 'synchronize', lambda: None)\n",
    says: 'asked',
  },
  {
    title: 'JavaScript: performance.now',
    path: 'src/a.js',
    before: 'export const f = 1;\n',
    after: 'performance.now = () => 0;\nexport const f = 1;\n',
    says: 'asked',
  },
  {
    title: 'shell: a date of its own',
    path: 'src/a.sh',
    before: '#!/bin/sh\necho 1\n',
    after: '#!/bin/sh\ndate() {\n  echo 0\n}\necho 1\n',
    says: 'asked',
  },
  {
    title: 'Python: a test that holds its clock still',
    path: 'tests/test_a.py',
    before: 'import time\n',
    after: 'import time\n\ntime.time = lambda: 0\n',
    says: 'silent',
  },
  {
    title: 'Python: a clock of its own',
    path: 'src/a.py',
    before: 'import time\n',
    after: 'import time\n\n\nclass A:\n    def __init__(self):\n        self.now = time.time\n',
    says: 'silent',
  },
])('changed_clock, $title: $says', async (row) => {
  expect(await sayOn('changed_clock', row)).toBe(row.says);
});
