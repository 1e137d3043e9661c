/** Measures `gagar refold` of 10,000 stored verdicts under another profile beside reading and writing the same lines as JSON, each a whole process. Run: npx tsx bench/refold.ts [ROUNDS] */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownedFolder } from '../sandbox/owned.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join(root, 'dist', 'harness', 'main.js');
const VERDICTS = 10_000;
const PROFILE = `name: bench
version: 1
lambda_max: 2
T1: { first: 1, other: 0.95 }
T2: { from: 0.9, to: 0.5 }
T3: 0.1
`;

/** The static verdict about a bundled group of eight, as it would lie in a store. */
function storedVerdict(): string {
  const { stdout, status } = spawnSync(
    process.execPath,
    [entry, 'grade', join(root, 'fixtures', 'cashbook'), '--json', '--quiet'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error('the bundled group was not graded');
  return JSON.stringify(JSON.parse(stdout));
}

spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
await using folder = await ownedFolder();
const results = join(folder.path, 'results.jsonl');
const profile = join(folder.path, 'profile.yaml');
const line = `${storedVerdict()}\n`;
writeFileSync(results, line.repeat(VERDICTS));
writeFileSync(profile, PROFILE);
const answers = join(folder.path, 'answers.jsonl');

/** What a reader does who checks nothing and folds nothing. */
const BARE = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
lines.on('line', (line) => process.stdout.write(JSON.stringify(JSON.parse(line)) + '\\n'));`;

/** Seconds of a whole process that writes into a file, as a shell does it: no reader beside it takes processor time. */
async function secondsOf(...args: readonly string[]): Promise<number> {
  const output = openSync(answers, 'w');
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
  const [code] = await once(child, 'exit');
  closeSync(output);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

const megabytes = (path: string): string => `${(statSync(path).size / 2 ** 20).toFixed(0)} MB`;
process.stdout.write(`${VERDICTS} verdicts of ${line.length} bytes, ${megabytes(results)}\n`);
for (let round = 1; round <= Number(process.argv[2] ?? 3); round++) {
  const bare = await secondsOf('-e', BARE, results);
  const refold = await secondsOf(entry, 'refold', results, '--profile', profile);
  process.stdout.write(
    `gagar refold ${refold.toFixed(2)} s, readline + JSON.parse + JSON.stringify alone ${bare.toFixed(2)} s\n`,
  );
}
