import { expect, test } from 'vitest';
import { packageCopies } from '../../../src/leaks/package-copy.js';
import { residueAt, sourceSizeOf } from '../../../src/leaks/residue.js';

test.each([
  ['my_pkg', 'venv/lib/python3.11/site-packages/My.Pkg-2.1.dist-info/RECORD', '2.1'],
  ['my-pkg', 'usr/lib/python3/dist-packages/my_pkg-2.1.egg-info', '2.1'],
  ['left-pad', 'root/.npm/left-pad-1.3.0.tgz', '1.3.0'],
  ['github.com/Foo/bar', 'go/pkg/mod/github.com/!foo/bar@v1.2.3/a.go', 'v1.2.3'],
  ['github.com/foo/bar', 'go/pkg/mod/cache/download/github.com/foo/bar/@v/v1.2.3.zip', 'v1.2.3'],
  ['serde', 'root/.cargo/registry/src/index.crates.io-6f17/serde-1.0.200/Cargo.toml', '1.0.200'],
  ['rack', 'usr/lib/ruby/gems/rack-3.0.1/lib/rack.rb', '3.0.1'],
  ['jq', 'var/cache/apt/archives/jq_1.7-1_amd64.deb', '1.7'],
])('a copy of %s is seen in %s', (name, path, version) => {
  expect(packageCopies(name)(path)?.version?.replace(/-1$/, '')).toBe(version);
});

test.each([
  ['attrs', 'site-packages/attrs_extra-2.0.dist-info/RECORD'],
  ['jinja2', 'site-packages/jinja2/environment.py'],
  ['bar', 'go/pkg/mod/github.com/foo/barn@v1.2.3/a.go'],
])('%s is not taken for the owner of %s', (name, path) => {
  expect(packageCopies(name)(path)).toBeNull();
});

test('a copy is named once, however many files it has', () => {
  const look = packageCopies('almond');
  const paths = ['METADATA', 'RECORD'].map((file) => `site-packages/almond-2.0.dist-info/${file}`);
  expect(paths.map((path) => look(path)?.path ?? null)).toEqual(['site-packages/almond-2.0.dist-info', null]);
});

test('a compiled file names its source, and its head the size of it', () => {
  expect(residueAt('a/__pycache__/b.cpython-312.opt-1.pyc')?.source).toBe('a/b.py');
  const head = Buffer.alloc(20);
  head.writeUInt32LE(77, 12);
  expect(sourceSizeOf(head)).toBe(77);
  head.writeUInt32LE(1, 4);
  expect(sourceSizeOf(head)).toBeNull();
  expect(sourceSizeOf(Buffer.alloc(3))).toBeNull();
});

test.each([['src/a.py'], ['lib/index.js'], ['docs/coverage.md'], ['target.go'], ['a.original']])(
  '%s is nobody’s residue',
  (path) => {
    expect(residueAt(path)).toBeNull();
  },
);
