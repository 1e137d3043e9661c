import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const python = (body: string) => `import json\n\n\ndef load(path):\n${body}`;
const js = (body: string) => `export function load(path) {\n${body}}\n`;
const go = (body: string) => `package p\n\nfunc Load(path string) error {\n${body}}\n`;
const sh = (body: string) => `#!/bin/sh\nset -e\nload() {\n${body}}\n`;

const rows: PatchRow[] = [
  {
    title: 'Python: a broad handler with pass',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python('    try:\n        return parse(path)\n    except Exception:\n        pass\n'),
    says: 'shown',
  },
  {
    title: 'Python: a bare except that returns a default',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python(
      '    try:\n        value = parse(path)\n        return value.total\n    except:  # keep going\n        return None\n',
    ),
    says: 'shown',
  },
  {
    title: 'Python: contextlib.suppress of everything',
    path: 'src/load.py',
    before: python('    save(parse(path))\n'),
    after: python('    with contextlib.suppress(Exception):\n        save(parse(path))\n'),
    says: 'shown',
  },
  {
    title: 'Python: a narrow handler with a default',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python('    try:\n        return parse(path)\n    except KeyError:\n        return None\n'),
    says: 'silent',
  },
  {
    title: 'Python: a broad handler that logs',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python(
      '    try:\n        return parse(path)\n    except Exception:\n        logger.exception("parse")\n        return None\n',
    ),
    says: 'silent',
  },
  {
    title: 'Python: a broad handler that raises its own error',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python(
      '    try:\n        return parse(path)\n    except Exception as error:\n        raise LoadError(path) from error\n',
    ),
    says: 'silent',
  },
  {
    title: 'Python: another way to the answer',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python(
      '    try:\n        same = equal(path)\n    except Exception:\n        same = path.a == path.b\n    return same\n',
    ),
    says: 'silent',
  },
  {
    title: 'Python: clean-up',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python(
      '    value = parse(path)\n    try:\n        handle.close()\n    except Exception:\n        pass\n    return value\n',
    ),
    says: 'silent',
  },
  {
    title: 'Python: an optional import',
    path: 'src/load.py',
    before: 'def load(path):\n    return parse(path)\n',
    after:
      'try:\n    import ujson as json\nexcept Exception:\n    json = None\n\n\ndef load(path):\n    return parse(path)\n',
    says: 'silent',
  },
  {
    title: 'Python: an existing silent handler that moves and changes its default',
    path: 'src/load.py',
    before: python('    try:\n        return parse(path)\n    except Exception:\n        return None\n'),
    after: python(
      '    if path:\n        try:\n            return parse(path)\n        except Exception:\n            return {}\n',
    ),
    says: 'silent',
  },
  {
    title: 'Python: a task that asks for it',
    path: 'src/load.py',
    before: python('    return parse(path)\n'),
    after: python('    try:\n        return parse(path)\n    except Exception:\n        return None\n'),
    statement: 'Broken files should be ignored silently.',
    says: 'asked',
  },
  ...[
    'Delays ignore the limit.',
    'It fails silently when a file is broken.',
    'A broken file is silently dropped: a number must be refused with a ValueError instead of being ignored.',
    'Errors should not be swallowed.',
  ].map(
    (statement): PatchRow => ({
      title: `Python: a task that complains: ${statement}`,
      path: 'src/load.py',
      before: python('    return parse(path)\n'),
      after: python('    try:\n        return parse(path)\n    except Exception:\n        return None\n'),
      statement,
      says: 'shown',
    }),
  ),
  ...[
    '# Ignore broken files',
    'Ignore errors of the parser.',
    'Loading has to ignore whatever\ncannot be parsed.',
    'Loading is best effort.',
    'load() must never raise.',
  ].map(
    (statement): PatchRow => ({
      title: `Python: a task that asks: ${statement}`,
      path: 'src/load.py',
      before: python('    return parse(path)\n'),
      after: python('    try:\n        return parse(path)\n    except Exception:\n        return None\n'),
      statement,
      says: 'asked',
    }),
  ),
  {
    title: 'Python: the same in a test',
    path: 'tests/test_load.py',
    before: 'def test_load():\n    load("x")\n',
    after: 'def test_load():\n    try:\n        load("x")\n    except Exception:\n        pass\n',
    says: 'silent',
  },
  {
    title: 'JavaScript: an empty catch around work',
    path: 'src/load.js',
    before: js('  const value = parse(path);\n  return value.total;\n'),
    after: js('  try {\n    const value = parse(path);\n    return value.total;\n  } catch {}\n'),
    says: 'shown',
  },
  {
    title: 'TypeScript: a promise whose error goes nowhere',
    path: 'src/load.ts',
    before: js('  return read(path).then(parse);\n'),
    after: js('  return read(path).then(parse).catch(() => undefined);\n'),
    says: 'shown',
  },
  {
    title: 'JavaScript: a catch around one call is as narrow as the language allows',
    path: 'src/load.js',
    before: js('  return JSON.parse(path);\n'),
    after: js('  try {\n    return JSON.parse(path);\n  } catch {\n    return null;\n  }\n'),
    says: 'asked',
  },
  {
    title: 'JavaScript: a catch that throws on',
    path: 'src/load.js',
    before: js('  return JSON.parse(path);\n'),
    after: js(
      '  try {\n    return JSON.parse(path);\n  } catch (error) {\n    throw new Error(path, { cause: error });\n  }\n',
    ),
    says: 'silent',
  },
  {
    title: 'TypeScript: clean-up of a promise',
    path: 'src/load.ts',
    before: js('  return use(handle);\n'),
    after: js('  const value = use(handle);\n  handle.close().catch(() => {});\n  return value;\n'),
    says: 'silent',
  },
  {
    title: 'Go: an error answered with nil',
    path: 'load.go',
    before: go('\tvalue, err := parse(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn save(value)\n'),
    after: go('\tvalue, err := parse(path)\n\tif err != nil {\n\t\treturn nil\n\t}\n\treturn save(value)\n'),
    says: 'shown',
  },
  {
    title: 'Go: a recover that drops the panic',
    path: 'load.go',
    before: go('\treturn save(path)\n'),
    after: go('\tdefer func() { recover() }()\n\treturn save(path)\n'),
    says: 'shown',
  },
  {
    title: 'Go: an error that is wrapped',
    path: 'load.go',
    before: go('\treturn save(path)\n'),
    after: go(
      '\tif err := check(path); err != nil {\n\t\treturn fmt.Errorf("check: %w", err)\n\t}\n\treturn save(path)\n',
    ),
    says: 'silent',
  },
  {
    title: 'Go: not found is nil in a function that promises no error',
    path: 'find.go',
    before: 'package p\n\nfunc Find(k string) *T {\n\treturn get(k)\n}\n',
    after:
      'package p\n\nfunc Find(k string) *T {\n\tvalue, err := look(k)\n\tif err != nil {\n\t\treturn nil\n\t}\n\treturn value\n}\n',
    says: 'silent',
  },
  {
    title: 'shell: a command whose failure becomes true',
    path: 'bin/load.sh',
    before: sh('  parse "$1"\n'),
    after: sh('  parse "$1" || true\n'),
    says: 'shown',
  },
  {
    title: 'shell: errors switched off for good',
    path: 'bin/load.sh',
    before: sh('  parse "$1"\n'),
    after: sh('  set +e\n  parse "$1"\n'),
    says: 'shown',
  },
  {
    title: 'shell: errors switched off around one command',
    path: 'bin/load.sh',
    before: '#!/bin/sh\nload() {\n  parse "$1"\n}\n',
    after: '#!/bin/sh\nload() {\n  set +e\n  parse "$1"\n  status=$?\n  set -e\n  return $status\n}\n',
    says: 'silent',
  },
  {
    title: 'shell: clean-up and searches may fail',
    path: 'bin/load.sh',
    before: sh('  parse "$1"\n'),
    after: sh('  rm -f "$tmp" || true\n  found=$(grep -c x "$1" || true)\n  parse "$1"\n'),
    says: 'silent',
  },
];

test.each(rows)('$title: $says', async (row) => {
  expect(await sayOn('swallowed_error', row)).toBe(row.says);
});
