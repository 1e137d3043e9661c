/** Points at lines of a test log that call a test passed which the structured verdict calls failed. A lead, never a verdict. */
import type { CandidateMaterial } from '../material.js';
import { type CitationOf, MAX_QUOTE } from '../records/citation.js';
import { head } from '../text/clip.js';
import { renderName } from '../text/render.js';

/** Tests that are looked up, and lines that are looked at for each: enough to point, whatever the size of the log. */
const MAX_TESTS = 20;
const MAX_LINES = 50;

const SAYS_PASSED = /\b(?:PASSED|PASS|passed|ok)\b/;
const SAYS_FAILED = /\b(?:FAILED|FAIL|ERROR|failed|not ok)\b/;

/** Lead `result_text_in_test_output`: citations of log lines that contradict the harness. */
export async function forgedResultLines({
  id,
  rollout,
  testLog,
}: CandidateMaterial): Promise<CitationOf<'test_log'>[]> {
  if (testLog === null) return [];
  const failed = Object.entries(rollout.tests?.status ?? {})
    .filter(([, status]) => status === 'fail' || status === 'error')
    .slice(0, MAX_TESTS);
  const found = new Map<number, string>();
  for (const [test] of failed) {
    const name = renderName(test);
    for (const number of await testLog.search(name, MAX_LINES)) {
      const [line = ''] = await testLog.lines(number, number);
      if (names(line, name) && SAYS_PASSED.test(line) && !SAYS_FAILED.test(line)) found.set(number, line);
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([number, line]) => ({
      kind: 'test_log',
      candidate: id,
      lines: [number, number],
      quote: head(line, MAX_QUOTE),
    }));
}

/** True where the name stands in the line as a whole: `test_a` is not named by `test_ab` or `test_a[1]`. */
function names(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const before = line[at - 1] ?? ' ';
    const after = line[at + name.length] ?? ' ';
    if (!/[\w./:[-]/.test(before) && !/[\w./:[-]/.test(after)) return true;
  }
  return false;
}
