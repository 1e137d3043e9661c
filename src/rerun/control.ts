/** Control tests: written behind the evaluation's own tests, most must fail and one must pass, or the pass of their neighbours means nothing. */

export interface ControlNames {
  /** Unguessable lower-case letters, none of them `a` or `b`. */
  readonly stem: string;
  /** Different for every file, since some runners name tests without it. */
  readonly file: number;
  /** Two numbers that differ. */
  readonly left: number;
  readonly right: number;
}

export type ControlKind = 'unittest' | 'pytest' | 'node' | 'vitest' | 'jest' | 'go';

const [BAD, GOOD] = ['a', 'b'];

/** `bad` where a control has to fail, `good` where it has to pass, null for any other test. */
export function controlOf(id: string, { stem }: Pick<ControlNames, 'stem'>): 'bad' | 'good' | null {
  const at = id.toLowerCase().lastIndexOf(stem);
  const letter = at < 0 ? '' : id.charAt(at + stem.length).toLowerCase();
  return letter === BAD ? 'bad' : letter === GOOD ? 'good' : null;
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

/** Each check alone in a test: a framework can be bent at one method and be right at all others. */
function unittestControls({ stem, file, left, right }: ControlNames): string {
  const bad = [
    `self.assertEqual(${left}, ${right})`,
    `self.assertNotEqual(${left}, ${left})`,
    `self.assertTrue(${left} == ${right})`,
    `self.assertFalse(${left} == ${left})`,
    `self.assertIs(${left}, None)`,
    `self.assertIsNone(${left})`,
    `self.assertIn(${left}, [${right}])`,
    `self.assertGreater(${left}, ${right})`,
    `self.assertAlmostEqual(${left}, ${right})`,
    `self.assertListEqual([${left}], [${right}])`,
    `self.assertDictEqual({1: ${left}}, {1: ${right}})`,
    `self.assertRegex("${left}", "${right}")`,
    `self.assertRaises(ValueError, lambda: ${left})`,
    `raise AssertionError(${left})`,
    `raise ValueError(${left})`,
  ];
  const method = (letter: string | undefined, line: string, index: number): string =>
    `    def test_${stem}${letter}${file}_${index}(self):\n        ${line}\n`;
  return [
    `import unittest as _${stem}\n\n\nclass Test${stem.toUpperCase()}(_${stem}.TestCase):`,
    ...bad.map((line, index) => method(BAD, line, index)),
    method(GOOD, `self.assertEqual(${left}, ${left})`, bad.length),
  ].join('\n');
}

function pytestControls({ stem, file, left, right }: ControlNames): string {
  const bad = [
    `assert ${left} == ${right}`,
    `assert not ${left}`,
    `assert ${left} in [${right}]`,
    `raise AssertionError(${left})`,
    `raise ValueError(${left})`,
  ];
  const test = (letter: string | undefined, line: string, index: number): string =>
    `def test_${stem}${letter}${file}_${index}():\n    ${line}\n`;
  return [
    ...bad.map((line, index) => test(BAD, line, index)),
    test(GOOD, `assert ${left} == ${left}`, bad.length),
  ].join('\n\n');
}

function goControls({ stem, file, left, right }: ControlNames): string {
  const name = `Test${stem.charAt(0).toUpperCase()}${stem.slice(1)}`;
  return `func ${name}${BAD}${file}_0(t *testing.T) { t.Fatal(${left}, ${right}) }

func ${name}${BAD}${file}_1(t *testing.T) { t.Errorf("got %d, want %d", ${left}, ${right}) }

func ${name}${BAD}${file}_2(t *testing.T) { t.FailNow() }

func ${name}${GOOD}${file}_3(t *testing.T) {}
`;
}

const nodeChecks = (from: string, { left, right }: ControlNames): string[] => [
  `${from}(${left} === ${right})`,
  `${from}.ok(${left} === ${right})`,
  `${from}.equal(${left}, ${right})`,
  `${from}.strictEqual(${left}, ${right})`,
  `${from}.notEqual(${left}, ${left})`,
  `${from}.deepEqual([${left}], [${right}])`,
  `${from}.deepStrictEqual({ a: ${left} }, { a: ${right} })`,
  `${from}.match('${left}', /${right}/)`,
  `${from}.throws(() => ${left})`,
];

const expectChecks = (expect: string, { left, right }: ControlNames): string[] => [
  `${expect}(${left}).toBe(${right})`,
  `${expect}([${left}]).toEqual([${right}])`,
  `${expect}({ a: ${left} }).toStrictEqual({ a: ${right} })`,
  `${expect}(${left}).not.toBe(${left})`,
  `${expect}(${left}).toBeNull()`,
  `${expect}(${left}).toBeFalsy()`,
  `${expect}([${left}]).toContain(${right})`,
  `${expect}('${left}').toMatch(/${right}/)`,
  `${expect}(() => ${left}).toThrow()`,
];

/** Names are taken from where the file itself takes them; import statements may stand at the end. */
function scriptControls(text: string, kind: 'node' | 'vitest' | 'jest', names: ControlNames): string {
  const { stem, file, left } = names;
  const isModule = /^\s*import\b[^(]*['"]/m.test(text) || /^\s*export\s/m.test(text);
  const take = (what: string, from: string): string =>
    isModule
      ? `import ${what.replaceAll(':', ' as')} from '${from}';`
      : `const ${what} = require('${from}');`;
  const [on, only, loose, strict] = [`on${stem}`, `it${stem}`, `lo${stem}`, `st${stem}`];
  const heads = {
    node: [
      take(`{ describe: ${on}, it: ${only} }`, 'node:test'),
      take(loose, 'node:assert'),
      take(strict, 'node:assert/strict'),
    ],
    vitest: [take(`{ describe: ${on}, it: ${only}, expect: ${loose} }`, 'vitest')],
    jest: [`const ${on} = describe, ${only} = it, ${loose} = expect;`],
  };
  const checks =
    kind === 'node'
      ? [...nodeChecks(loose, names), ...nodeChecks(strict, names)]
      : expectChecks(loose, names);
  const good = kind === 'node' ? `${strict}.equal(${left}, ${left})` : `${loose}(${left}).toBe(${left})`;
  const test = (letter: string | undefined, line: string, index: number): string =>
    `  ${only}('${stem}${letter}${file}_${index}', () => { ${line}; });`;
  const bad = [...checks, `throw new Error('${left}')`];
  return [
    ...heads[kind],
    `${on}('${stem}', () => {`,
    ...bad.map((line, index) => test(BAD, line, index)),
    test(GOOD, good, bad.length),
    '});\n',
  ].join('\n');
}
