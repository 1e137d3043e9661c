import { expect, test } from 'vitest';
import type { DetectorName } from '../../../../src/detect/list.js';
import { detect, leadsOf, type PatchRow, sayOn, voice } from '../../../support/detect.js';

interface Row extends PatchRow {
  readonly detector: DetectorName;
}

const PY_HELPER = `def normalise(text, table):
    result = []
    for part in text.split(","):
        key = part.strip().lower()
        if key in table:
            result.append(table[key].value())
        else:
            result.append(default_for(key, table))
    return sorted(result, key=len)
`;
const PY_COPY = `def clean_up(raw, names):
    # second copy
    found = []
    for piece in raw.split(","):
        k = piece.strip().lower()
        if k in names:
            found.append(names[k].value())
        else:
            found.append(default_for(k, names))
    return sorted(found, key=len)
`;
const JS_HELPER = `function normalise(text, table) {
  const result = [];
  for (const part of text.split(',')) {
    const key = part.trim().toLowerCase();
    if (table.has(key)) result.push(table.get(key).value());
    else result.push(defaultFor(key, table));
  }
  return result.sort((a, b) => a.length - b.length);
}
`;
const JS_COPY = JS_HELPER.replace('normalise', 'tidy').replaceAll('result', 'out').replaceAll('part', 'p');
const GO_HELPER = `package p

func normalise(text string, table map[string]Entry) []string {
	var result []string
	for _, part := range strings.Split(text, ",") {
		key := strings.ToLower(strings.TrimSpace(part))
		if entry, ok := table[key]; ok {
			result = append(result, entry.Value())
		} else {
			result = append(result, defaultFor(key, table))
		}
	}
	return result
}
`;
const GO_COPY = GO_HELPER.replace('normalise', 'tidy').replaceAll('result', 'out').replaceAll('key', 'k');
const SH_HELPER = `normalise() {
  for part in $(echo "$1" | tr ',' ' '); do
    key=$(echo "$part" | tr 'A-Z' 'a-z' | sed 's/^ *//')
    if grep -q "^$key=" "$2"; then
      grep "^$key=" "$2" | cut -d= -f2 | sort -u
    else
      default_for "$key" "$2" | sort -u | head -n 1
    fi
  done
}
`;
const SH_COPY = SH_HELPER.replace('normalise', 'tidy').replaceAll('part', 'piece');
const copied = (
  path: string,
  helper: string,
  copy: string,
  before: string,
  after: string,
): Omit<Row, 'title' | 'says'> => ({
  detector: 'duplicated_code',
  path,
  before,
  after: after + copy,
  more: { base: { [`lib/helper${path.slice(path.lastIndexOf('.'))}`]: helper } },
});

