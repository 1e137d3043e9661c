import { expect, test } from 'vitest';
import { filesWritten, simpleCommands } from '../../../src/events/shell.js';

test.each<[string, string[]]>([
  ['cat src/a.py', []],
  ['echo hi > out.txt', ['out.txt']],
  ['echo hi >> "my file.txt"', ['my file.txt']],
  ['pytest -q 2>&1 | tail -5', []],
  ['pytest > log.txt 2>&1', ['log.txt']],
  ['make >/dev/null 2>err.log', ['err.log']],
  ['make &> all.log', ['all.log']],
  ['make >| forced.log', ['forced.log']],
  ["sed -i 's/a > b/c/' src/a.py src/b.py", ['src/a.py', 'src/b.py']],
  ["sed -i.bak -e 's/a/b/' src/a.py", ['src/a.py']],
  ["sed -n '1,5p' src/a.py", []],
  ["perl -pi -e 's/a/b/' x.c", ['x.c']],
  ['cd /testbed && tee -a notes.md < in.txt', ['notes.md']],
  ['rm -rf build; touch a b', ['build', 'a', 'b']],
  ['cp a.py b.py', ['b.py']],
  ['sudo mv a.py b.py', ['a.py', 'b.py']],
  ["cat > src/new.py <<'EOF'\nrm everything > not.txt\nEOF\necho done > end.txt", ['src/new.py', 'end.txt']],
  ['python - <<EOF > out.json\nopen("x", "w") > 1\nEOF', ['out.json']],
  ['# echo hi > comment.txt\nls', []],
  ['echo "a > b.txt" \'> c.txt\' \\> d.txt', []],
  ['(echo a > sub.txt)', ['sub.txt']],
  ['echo a>b.txt', ['b.txt']],
  ['grep -i x <<< "$y" > found.txt', ['found.txt']],
])('%s', (script, files) => {
  expect(filesWritten(script, 10)).toEqual(files);
});

test('commands are cut at separators and words lose their quotes', () => {
  expect(simpleCommands(`FOO=1 git commit -m "a; b" && echo 'x y'\\ z || true`)).toEqual([
    { words: ['FOO=1', 'git', 'commit', '-m', 'a; b'], writes: [] },
    { words: ['echo', 'x y z'], writes: [] },
    { words: ['true'], writes: [] },
  ]);
});

test('the number of files is bounded', () => {
  expect(filesWritten(`touch ${Array.from({ length: 500 }, (_, i) => `f${i}`).join(' ')}`, 16)).toHaveLength(
    16,
  );
});

test.each([
  ['quotes', '"\\"'.repeat(2_000_000)],
  ['unclosed quotes', `> "${'\\"'.repeat(2_000_000)}`],
  ['here-documents', '<<A '.repeat(1_000_000)],
  ['blanks', `> ${' '.repeat(4_000_000)}`],
  ['dashes', `-${'a'.repeat(4_000_000)}`],
])('a wall of %s ends', (_, script) => {
  expect(filesWritten(script, 16).length).toBeLessThan(2);
});
