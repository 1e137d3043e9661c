import { expect, test } from 'vitest';
import { type Job, jobPool } from '../../../harness/batch/pool.js';

interface Named extends Job {
  readonly name: string;
}
const job = (name: string, deadline: number | null = null, bytes = 1): Named => ({ name, deadline, bytes });
const limits = { concurrency: 1, waitingBytes: 100 };
const soon = (ms: number): number => performance.now() + ms;

test('the most pressing job runs first, equal ones in the order they came', async () => {
  const ran: string[] = [];
  const pool = jobPool<Named>(limits, async ({ name }) => {
    ran.push(name);
  });
  for (const one of [job('a'), job('late', soon(9e6)), job('b'), job('early', soon(5e6)), job('c')])
    pool.add(one);
  pool.start();
  await pool.drained();
  expect(ran).toEqual(['early', 'late', 'a', 'b', 'c']);
});

test.each([
  ['nobody waits', [], true],
  ['fewer wait than run at once', [soon(1e6)], true],
  ['those that run next are as pressing', [soon(1e6), soon(2e6), soon(9e6)], false],
  ['one that runs next has more time', [soon(1e6), null, null], true],
])('whether %s tells if a job would be among the next', (_, deadlines, isNext) => {
  const pool = jobPool<Named>({ ...limits, concurrency: 2 }, async () => {});
  for (const deadline of deadlines) pool.add(job('waiting', deadline));
  expect(pool.isNext(soon(5e6))).toBe(isNext);
});

test('no more jobs run at once than allowed', async () => {
  let running = 0;
  let most = 0;
  const pool = jobPool<Named>({ ...limits, concurrency: 3 }, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
  });
  for (let at = 0; at < 20; at++) pool.add(job(`${at}`));
  pool.start();
  await pool.drained();
  expect(most).toBe(3);
});

test('a job whose deadline passes while it waits runs at once, although every slot is taken', async () => {
  const ran: string[] = [];
  let free = (): void => {};
  const pool = jobPool<Named>(limits, async ({ name }) => {
    ran.push(name);
    if (name === 'hanging') await new Promise<void>((resolve) => (free = resolve));
    if (name === 'pressing') free();
  });
  pool.add(job('hanging'));
  pool.start();
  pool.add(job('patient'));
  pool.add(job('pressing', soon(30)));
  await pool.drained();
  expect(ran).toEqual(['hanging', 'pressing', 'patient']);
});

test('after a job that throws nothing new is started, those that run end, and the error comes out', async () => {
  const ran: string[] = [];
  const pool = jobPool<Named>({ ...limits, concurrency: 2 }, async ({ name }) => {
    await new Promise((resolve) => setTimeout(resolve, name === 'slow' ? 30 : 1));
    ran.push(name);
    if (name === 'bad') throw new Error('disk full');
  });
  for (const name of ['slow', 'bad', 'never']) pool.add(job(name));
  pool.start();
  await expect(pool.room()).resolves.toBeUndefined();
  await expect(pool.drained()).rejects.toThrow('disk full');
  await expect(pool.room()).rejects.toThrow('disk full');
  expect(ran).toEqual(['bad', 'slow']);
});

test('a reader is held back while too many bytes wait', async () => {
  const pool = jobPool<Named>(limits, async () => {});
  pool.add(job('a', null, 70));
  expect(pool.full).toBe(false);
  pool.add(job('b', null, 70));
  expect(pool.full).toBe(true);
  pool.start();
  await pool.room();
  expect(pool.full).toBe(false);
  await pool.drained();
});
