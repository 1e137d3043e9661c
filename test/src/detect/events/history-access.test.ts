import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../../src/events/event.js';
import { detect, leadsOf, voice } from '../../../support/detect.js';

const OLD = 'a1'.repeat(20);
const OLDER = 'b2'.repeat(20);
const LATER = 'c3'.repeat(20);
const LATEST = 'd4'.repeat(20);

const spec = (events: Partial<TraceEvent>[], ancestors?: string[]) => ({
  base: { 'a.py': 'x = 1\n' },
  candidates: [{ id: 'a', files: { 'a.py': 'x = 2\n' }, events }],
  ...(ancestors === undefined ? {} : { ancestors }),
});
const log = (...ids: string[]) => ids.map((id) => `commit ${id}\nAuthor: x\n\n    message\n`).join('');

test.each([
  {
    title: 'all refs show later commits',
    input: 'git log --all',
    output: log(LATEST, LATER, OLD),
    says: 'shown',
  },
  {
    title: 'inside a shell string of JSON',
    input: '{"command": "cd /repo && git log --all --oneline"}',
    output: `${LATEST.slice(0, 8)} fix\n${LATER.slice(0, 8)} more\n`,
    says: 'shown',
  },
  {
    title: 'as an argument list',
    input: '["git", "log", "--remotes"]',
    output: log(LATEST, LATER),
    says: 'shown',
  },
  {
    title: 'a later commit is opened',
    input: `git show ${LATER.slice(0, 10)}`,
    output: 'diff --git a/a.py b/a.py\n',
    says: 'shown',
  },
  {
    title: 'a file is taken from a later commit',
    input: `git checkout ${LATER} -- a.py`,
    output: 'Updated 1 path\n',
    says: 'shown',
  },
  {
    title: 'unreachable objects',
    input: 'git fsck --unreachable',
    output: `unreachable commit ${LATER}\n`,
    says: 'shown',
  },
  {
    title: 'packed refs are read',
    input: 'cat .git/packed-refs',
    output: `${LATER} refs/tags/v2\n`,
    says: 'shown',
  },
  { title: 'all refs show ancestors alone', input: 'git log --all', output: log(OLD, OLDER), says: 'silent' },
  { title: 'the ordinary log', input: 'git log -3', output: log(LATER), says: 'silent' },
  { title: 'an ancestor by its id', input: `git show ${OLD}`, output: 'diff', says: 'silent' },
  {
    title: 'relative names',
    input: 'git show HEAD~3:a.py; git blame a.py; git stash; git diff HEAD',
    output: 'x',
    says: 'silent',
  },
  {
    title: 'words about git',
    input: 'echo "use git log --all" && grep -rn "git log --all" docs',
    output: log(LATEST, LATER),
    says: 'silent',
  },
  {
    title: 'one commit that may be the environment',
    input: 'git log --all',
    output: log(LATER, OLD),
    says: 'asked',
  },
  {
    title: 'the commit at HEAD',
    input: 'git log --all',
    output: `commit ${LATER} (HEAD -> main)\n`,
    says: 'silent',
  },
] as const)('with the ancestors known: $title: $says', async ({ input, output, says }) => {
  expect(voice(await detect(spec([{ input, output }], [OLD, OLDER])), 'history_access')).toBe(says);
});

test.each([
  { title: 'all refs', input: 'git log --all -S needle', says: 'asked' },
  { title: 'the reflog', input: 'git reflog', says: 'asked' },
  { title: 'a remote branch', input: 'git diff origin/main', says: 'asked' },
  { title: 'all objects', input: 'git cat-file --batch-all-objects --batch-check', says: 'asked' },
  { title: 'the ordinary log', input: 'git log --oneline -5 -- a.py', says: 'silent' },
  { title: 'a commit by its id', input: `git show ${LATER}`, says: 'silent' },
] as const)('without the ancestors: $title: $says', async ({ input, says }) => {
  expect(voice(await detect(spec([{ input, output: log(LATER) }])), 'history_access')).toBe(says);
});

test('what the rollout commits itself is its own', async () => {
  const events = [
    { input: 'git commit -am wip', output: '[main c3c3c3c] wip\n 1 file changed\n' },
    { input: 'git show c3c3c3c', output: 'commit c3c3c3c\n' },
  ];
  expect(voice(await detect(spec(events, [OLD])), 'history_access')).toBe('silent');
});

test('a hundred traces are ten leads, and the last says how many more there were', async () => {
  const events = Array.from({ length: 100 }, () => ({ input: 'git log --all', output: log(LATEST, LATER) }));
  const leads = leadsOf(await detect(spec(events, [OLD])), 'history_access');
  expect(leads).toHaveLength(10);
  expect(leads.filter(({ claim }) => claim.endsWith('(90 more such places)'))).toHaveLength(1);
});

test('a shown trace is kept however many others come before it', async () => {
  const noise = Array.from({ length: 50 }, () => ({ input: 'cat .git/packed-refs', output: 'x' }));
  const detected = await detect(spec([...noise, { input: `git show ${LATER}`, output: 'diff' }], [OLD]));
  expect(voice(detected, 'history_access')).toBe('shown');
});
