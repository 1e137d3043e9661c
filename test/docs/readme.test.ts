import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { runGagar } from '../harness/cli/gagar.js';

const page = readFileSync(assetPath('README.md'), 'utf8');
/** A line that is piped into a filter, and the block below it. */
const samples = [
  ...page.matchAll(/```sh\necho '([^']+)' \| tr -d '\\n' \| npx gagar (\w+)\n```\n\n```\n(.*)\n```/g),
].map(([, line, command, answer]) => [command!, line!.replaceAll('\n', ''), answer!] as const);

test('both filters have a sample', () => {
  expect(samples.map(([command]) => command)).toEqual(['advantages', 'shape']);
});

test.each(samples)('the sample of gagar %s prints what the page shows', async (command, line, answer) => {
  expect((await runGagar([command], [line])).stdout).toBe(`${answer}\n`);
});
