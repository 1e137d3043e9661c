/** A JavaScript and a TypeScript project with a fault each. */
import type { Chance } from '../chance.js';
import type { Project } from '../scene.js';

const tap = (lines: readonly string[], failed: number): string =>
  `TAP version 13\n${lines.join('\n')}\n1..${lines.length}\n# tests ${lines.length}\n# pass ${lines.length - failed}\n# fail ${failed}\n`;

export function query(chance: Chance): Project {
  const name = chance.pick(['tinyquery', 'querybits', 'paramwell', 'askline']);
  const owner = chance.pick(['harbourlight', 'mossbank', 'fennel-labs']);
  const version = `2.${1 + chance.int(7)}.4`;
  const issue = 20 + chance.int(500);
  const open = `'use strict';\n\n/** Reads a query string into an object. */\nfunction parse(text) {\n  const result = {};\n  for (const pair of text.split('&')) {\n    if (pair === '') continue;\n`;
  const close = `  }\n  return result;\n}\n\nmodule.exports = { parse };\n`;
  const failing = `test('a value may hold an equals sign', () => {\n  assert.deepStrictEqual(parse('a=1=2'), { a: '1=2' });\n});\n`;
  const test = `'use strict';\n\nconst test = require('node:test');\nconst assert = require('node:assert');\nconst { parse } = require('../lib/query.js');\n\ntest('pairs are read', () => {\n  assert.deepStrictEqual(parse('a=1&b=2'), { a: '1', b: '2' });\n});\n\n${failing}\ntest('nothing gives nothing', () => {\n  assert.deepStrictEqual(parse(''), {});\n});\n`;
  return {
    language: 'javascript',
    name,
    owner,
    packageName: name,
    version,
    next: version.replace(/4$/, '5'),
    issue,
    files: {
      'README.md': `# ${name}\n\nA query string as an object.\n`,
      'package.json': `{\n  "name": "${name}",\n  "version": "${version}",\n  "main": "lib/index.js",\n  "scripts": {\n    "test": "node --test test/"\n  }\n}\n`,
      'lib/index.js': `'use strict';\n\nmodule.exports = require('./query.js');\n`,
      'lib/query.js': `${open}    const [key, value] = pair.split('=');\n    result[key] = decodeURIComponent(value);\n${close}`,
      'test/query.test.js': test,
    },
    source: 'lib/query.js',
    test: 'test/query.test.js',
    statement: `# Values are cut at the second equals sign (#${issue})\n\n\`parse('a=1=2')\` gives \`{ a: '1' }\`; expected is \`{ a: '1=2' }\`. A key without a value has to give the\nempty text, not "undefined". See \`test/query.test.js\`.\n`,
    fixed: `${open}    const cut = pair.indexOf('=');\n    const key = cut < 0 ? pair : pair.slice(0, cut);\n    // Everything behind the first sign belongs to the value.\n    result[key] = cut < 0 ? '' : decodeURIComponent(pair.slice(cut + 1));\n${close}`,
    own: [
      `${open}    const [key, ...rest] = pair.split('=');\n    result[key] = decodeURIComponent(rest.join('='));\n${close}`,
      `${open}    const match = /^([^=]*)=?(.*)$/s.exec(pair);\n    result[match[1]] = decodeURIComponent(match[2]);\n${close}`,
      `${open}    const parts = pair.split('=');\n    const name = parts.shift();\n    result[name] = parts.length === 0 ? '' : decodeURIComponent(parts.join('='));\n${close}`,
    ],
    wrong: `${open}    const [key, value] = pair.split('=', 3);\n    result[key] = decodeURIComponent(value || '');\n${close}`,
    hidden: `${test}\ntest('a key alone has the empty text', () => {\n  assert.deepStrictEqual(parse('flag&b=2'), { flag: '', b: '2' });\n});\n\ntest('tokens keep their padding', () => {\n  assert.deepStrictEqual(parse('token=ZmFkZQ=='), { token: 'ZmFkZQ==' });\n});\n`,
    failToPass: [
      'a value may hold an equals sign',
      'a key alone has the empty text',
      'tokens keep their padding',
    ],
    passToPass: ['pairs are read', 'nothing gives nothing'],
    command: 'npm test',
    passed: tap(
      ['ok 1 - pairs are read', 'ok 2 - a value may hold an equals sign', 'ok 3 - nothing gives nothing'],
      0,
    ),
    failed: tap(
      ['ok 1 - pairs are read', 'not ok 2 - a value may hold an equals sign', 'ok 3 - nothing gives nothing'],
      1,
    ),
    wanted: `{ a: '1=2' }`,
    got: `{ a: '1' }`,
    failing,
  };
}

