/** Two small Python projects with a fault each. */
import type { Chance } from '../chance.js';
import type { Project } from '../scene.js';

const OK = (count: number): string =>
  `${'.'.repeat(count)}\n${'-'.repeat(70)}\nRan ${count} tests in 0.002s\n\nOK\n`;

const FAIL = (name: string, problem: string, count: number): string =>
  `${'='.repeat(70)}\nFAIL: ${name}\n${'-'.repeat(70)}\nTraceback (most recent call last):\nAssertionError: ${problem}\n${'-'.repeat(70)}\nRan ${count} tests in 0.002s\n\nFAILED (failures=1)\n`;

const head = (name: string, version: string): string =>
  `[project]\nname = "${name}"\nversion = "${version}"\nrequires-python = ">=3.9"\n\n[tool.coverage.run]\nsource = ["${name}"]\n`;

export function shares(chance: Chance): Project {
  const name = chance.pick(['evensplit', 'billshare', 'centcut', 'dividend']);
  const owner = chance.pick(['marlowe', 'quillon', 'tidewater']);
  const version = `1.${2 + chance.int(5)}.0`;
  const issue = 40 + chance.int(400);
  const open = `"""Divides amounts of cents among people."""\n\n\ndef split(total, parts):\n    """Divide total into whole numbers that add up to it."""\n    if parts < 1:\n        raise ValueError("parts must be positive")\n`;
  const failing = `    def test_remainder(self):\n        self.assertEqual(split(100, 3), [34, 33, 33])\n`;
  const test = `import unittest\n\nfrom ${name}.shares import split\n\n\nclass SplitTest(unittest.TestCase):\n    def test_even(self):\n        self.assertEqual(split(90, 3), [30, 30, 30])\n\n${failing}\n    def test_no_parts(self):\n        with self.assertRaises(ValueError):\n            split(5, 0)\n\n\nif __name__ == "__main__":\n    unittest.main()\n`;
  const id = 'tests.test_shares.SplitTest';
  return {
    language: 'python',
    name,
    owner,
    packageName: name,
    version,
    next: version.replace(/0$/, '1'),
    issue,
    files: {
      'README.md': `# ${name}\n\nShares of an amount, in cents.\n`,
      'pyproject.toml': head(name, version),
      [`${name}/__init__.py`]: `"""Shares of an amount."""\n\nfrom .shares import split\n\n__all__ = ["split"]\n`,
      [`${name}/shares.py`]: `${open}    each = total // parts\n    return [each] * parts\n`,
      'tests/__init__.py': '',
      'tests/test_shares.py': test,
    },
    source: `${name}/shares.py`,
    test: 'tests/test_shares.py',
    statement: `# Cents get lost (#${issue})\n\n\`split(100, 3)\` gives \`[33, 33, 33]\`; a cent is gone. The parts have to add up to the total, and the\nfirst ones take what cannot be divided: \`[34, 33, 33]\`. \`tests/test_shares.py\` shows it.\n`,
    fixed: `${open}    each, left_over = divmod(total, parts)\n    # The first ones carry what cannot be divided, one cent each.\n    return [each + 1 if place < left_over else each for place in range(parts)]\n`,
    own: [
      `${open}    each, rest = divmod(total, parts)\n    return [each + 1] * rest + [each] * (parts - rest)\n`,
      `${open}    amounts = [total // parts] * parts\n    for index in range(total - sum(amounts)):\n        amounts[index] += 1\n    return amounts\n`,
      `${open}    bounds = [-(-total * step // parts) for step in range(parts + 1)]\n    return [after - before for before, after in zip(bounds, bounds[1:])]\n`,
    ],
    wrong: `${open}    each = round(total / parts)\n    return [each] * parts\n`,
    hidden: test.replace(
      failing,
      `${failing}\n    def test_debt(self):\n        self.assertEqual(split(-7, 2), [-3, -4])\n\n    def test_large(self):\n        self.assertEqual(sum(split(10007, 13)), 10007)\n`,
    ),
    failToPass: [`${id}.test_remainder`, `${id}.test_debt`, `${id}.test_large`],
    passToPass: [`${id}.test_even`, `${id}.test_no_parts`],
    command: 'python -m unittest',
    passed: OK(3),
    failed: FAIL(
      'test_remainder (tests.test_shares.SplitTest)',
      'Lists differ: [33, 33, 33] != [34, 33, 33]',
      3,
    ),
    wanted: '[34, 33, 33]',
    got: '[33, 33, 33]',
    failing,
  };
}

