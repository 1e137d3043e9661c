import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/records/parse.js';
import { freshFolder } from '../../support/folder.js';
import { groupRecord, layOut } from '../../support/many-groups.js';
import { runGagar, startGagar } from './gagar.js';

interface Put {
  readonly spool: string;
  put(name: string, content?: string): Promise<void>;
}

async function freshSpool(): Promise<Put> {
  const spool = await freshFolder();
  const inbox = join(spool, 'inbox');
  await mkdir(inbox);
  await layOut(inbox);
  const put = async (name: string, content?: string): Promise<void> => {
    await writeFile(
      join(inbox, `${name}.tmp`),
      content ?? JSON.stringify(await groupRecord({ group_id: `of ${name}` })),
    );
    await rename(join(inbox, `${name}.tmp`), join(inbox, name));
  };
  return { spool, put };
}

const answers = (spool: string): Promise<string[]> => readdir(join(spool, 'outbox')).catch(() => []);
const answerTo = async (spool: string, name: string) =>
  parseResult(await readFile(join(spool, 'outbox', name)));
const jsonIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.json'));
const untilAnswered = async (spool: string, count: number): Promise<void> => {
  while ((await answers(spool)).filter((name) => name.endsWith('.json')).length < count) await sleep(20);
};

test('--once answers what is there, whatever its group_id, and leaves partial files alone', async () => {
  const { spool, put } = await freshSpool();
  await put('one.json');
  await put('two.json', JSON.stringify(await groupRecord({ group_id: '../../x/é' })));
  await put('torn.json', '{"schema": "gagar.group/1", "group_id": "torn", ');
  await writeFile(join(spool, 'inbox', 'half.json.tmp'), '{');
  await writeFile(join(spool, 'inbox', '.hidden.json'), '{');
  const { code } = await runGagar(['batch', '--spool', spool, '--once', '--quiet'], []);
  expect(code).toBe(1);
  expect(await answers(spool)).toEqual(['one.json', 'torn.json', 'two.json']);
  expect(await answerTo(spool, 'one.json')).toMatchObject({ group_id: 'of one.json', status: 'graded' });
  expect(await answerTo(spool, 'two.json')).toMatchObject({ group_id: '../../x/é', status: 'graded' });
  const failure = JSON.parse(await readFile(join(spool, 'outbox', 'torn.json'), 'utf8'));
  expect(failure).toMatchObject({ group_id: 'torn', stage: 'read' });
  expect((await jsonIn(join(spool, 'inbox'))).sort()).toEqual(['.hidden.json']);
  expect(await readdir(join(spool, 'work'))).toEqual([]);
});

test('who is in a hurry is taken first, wherever its name stands among many', async () => {
  const { spool, put } = await freshSpool();
  for (let at = 0; at < 9; at++) await put(`${at}.json`);
  const hurry = await groupRecord({ group_id: 'hurry', purpose: 'train', budget_s: 3600 });
  await put('last.json', JSON.stringify(hurry));
  await runGagar(['batch', '--spool', spool, '--once', '--concurrency', '1', '--quiet'], []);
  const times = (await answers(spool)).map(
    async (name) => [(await stat(join(spool, 'outbox', name))).mtimeMs, name] as const,
  );
  const inOrder = (await Promise.all(times)).sort(([a], [b]) => a - b);
  expect(inOrder[0]?.[1]).toBe('last.json');
});

test('summary tells what lies in the outbox of a spool', async () => {
  const { spool, put } = await freshSpool();
  await put('one.json');
  await put('torn.json', '{');
  const { stdout } = await runGagar(['batch', '--spool', spool, '--once', '--quiet', '--json'], []);
  await writeFile(join(spool, 'outbox', 'two.json.1.partial'), '{');
  const later = await runGagar(['summary', spool, '--json'], []);
  expect(later).toMatchObject({ code: 0, stdout });
  expect(JSON.parse(stdout)).toMatchObject({ groups: 2, groups_graded: 1, groups_failed: 1 });
});

test('a server waits for more until it is stopped', async () => {
  const { spool, put } = await freshSpool();
  const server = startGagar('batch', '--spool', spool, '--quiet');
  const ended = once(server, 'exit');
  await put('a.json');
  await untilAnswered(spool, 1);
  await put('b.json');
  await untilAnswered(spool, 2);
  server.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
});

test('two servers share a spool; one that is killed loses nothing', async () => {
  const { spool, put } = await freshSpool();
  const names = Array.from({ length: 8 }, (_, at) => `${at}.json`);
  for (const name of names) await put(name);
  const killed = startGagar('batch', '--spool', spool, '--quiet', '--concurrency', '2');
  const survivor = startGagar('batch', '--spool', spool, '--quiet', '--concurrency', '2');
  const ended = once(survivor, 'exit');
  await untilAnswered(spool, 1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await untilAnswered(spool, 8);
  survivor.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(await answers(spool)).toEqual(names);
  for (const name of names) expect((await answerTo(spool, name)).status).toBe('graded');
  expect(await jsonIn(join(spool, 'inbox'))).toEqual([]);
});

test('what a killed server had claimed is answered after the next start', async () => {
  const { spool, put } = await freshSpool();
  await put('a.json');
  const dead = encodeURIComponent(`gone`);
  await mkdir(join(spool, 'work', dead), { recursive: true });
  const killed = startGagar('batch', '--spool', spool, '--quiet');
  while ((await jsonIn(join(spool, 'inbox'))).length > 0) await sleep(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect((await runGagar(['batch', '--spool', spool, '--once', '--quiet'], [])).code).toBe(0);
  expect((await answerTo(spool, 'a.json')).status).toBe('graded');
  // A claim of a machine that cannot be asked is left alone.
  expect(await readdir(join(spool, 'work'))).toEqual([dead]);
});