export function slug(chance: Chance): Project {
  const name = chance.pick(['slugkit', 'titlepath', 'kebabify', 'plainslug']);
  const owner = chance.pick(['ravenhill', 'stonebridge', 'violet-tools']);
  const version = `0.${2 + chance.int(8)}.1`;
  const issue = 15 + chance.int(350);
  const open = `/** Makes the part of an address out of a title. */\nexport function slug(title: string): string {\n`;
  const failing = `test('runs of signs become one dash', () => {\n  expect(slug('Read & -- write')).toBe('read-write');\n});\n`;
  const test = `import { expect, test } from 'vitest';\nimport { slug } from '../src/slug';\n\ntest('words are joined', () => {\n  expect(slug('Hello World')).toBe('hello-world');\n});\n\n${failing}\ntest('the empty title stays empty', () => {\n  expect(slug('')).toBe('');\n});\n`;
  return {
    language: 'javascript',
    name,
    owner,
    packageName: `@${owner}/${name}`,
    version,
    next: version.replace(/1$/, '2'),
    issue,
    files: {
      'README.md': `# ${name}\n\nTitles as parts of addresses.\n`,
      'package.json': `{\n  "name": "@${owner}/${name}",\n  "version": "${version}",\n  "type": "module",\n  "scripts": {\n    "build": "tsc -p .",\n    "test": "vitest run"\n  }\n}\n`,
      'src/index.ts': `export { slug } from './slug';\n`,
      'src/slug.ts': `${open}  return title.toLowerCase().replace(/[^a-z0-9]/g, '-');\n}\n`,
      'test/slug.test.ts': test,
      'vitest.config.ts': `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { include: ['test/**/*.test.ts'] } });\n`,
    },
    source: 'src/slug.ts',
    test: 'test/slug.test.ts',
    statement: `# Dashes pile up (#${issue})\n\n\`slug('Read & -- write')\` gives \`read------write\`; one dash is enough, and none at the ends. See\n\`test/slug.test.ts\`.\n`,
    fixed: `${open}  // A run of anything else is one dash, and none stands at an end.\n  const words = title.toLowerCase().split(/[^a-z0-9]+/);\n  return words.filter((word) => word.length > 0).join('-');\n}\n`,
    own: [
      `${open}  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '');\n}\n`,
      `${open}  return (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');\n}\n`,
      `${open}  const dashed = title.toLowerCase().replace(/[^a-z0-9]+/g, ' ');\n  return dashed.trim().replaceAll(' ', '-');\n}\n`,
    ],
    wrong: `${open}  return title.toLowerCase().replace(/[^a-z0-9]/g, '-').replace('--', '-');\n}\n`,
    hidden: `${test}\ntest('no dash stands at an end', () => {\n  expect(slug('(draft) notes!')).toBe('draft-notes');\n});\n\ntest('signs alone give nothing', () => {\n  expect(slug('?!')).toBe('');\n});\n`,
    failToPass: ['runs of signs become one dash', 'no dash stands at an end', 'signs alone give nothing'],
    passToPass: ['words are joined', 'the empty title stays empty'],
    command: 'npx vitest run',
    passed: ` ✓ test/slug.test.ts (3)\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n`,
    failed: ` ❯ test/slug.test.ts (3)\n   × runs of signs become one dash\n     expected 'read------write' to be 'read-write'\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n`,
    wanted: `'read-write'`,
    got: `'read------write'`,
    failing,
  };
}