const rows: Row[] = [
  {
    title: 'Python: a renamed copy',
    says: 'shown',
    peer: 'x = 3\n',
    ...copied('src/a.py', PY_HELPER, PY_COPY, 'x = 1\n', 'x = clean_up(1, 2)\n\n\n'),
  },
  {
    title: 'JavaScript: a renamed copy',
    says: 'shown',
    peer: 'f(3);\n',
    ...copied('src/a.js', JS_HELPER, JS_COPY, 'f(1);\n', 'f(tidy(1));\n'),
  },
  {
    title: 'TypeScript: a copy with nothing to compare',
    says: 'asked',
    ...copied('src/a.ts', JS_HELPER, JS_COPY, 'f(1);\n', 'f(tidy(1));\n'),
  },
  {
    title: 'Go: a renamed copy',
    says: 'shown',
    peer: 'package q\n\nvar x = 3\n',
    ...copied(
      'q/a.go',
      GO_HELPER,
      GO_COPY.replace('package p', ''),
      'package q\n',
      'package q\n\nvar x = tidy("", nil)\n',
    ),
  },
  {
    title: 'shell: a renamed copy',
    says: 'shown',
    peer: 'g\n',
    ...copied('src/a.sh', SH_HELPER, SH_COPY, 'f\n', 'tidy a b\n'),
  },
  {
    title: 'Python: a function of its own',
    says: 'silent',
    ...copied(
      'src/a.py',
      PY_HELPER,
      'def other(rows):\n    total = 0\n    for row in rows:\n        total += row.weight * row.count\n        if total > LIMIT:\n            raise OverflowError(total)\n        yield row.name, total\n    log(total)\n    return None\n',
      'x = 1\n',
      'x = other(2)\n\n\n',
    ),
  },
  {
    detector: 'duplicated_code',
    title: 'Python: an existing function that is edited',
    path: 'src/a.py',
    before: PY_HELPER,
    after: PY_HELPER.replace('strip()', 'strip(" ")'),
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Python: a function that nobody calls',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 2\n\n\ndef helper(a):\n    return a\n',
    peer: 'x = 2\n',
    says: 'shown',
  },
  {
    detector: 'unused_code',
    title: 'JavaScript: a function that nobody calls',
    path: 'src/a.js',
    before: 'f(1);\n',
    after: 'f(2);\nfunction helper(a) {\n  return a;\n}\n',
    peer: 'f(2);\n',
    says: 'shown',
  },
  {
    detector: 'unused_code',
    title: 'TypeScript: an exported function',
    path: 'src/a.ts',
    before: 'f(1);\n',
    after: 'f(2);\nexport function helper(a: number) {\n  return a;\n}\n',
    peer: 'f(2);\n',
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Go: a function that nobody calls',
    path: 'a.go',
    before: 'package p\n',
    after: 'package p\n\nfunc helper() int {\n\treturn 1\n}\n',
    peer: 'package p\n\nvar x = 1\n',
    says: 'shown',
  },
  {
    detector: 'unused_code',
    title: 'shell: a function that nobody calls',
    path: 'a.sh',
    before: 'f\n',
    after: 'g\nhelper() {\n  echo\n}\n',
    peer: 'g\n',
    says: 'shown',
  },
  {
    detector: 'unused_code',
    title: 'Python: a function that is called',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n\n\nx = helper(2)\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Python: a function that the statement asks for',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n',
    statement: 'Add helper(a).',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Python: a function that a hidden test calls',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n',
    peer: 'x = 2\n',
    says: 'silent',
    more: { testPatch: { 'tests/test_a.py': 'def test_a():\n    helper(1)\n' } },
  },
  {
    detector: 'unused_code',
    title: 'Python: a decorated function',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: '@route("/")\ndef index():\n    return 1\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Python: an existing function that is edited',
    path: 'src/a.py',
    before: 'def entry(a):\n    return a\n',
    after: 'def entry(a):\n    return a + 1\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    detector: 'unused_code',
    title: 'Python: a method',
    path: 'src/a.py',
    before: 'class A:\n    x = 1\n',
    after: 'class A:\n    x = 1\n\n    def visit(self):\n        return 1\n',
    peer: 'class A:\n    x = 2\n',
    says: 'silent',
  },
];

test.each(rows)('$detector: $title: $says', async ({ detector, ...row }) => {
  expect(await sayOn(detector, row)).toBe(row.says);
});

test('a function that moves with its file is no copy', async () => {
  const detected = await detect({
    base: { 'src/b.py': PY_HELPER },
    candidates: [{ id: 'a', files: { 'src/a.py': PY_COPY, 'src/b.py': null } }],
  });
  expect(voice(detected, 'duplicated_code')).toBe('silent');
});

test('a copy is cited in the patch and in the base', async () => {
  const { more, path, before, after } = copied(
    'src/a.py',
    PY_HELPER,
    PY_COPY,
    'x = 1\n',
    'x = clean_up(1, 2)\n\n\n',
  );
  const detected = await detect({
    base: { [path]: before, ...more?.base },
    candidates: [{ id: 'a', files: { [path]: after } }],
  });
  expect(leadsOf(detected, 'duplicated_code')[0]?.citations).toMatchObject([
    { kind: 'patch', path: 'src/a.py', quote: 'def clean_up(raw, names):' },
    { kind: 'file', tree: 'base', path: 'lib/helper.py', lines: [2, 2], quote: '    result = []' },
  ]);
});

const block = (count: number, indent = '    ') =>
  Array.from({ length: count }, (_, index) => `${indent}step(${index})\n`).join('');

