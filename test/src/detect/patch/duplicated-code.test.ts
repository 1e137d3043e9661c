/** A function that a patch writes a second time, under other names. */
import { expect, test } from 'vitest';
import { detect, leadsOf, type PatchRow, sayOn, voice } from '../../../support/detect.js';

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
): Omit<PatchRow, 'title' | 'says'> => ({
  path,
  before,
  after: after + copy,
  more: { base: { [`lib/helper${path.slice(path.lastIndexOf('.'))}`]: helper } },
});

const rows: PatchRow[] = [
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
    title: 'Python: an existing function that is edited',
    path: 'src/a.py',
    before: PY_HELPER,
    after: PY_HELPER.replace('strip()', 'strip(" ")'),
    says: 'silent',
  },
];

test.each(rows)('duplicated_code: $title: $says', async (row) => {
  expect(await sayOn('duplicated_code', row)).toBe(row.says);
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