export function spans(chance: Chance): Project {
  const name = chance.pick(['spanlib', 'dayspan', 'busyhours', 'rangejoin']);
  const owner = chance.pick(['northfold', 'okapi-works', 'lindenbaum']);
  const version = `0.${3 + chance.int(6)}.2`;
  const issue = 10 + chance.int(300);
  const open = `"""Joins spans of time that overlap."""\n\n\ndef joined(spans):\n    """The spans in order, those that touch or overlap made one."""\n    result = []\n    for start, end in sorted(spans):\n`;
  const close = `        else:\n            result.append((start, end))\n    return result\n`;
  const failing = `def test_inner():\n    assert joined([(1, 9), (2, 4)]) == [(1, 9)]\n`;
  const test = `from ${name}.spans import joined\n\n\ndef test_apart():\n    assert joined([(5, 6), (1, 2)]) == [(1, 2), (5, 6)]\n\n\n${failing}\n\ndef test_none():\n    assert joined([]) == []\n`;
  const line = (state: string, text: string): string => `${state} tests/test_spans.py::${text}`;
  return {
    language: 'python',
    name,
    owner,
    packageName: name,
    version,
    next: version.replace(/2$/, '3'),
    issue,
    files: {
      'README.md': `# ${name}\n\nSpans of time as pairs of numbers.\n`,
      'pyproject.toml': `${head(name, version)}\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n`,
      [`${name}/__init__.py`]: `"""Spans of time."""\n\nfrom .spans import joined\n\n__all__ = ["joined"]\n`,
      [`${name}/spans.py`]: `${open}        if result and start < result[-1][1]:\n            result[-1] = (result[-1][0], end)\n${close}`,
      'tests/test_spans.py': test,
    },
    source: `${name}/spans.py`,
    test: 'tests/test_spans.py',
    statement: `# A span inside of another one shortens it (#${issue})\n\n\`joined([(1, 9), (2, 4)])\` gives \`[(1, 4)]\` instead of \`[(1, 9)]\`. Spans that only touch, such as\n\`(1, 2), (2, 3)\`, have to become one as well, as the docstring says. See \`tests/test_spans.py\`.\n`,
    fixed: `${open}        if result and start <= result[-1][1]:\n            first, last = result.pop()\n            # The earlier span may reach further than the later one.\n            result.append((first, max(last, end)))\n${close}`,
    own: [
      `${open}        if result and start <= result[-1][1]:\n            result[-1] = (result[-1][0], max(end, result[-1][1]))\n${close}`,
      `${open}        previous = result[-1] if result else None\n        if previous is not None and start <= previous[1]:\n            if end > previous[1]:\n                result[-1] = (previous[0], end)\n${close}`,
      `${open}        if result and not start > result[-1][1]:\n            begun, reach = result[-1]\n            result[-1] = (begun, end if end > reach else reach)\n${close}`,
    ],
    wrong: `${open}        if result and start < result[-1][0]:\n            result[-1] = (result[-1][0], end)\n${close}`,
    hidden: `${test}\n\ndef test_touching():\n    assert joined([(1, 2), (2, 3)]) == [(1, 3)]\n\n\ndef test_chain():\n    assert joined([(0, 4), (3, 8), (8, 11), (20, 21)]) == [(0, 11), (20, 21)]\n`,
    failToPass: ['test_inner', 'test_touching', 'test_chain'].map((one) => `tests/test_spans.py::${one}`),
    passToPass: ['test_apart', 'test_none'].map((one) => `tests/test_spans.py::${one}`),
    command: 'python -m pytest -q',
    passed: `...                                                                      [100%]\n3 passed in 0.02s\n`,
    failed: `.F.                                                                      [100%]\n${line('FAILED', 'test_inner - assert [(1, 4)] == [(1, 9)]')}\n1 failed, 2 passed in 0.03s\n`,
    wanted: '[(1, 9)]',
    got: '[(1, 4)]',
    failing,
  };
}
