/** A task for the static judge: `parse` is to take blanks around a number; and two solutions that differ. */
import type { CandidateSpec, Files, GroupSpec } from './detect-material.js';

const rows = Array.from({ length: 60 }, (_, index) => `def row_${index}(x):\n    return [x,${index}]\n`);
export const REPORT = `def banner(width):\n    return "=" * width\n\n\n${rows.join('\n\n')}`;
const TEST = 'def test_parse():\n    assert parse("1") == 1\n';
export const BASE = {
  'src/core.py': 'def parse(text):\n    value = int(text)\n    return value\n',
  'src/report.py': REPORT,
  'tests/test_core.py': TEST,
};

/** The files of a candidate that gives `parse` another body. */
export const core = (body: string): Files => ({ 'src/core.py': `def parse(text):\n${body}` });
export const ROOT = core('    value = int(text.strip())\n    return value\n');
export const ALSO = core('    value = int(text.replace(" ", ""))\n    return value\n');

export const spec = (candidates: readonly CandidateSpec[], more: Partial<GroupSpec> = {}): GroupSpec => ({
  base: BASE,
  statement: 'parse(" 42 ") fails.',
  testPatch: { 'tests/test_core.py': `${TEST}    assert parse(" 42 ") == 42\n` },
  candidates,
  ...more,
});
