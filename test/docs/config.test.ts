import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { DEFAULTS, GradeConfig, limitsOf, settingsOf } from '../../harness/run/options.js';
import { parseYaml } from '../../harness/yaml.js';
import { checkSchema } from '../../src/records/problem.js';
import { DEFAULT_LENGTH, DEFAULT_SEGMENT } from '../../src/records/shape-config.js';

const page = readFileSync(assetPath('docs', 'config.md'), 'utf8');
const shown = parseYaml(page.split('```yaml\n')[1]?.split('```')[0] ?? '', 'config.md') as GradeConfig;

test('the page shows every option, and each can be used', () => {
  expect(checkSchema(GradeConfig, shown)).toHaveProperty('value');
  expect(Object.keys(shown).sort()).toEqual(Object.keys(GradeConfig.shape).sort());
});

test('what the page shows as a default is one', () => {
  expect(shown).toMatchObject(DEFAULTS);
  expect(limitsOf({})).toEqual({ ...limitsOf(shown), usd: null });
  const { length_penalty, segment_penalty, ...fold } = shown;
  expect([length_penalty, segment_penalty]).toEqual([DEFAULT_LENGTH, DEFAULT_SEGMENT]);
  expect(settingsOf(fold)).toEqual(settingsOf({}));
});
