import { expect, test } from 'vitest';
import { pristineManifest } from '../../../src/rerun/manifest.js';

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const OLD = { name: 'a', version: '1.0.0', scripts: { test: 'node --test' }, jest: { bail: 1 } };

test.each([
  {
    title: 'scripts and runner settings go back, the rest stays',
    own: {
      name: 'a',
      version: '2.0.0',
      type: 'module',
      scripts: { test: 'true' },
      vitest: {},
      dependencies: { b: '1' },
    },
    becomes: {
      name: 'a',
      version: '2.0.0',
      type: 'module',
      dependencies: { b: '1' },
      scripts: { test: 'node --test' },
      jest: { bail: 1 },
    },
  },
  {
    title: 'a candidate that leaves them alone keeps its bytes',
    own: { ...OLD, version: '2.0.0' },
    becomes: { ...OLD, version: '2.0.0' },
  },
])('package.json: $title', ({ own, becomes }) => {
  expect(JSON.parse(pristineManifest('package.json', json(own), json(OLD)))).toEqual(becomes);
});

test.each([
  { title: 'what is no JSON is left to fail by itself', own: '{"name":', base: json(OLD) },
  {
    title: 'unchanged runner parts change no byte',
    own: '{"name":"b","scripts":{"test":"node --test"},"jest":{"bail":1}}',
    base: json(OLD),
  },
])('package.json: $title', ({ own, base }) => {
  expect(pristineManifest('package.json', own, base)).toBe(own);
});

test('a new package.json loses its scripts', () => {
  expect(JSON.parse(pristineManifest('x/package.json', json(OLD), null))).toEqual({
    name: 'a',
    version: '1.0.0',
  });
});

const PYPROJECT = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n';
const FRESH = '[project]\nname = "a"\ndependencies = ["pytest>=7", "attrs"]\n';

test.each([
  { title: 'a changed section goes back', own: PYPROJECT.replace('"tests"', '"none"'), becomes: PYPROJECT },
  { title: 'a new section goes', own: `${FRESH}\n[tool.tox]\nx = 1\n`, base: FRESH, becomes: FRESH },
  {
    title: 'a removed section comes back',
    own: '[project]\nname = "b"\n',
    becomes: PYPROJECT.replace('"a"', '"b"'),
  },
  {
    title: 'another spelling of a header is seen',
    own: '[project]\nname = "a"\n[ tool . "pytest" . ini_options ]\naddopts = "-x"\n',
    becomes: PYPROJECT,
  },
  {
    title: 'a dotted key takes the whole file back',
    own: `tool.pytest.ini_options.addopts = "-k x"\n${PYPROJECT}`,
    becomes: PYPROJECT,
  },
  {
    title: 'an inline table takes the whole file back',
    own: `[tool]\npytest = { ini_options = { addopts = "-k x" } }\n`,
    base: FRESH,
    becomes: FRESH,
  },
  {
    title: 'dependencies are the candidate’s',
    own: FRESH.replace('attrs', 'pytest-cov'),
    base: FRESH.replace('"pytest>=7", ', ''),
    becomes: FRESH.replace('attrs', 'pytest-cov'),
  },
])('pyproject.toml: $title', ({ own, base = PYPROJECT, becomes }) => {
  expect(pristineManifest('pyproject.toml', own, base)).toBe(becomes);
});

test('setup.cfg: runner sections go back, metadata stays', () => {
  const base = '[metadata]\nname = a\n\n[tool:pytest]\naddopts = -q\n';
  const own = '[metadata]\nname = b\n\n[tool:pytest]\naddopts = -q -k not(add)\n\n[aliases]\ntest = pytest\n';
  expect(pristineManifest('setup.cfg', own, base)).toBe(
    '[metadata]\nname = b\n\n[tool:pytest]\naddopts = -q\n',
  );
});
