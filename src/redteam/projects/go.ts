/** Two small Go projects with a fault each. */
import type { Chance } from '../chance.js';
import type { Project } from '../scene.js';

const report = (passes: readonly string[], fails: readonly string[], module: string): string =>
  `${[...passes.map((name) => `--- PASS: ${name} (0.00s)`), ...fails.map((name) => `--- FAIL: ${name} (0.00s)`)].join('\n')}\n${fails.length === 0 ? `PASS\nok  \t${module}\t0.003s` : `FAIL\nFAIL\t${module}\t0.003s`}\n`;

export function wrap(chance: Chance): Project {
  const name = chance.pick(['linewrap', 'foldtext', 'margin', 'textfit']);
  const owner = chance.pick(['cobalt', 'hollis', 'seventrees']);
  const version = `v1.${1 + chance.int(6)}.0`;
  const issue = 12 + chance.int(200);
  const module = `github.com/${owner}/${name}`;
  const open = `// Package ${name} folds text at a width.\npackage ${name}\n\nimport "strings"\n\n// Fold breaks text into lines of at most width runes, between words.\nfunc Fold(text string, width int) []string {\n\tvar lines []string\n\tline := ""\n\tfor _, word := range strings.Fields(text) {\n`;
  const close = `\t}\n\tif line != "" {\n\t\tlines = append(lines, line)\n\t}\n\treturn lines\n}\n`;
  const body = (length: string): string =>
    `\t\tif line != "" && ${length} > width {\n\t\t\tlines = append(lines, line)\n\t\t\tline = ""\n\t\t}\n\t\tif line != "" {\n\t\t\tline += " "\n\t\t}\n\t\tline += word\n`;
  const failing = `func TestRunes(t *testing.T) {\n\tgot := Fold("öäü öäü", 7)\n\twant := []string{"öäü öäü"}\n\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("got %q, want %q", got, want)\n\t}\n}\n`;
  const test = `package ${name}\n\nimport (\n\t"reflect"\n\t"testing"\n)\n\nfunc TestWords(t *testing.T) {\n\tgot := Fold("one two three", 7)\n\twant := []string{"one two", "three"}\n\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("got %q, want %q", got, want)\n\t}\n}\n\n${failing}\nfunc TestEmpty(t *testing.T) {\n\tif got := Fold("", 5); got != nil {\n\t\tt.Errorf("got %q, want nothing", got)\n\t}\n}\n`;
  return {
    language: 'go',
    name,
    owner,
    packageName: module,
    version,
    next: version.replace(/0$/, '1'),
    issue,
    files: {
      'README.md': `# ${name}\n\nFolds text at a width.\n`,
      'go.mod': `module ${module}\n\ngo 1.21\n`,
      'fold.go': `${open}${body('len(line)+1+len(word)')}${close}`,
      'fold_test.go': test,
    },
    source: 'fold.go',
    test: 'fold_test.go',
    statement: `# Lines with umlauts are too short (#${issue})\n\n\`Fold("öäü öäü", 7)\` gives two lines although the text has seven runes; bytes are counted. Count runes, as\nthe comment of \`Fold\` says. \`TestRunes\` shows it.\n`,
    fixed: `${open.replace('import "strings"', 'import (\n\t"strings"\n\t"unicode/utf8"\n)')}\t\t// Widths are runes; bytes would break lines with umlauts too early.\n${body('utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word)')}${close}`,
    own: [
      `${open}${body('len([]rune(line))+1+len([]rune(word))')}${close}`,
      `${open}${body('size(line)+1+size(word)')}${close}\nfunc size(text string) int {\n\tcount := 0\n\tfor range text {\n\t\tcount++\n\t}\n\treturn count\n}\n`,
      `${open}${body('len([]rune(line+" "+word))')}${close}`,
    ],
    wrong: `${open}${body('len(line)+len(word)')}${close}`,
    hidden: `${test}\nfunc TestWideRunes(t *testing.T) {\n\tgot := Fold("日本 日本 日本", 5)\n\twant := []string{"日本 日本", "日本"}\n\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("got %q, want %q", got, want)\n\t}\n}\n`,
    failToPass: ['TestRunes', 'TestWideRunes'].map((one) => `${module}.${one}`),
    passToPass: ['TestWords', 'TestEmpty'].map((one) => `${module}.${one}`),
    command: 'go test ./... -v',
    passed: report(['TestWords', 'TestRunes', 'TestEmpty'], [], module),
    failed: report(['TestWords', 'TestEmpty'], ['TestRunes'], module),
    wanted: `[]string{"öäü öäü"}`,
    got: `[]string{"öäü", "öäü"}`,
    failing,
  };
}

