/** Control tests: written into the evaluation's own test files, some must fail and one must pass, or the pass of their neighbours means nothing. */

export interface ControlNames {
  /** Unguessable, the first letter is one. */
  readonly stem: string;
  /** Different for every file, since some runners name tests without it. */
  readonly file: number;
  /** Two numbers that differ. */
  readonly left: number;
  readonly right: number;
}

export type ControlKind = 'unittest' | 'pytest' | 'node' | 'vitest' | 'jest' | 'go';

const BAD = 'abcd';
const GOOD = 'e';

/** `bad` where a control has to fail, `good` where it has to pass, null for any other test. */
export function controlOf(id: string, { stem }: Pick<ControlNames, 'stem'>): 'bad' | 'good' | null {
  const at = id.toLowerCase().lastIndexOf(stem);
  if (at < 0) return null;
  const letter = id.charAt(at + stem.length).toLowerCase();
  if (letter === GOOD) return 'good';
  return letter !== '' && BAD.includes(letter) ? 'bad' : null;
}

/** The file with the controls behind its own tests; null where no control can be written into it. */
export function withControls(text: string, kind: ControlKind, names: ControlNames): string | null {
  if (kind === 'go') return /^package \w+/m.test(text) ? `${text}\n${goControls(names)}` : null;
  if (kind === 'unittest') return beforeMain(text, unittestControls(names));
  if (kind === 'pytest') return beforeMain(text, pytestControls(names));
  return `${text}\n${scriptControls(text, kind, names)}`;
}

/** `if __name__ == '__main__': unittest.main()` ends the program, so nothing behind it would be there. */
function beforeMain(text: string, controls: string): string {
  const at = text.search(/^if __name__\s*==/m);
  return at < 0 ? `${text}\n\n${controls}` : `${text.slice(0, at)}\n${controls}\n\n${text.slice(at)}`;
}

const unittestControls = ({ stem, file, left, right }: ControlNames): string => `import unittest as _${stem}


class Test${stem.toUpperCase()}(_${stem}.TestCase):
    def test_${stem}a${file}(self):
        self.assertEqual(${left}, ${right})

    def test_${stem}b${file}(self):
        self.assertTrue(${left} == ${right})

    def test_${stem}c${file}(self):
        raise AssertionError(${left})

    def test_${stem}d${file}(self):
        with self.assertRaises(ValueError):
            ${left}

    def test_${stem}e${file}(self):
        self.assertEqual(${left}, ${left})
`;

const pytestControls = ({ stem, file, left, right }: ControlNames): string => `def test_${stem}a${file}():
    assert ${left} == ${right}


def test_${stem}b${file}():
    raise AssertionError(${left})


def test_${stem}c${file}():
    raise ValueError(${left})


def test_${stem}e${file}():
    assert ${left} == ${left}
`;

const goControls = ({ stem, file, left, right }: ControlNames): string => {
  const name = `Test${stem.charAt(0).toUpperCase()}${stem.slice(1)}`;
  return `func ${name}a${file}(t *testing.T) { t.Fatal(${left}, ${right}) }

func ${name}b${file}(t *testing.T) { t.Errorf("got %d, want %d", ${left}, ${right}) }

func ${name}e${file}(t *testing.T) {}
`;
};

/** Both imports stand in the file's own system of modules; import statements may stand at the end. */
function scriptControls(text: string, kind: 'node' | 'vitest' | 'jest', names: ControlNames): string {
  const { stem, file, left, right } = names;
  const isModule = /^\s*import\b[^(]*['"]/m.test(text) || /^\s*export\s/m.test(text);
  const take = (what: string, as: string, from: string): string =>
    isModule
      ? `import { ${what} as ${as} } from '${from}';`
      : `const { ${what}: ${as} } = require('${from}');`;
  const same = kind === 'node' ? `is${stem}` : `(a, b) => ex${stem}(a).toBe(b)`;
  const head =
    kind === 'node'
      ? [
          take('test', `on${stem}`, 'node:test'),
          take('strictEqual', `is${stem}`, 'node:assert'),
          isModule
            ? `import as${stem} from 'node:assert/strict';`
            : `const as${stem} = require('node:assert/strict');`,
        ]
      : kind === 'vitest'
        ? [take('test', `on${stem}`, 'vitest'), take('expect', `ex${stem}`, 'vitest')]
        : [`const on${stem} = test, ex${stem} = expect;`];
  const second =
    kind === 'node'
      ? `as${stem}.deepEqual([${left}], [${right}])`
      : `ex${stem}([${left}]).toEqual([${right}])`;
  return `${head.join('\n')}
on${stem}('${stem}a${file}', () => { (${same})(${left}, ${right}); });
on${stem}('${stem}b${file}', async () => { ${second}; });
on${stem}('${stem}c${file}', () => { throw new Error('${left}'); });
on${stem}('${stem}e${file}', () => { (${same})(${left}, ${left}); });
`;
}