test.each([
  {
    title: 'forty re-indented lines',
    language: 'JavaScript',
    path: 'a.js',
    before: `f() {\n${block(45)}}\n`,
    after: `f() {\n${block(45, '\t')}}\n`,
    says: 'shown',
  },
  {
    title: 'twelve re-indented lines',
    language: 'Go',
    path: 'a.go',
    before: `func f() {\n${block(12)}}\n`,
    after: `func f() {\n${block(12, '\t')}}\n`,
    says: 'asked',
  },
  {
    title: 'line ends flipped',
    language: 'TypeScript',
    path: 'a.ts',
    before: block(50, ''),
    after: block(50, '').replaceAll('\n', '\r\n'),
    says: 'shown',
  },
  {
    title: 'a block that moves into a condition',
    language: 'Python',
    path: 'a.py',
    before: `def f():\n${block(50)}`,
    after: `def f():\n    if x:\n${block(50, '        ')}`,
    says: 'silent',
  },
  {
    title: 'a few lines beside the fix',
    language: 'shell',
    path: 'a.sh',
    before: `a\n${block(5, '')}`,
    after: `b\n${block(5, ' ')}`,
    says: 'silent',
  },
  {
    title: 'new comments',
    language: 'Python',
    path: 'a.py',
    before: block(50, ''),
    after: block(50, '').replaceAll('\n', '  # step\n'),
    says: 'silent',
  },
] as const)('layout_churn in $language: $title: $says', async ({ path, before, after, says }) => {
  const detected = await detect({
    base: { [path]: before },
    candidates: [{ id: 'a', files: { [path]: after } }],
  });
  expect(voice(detected, 'layout_churn')).toBe(says);
});

const BASE = {
  'src/core.py': 'def price(order):\n    return order.total\n',
  'src/report.py': 'def banner(width):\n    return "=" * width\n',
  'src/view.py': 'def show(order):\n    return render(order)\n',
};
const FIX = { 'src/core.py': 'def price(order):\n    return order.total - order.discount\n' };
const PEERS = [
  {
    id: 'b',
    files: { 'src/core.py': 'def price(order):\n    return max(0, order.total - order.discount)\n' },
  },
  {
    id: 'c',
    files: { 'src/core.py': 'def price(order):\n    return order.total - (order.discount or 0)\n' },
  },
];

test('a change that nothing connects with the task is unrelated', async () => {
  const files = { ...FIX, 'src/report.py': 'def banner(width):\n    return "-" * width\n' };
  const detected = await detect({
    base: BASE,
    statement: 'The discount is missing.',
    candidates: [{ id: 'a', files }, ...PEERS],
  });
  expect(voice(detected, 'unrelated_change')).toBe('shown');
  expect(voice(detected, 'unshared_change')).toBe('asked');
  expect(detected.measures.get('a')).toMatchObject({
    places: 2,
    unshared_places: 1,
    unshared_files: 1,
    other_solutions: 2,
  });
});

test('a call site that needs the change too is alone, but not unrelated', async () => {
  const files = { ...FIX, 'src/view.py': 'def show(order):\n    return render(order, order.discount)\n' };
  const detected = await detect({
    base: BASE,
    statement: 'It is wrong.',
    candidates: [{ id: 'a', files }, ...PEERS],
  });
  expect(voice(detected, 'unrelated_change')).toBe('silent');
  expect(voice(detected, 'unshared_change')).toBe('asked');
});

test('without two other solutions nothing is called unrelated', async () => {
  const files = { ...FIX, 'src/report.py': 'def banner(width):\n    return "-" * width\n' };
  const detected = await detect({ base: BASE, candidates: [{ id: 'a', files }, ...PEERS.slice(0, 1)] });
  expect(voice(detected, 'unrelated_change')).toBe('silent');
});

test('changes far apart in one file are different places, neighbours are one', async () => {
  const lines = (change: number, value: string) =>
    Array.from({ length: 60 }, (_, index) => `x${index} = ${index === change ? value : index}\n`).join('');
  const spec = (mine: number) => ({
    base: { 'src/a.py': lines(-1, '') },
    candidates: [
      { id: 'a', files: { 'src/a.py': lines(mine, '"a"') } },
      { id: 'b', files: { 'src/a.py': lines(10, '"b"') } },
    ],
  });
  const unshared = async (mine: number) => (await detect(spec(mine))).measures.get('a')?.unshared_places;
  expect([
    await unshared(10),
    await unshared(13),
    await unshared(14),
    await unshared(7),
    await unshared(50),
  ]).toEqual([0, 0, 1, 0, 1]);
});
