/** Kills `gagar batch` with -9 over bundled groups (static) and generated ones (static and scripted): npx tsx bench/kills.ts [GROUPS] [KILLS] */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { assetPath, packageRoot } from '../harness/assets.js';
import { parseResult } from '../src/records/parse.js';
import { recordingsIn, runKilled } from '../test/support/kill-runs.js';
import { groupRecord, writeGroups } from '../test/support/many-groups.js';
import { seeded } from '../test/support/random.js';
import { writeScript } from '../test/support/script-file.js';

const [count = 200, kills = 10] = process.argv.slice(2).map(Number);
const BUNDLED = (await readdir(join(packageRoot, 'fixtures'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Some bundled groups, and attempts of one generated group for the rest: one digest, so that a script fits them. */
async function layOut(folder: string, bundled: readonly string[]): Promise<void> {
  await mkdir(folder);
  for (const name of bundled) await cp(assetPath('fixtures', name), join(folder, name), { recursive: true });
  const attempts = Array.from({ length: count - bundled.length }, (_, attempt) => ({
    group_id: 'g',
    attempt,
  }));
  await writeGroups(folder, attempts);
}

const folder = await mkdtemp(join(tmpdir(), 'gagar-bench-'));
try {
  const one = join(folder, 'one');
  await mkdir(one);
  await writeGroups(one, [{ group_id: 'g' }]);
  await writeFile(join(one, 'group.json'), JSON.stringify(await groupRecord({ group_id: 'g' })));
  const script = await writeScript(join(one, 'group.json'), folder);
  for (const judge of ['static', `scripted:${script}`]) {
    const name = basename(judge.split(':')[0] ?? '');
    const groups = join(folder, `groups-${name}`);
    // The script names the candidates of the generated group and of no other.
    await layOut(groups, judge === 'static' ? BUNDLED : []);
    const out = join(folder, name);
    const start = performance.now();
    const lines = await runKilled({
      groups,
      out,
      options: ['--judge', judge, '--driver', 'none', '--concurrency', '8'],
      kills,
      within: { groups: Math.floor(count / (kills + 1)), ms: 1000 },
      random: seeded(20),
      say: (text) => console.log(`${name}: ${text}`),
    });
    const results = lines.map((line) => parseResult(line));
    const keys = new Set(results.map(({ group_id, attempt }) => `${group_id} ${attempt}`));
    const statuses = [...new Set(results.map(({ status }) => status))];
    const told = statuses
      .map((status) => `${results.filter((one) => one.status === status).length} ${status}`)
      .join(', ');
    console.log(
      `${name}: ${count} groups, ${kills} kills: ${lines.length} lines, ${keys.size} different groups (${told}),`,
      `${await recordingsIn(out)} whole recordings, ${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
    if (keys.size !== count || lines.length !== count) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