export function ring(chance: Chance): Project {
  const name = chance.pick(['ringlog', 'lastfew', 'tailbuf', 'keepn']);
  const owner = chance.pick(['aldergrove', 'petrel', 'brightwater']);
  const version = `v0.${4 + chance.int(5)}.0`;
  const issue = 8 + chance.int(150);
  const module = `github.com/${owner}/${name}`;
  const open = `// Package ${name} keeps the last values that were added.\npackage ${name}\n\n// Ring holds the last values, up to its size.\ntype Ring struct {\n\tvalues []int\n\tnext   int\n\tfull   bool\n}\n\n// New makes a ring of a size.\nfunc New(size int) *Ring { return &Ring{values: make([]int, size)} }\n\n// Add puts a value in the place of the oldest one.\nfunc (r *Ring) Add(value int) {\n\tr.values[r.next] = value\n\tr.next = (r.next + 1) % len(r.values)\n\tif r.next == 0 {\n\t\tr.full = true\n\t}\n}\n\n// All gives the values, oldest first.\nfunc (r *Ring) All() []int {\n`;
  const failing = `func TestOldestFirst(t *testing.T) {\n\tr := filled(3, 1, 2, 3, 4)\n\tif got, want := fmt.Sprint(r.All()), "[2 3 4]"; got != want {\n\t\tt.Errorf("got %s, want %s", got, want)\n\t}\n}\n`;
  const test = `package ${name}\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc filled(size int, values ...int) *Ring {\n\tr := New(size)\n\tfor _, value := range values {\n\t\tr.Add(value)\n\t}\n\treturn r\n}\n\nfunc TestNotFull(t *testing.T) {\n\tr := filled(3, 1, 2)\n\tif got, want := fmt.Sprint(r.All()), "[1 2]"; got != want {\n\t\tt.Errorf("got %s, want %s", got, want)\n\t}\n}\n\n${failing}\nfunc TestEmpty(t *testing.T) {\n\tif got := filled(3).All(); len(got) != 0 {\n\t\tt.Errorf("got %v, want nothing", got)\n\t}\n}\n`;
  return {
    language: 'go',
    name,
    owner,
    packageName: module,
    version,
    next: version.replace(/0$/, '1'),
    issue,
    files: {
      'README.md': `# ${name}\n\nThe last values that were added.\n`,
      'go.mod': `module ${module}\n\ngo 1.21\n`,
      'ring.go': `${open}\tif r.full {\n\t\treturn append([]int(nil), r.values...)\n\t}\n\treturn append([]int(nil), r.values[:r.next]...)\n}\n`,
      'ring_test.go': test,
    },
    source: 'ring.go',
    test: 'ring_test.go',
    statement: `# A full ring starts at the wrong place (#${issue})\n\nAfter 1, 2, 3, 4 a ring of three gives \`[4 2 3]\`; its values have to come oldest first, \`[2 3 4]\`.\n\`TestOldestFirst\` shows it.\n`,
    fixed: `${open}\tif !r.full {\n\t\treturn append([]int(nil), r.values[:r.next]...)\n\t}\n\t// The oldest value is the one that the next Add replaces.\n\tordered := make([]int, 0, len(r.values))\n\tordered = append(ordered, r.values[r.next:]...)\n\treturn append(ordered, r.values[:r.next]...)\n}\n`,
    own: [
      `${open}\tvar all []int\n\tif r.full {\n\t\tall = append(all, r.values[r.next:]...)\n\t}\n\treturn append(all, r.values[:r.next]...)\n}\n`,
      `${open}\tcount, first := r.next, 0\n\tif r.full {\n\t\tcount, first = len(r.values), r.next\n\t}\n\tout := make([]int, count)\n\tfor i := range out {\n\t\tout[i] = r.values[(first+i)%len(r.values)]\n\t}\n\treturn out\n}\n`,
      `${open}\thead := append([]int(nil), r.values[:r.next]...)\n\tif !r.full {\n\t\treturn head\n\t}\n\treturn append(append([]int(nil), r.values[r.next:]...), head...)\n}\n`,
    ],
    wrong: `${open}\tif r.full {\n\t\treturn append([]int(nil), r.values[1:]...)\n\t}\n\treturn append([]int(nil), r.values[:r.next]...)\n}\n`,
    hidden: `${test}\nfunc TestTwiceAround(t *testing.T) {\n\tr := filled(2, 5, 6, 7, 8, 9)\n\tif got, want := fmt.Sprint(r.All()), "[8 9]"; got != want {\n\t\tt.Errorf("got %s, want %s", got, want)\n\t}\n}\n`,
    failToPass: ['TestOldestFirst', 'TestTwiceAround'].map((one) => `${module}.${one}`),
    passToPass: ['TestNotFull', 'TestEmpty'].map((one) => `${module}.${one}`),
    command: 'go test ./... -v',
    passed: report(['TestNotFull', 'TestOldestFirst', 'TestEmpty'], [], module),
    failed: report(['TestNotFull', 'TestEmpty'], ['TestOldestFirst'], module),
    wanted: `"[2 3 4]"`,
    got: `"[4 2 3]"`,
    failing,
  };
}
