/** Finds what a foreign git directory holds beyond the base commit, and how a policy could get at it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Leak } from '../../src/leaks/leak.js';
import { plural } from '../../src/text/plural.js';
import { shellWord } from '../../src/text/shell.js';
import { createGitDir, formatOf, quotePath } from '../git/bare.js';
import type { Git } from '../git/git.js';
import { loosePath, namedIds, packIndexes } from './git-places.js';

export interface GitPlace {
  readonly gitDir: string;
  /** The same from the root of the look. */
  readonly shown: string;
  readonly objects: string;
  /** What the policy may read: this commit and its ancestors. */
  readonly base: string;
}

const MAX_BYTES = 512 << 20;
const SHOWN = 5;

interface Reader {
  readonly git: Git;
  /** A git directory of our own, for reading through. */
  readonly gitDir: string;
}

/** Null where the directory does not hold the base: then it is another project's. */
export async function laterObjects(place: GitPlace, reader: Reader): Promise<Leak[] | null> {
  const ask = asker(place, reader);
  const type = await ask(['cat-file', '-t', place.base], true);
  if (type.trim() !== 'commit') return null;
  const all = listed(
    await ask([
      'cat-file',
      '--batch-all-objects',
      '--unordered',
      '--batch-check=%(objectname) %(objecttype)',
    ]),
  );
  const earlier = new Set(idsOf(await ask(['rev-list', '--objects', place.base])));
  const later = new Map([...all].filter(([id]) => !earlier.has(id)));
  if (later.size === 0) return [];
  const named = (await namedIds(place.gitDir)).filter(({ id }) => later.has(id));
  const tips = [...new Set(named.filter(({ log }) => !log).map(({ id }) => id))];
  const reached = new Set(
    tips.length === 0 ? [] : idsOf(await ask(['rev-list', '--objects', ...tips, '--not', place.base], true)),
  );
  const lost = [...later.keys()].filter((id) => !reached.has(id));
  return [...refLeaks(place, named), ...(await storeLeaks(place, later)), ...lostLeaks(place, lost, later)];
}

type Ask = (args: readonly string[], mayFail?: boolean) => Promise<string>;

const asker =
  ({ objects }: GitPlace, { git, gitDir }: Reader): Ask =>
  async (args, mayFail = false) => {
    const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(objects) };
    const call = { gitDir, env, maxBytes: MAX_BYTES };
    if (!mayFail) return Buffer.from(await git.read(args, call)).toString('latin1');
    const { exitCode, stdout } = await git.run(args, call);
    return exitCode === 0 ? Buffer.from(stdout).toString('latin1') : '';
  };

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const idsOf = (text: string): string[] => linesOf(text).map((line) => line.split(' ', 1)[0] ?? '');
const listed = (text: string): Map<string, string> =>
  new Map(
    linesOf(text).map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
  );

function refLeaks({ shown }: GitPlace, named: Awaited<ReturnType<typeof namedIds>>): Leak[] {
  const seen = new Set<string>();
  return named.flatMap(({ file, ref, id, log }): Leak[] => {
    const key = `${file} ${ref} ${log ? '' : id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const path = `${shown}/${file}`;
    if (log)
      return [
        {
          kind: 'later_reflog',
          path,
          what: `names ${id.slice(0, 12)}, which is no ancestor of the base`,
          remove: 'git reflog expire --expire=now --all',
        },
      ];
    const remove = ref === null ? `rm -- ${shellWord(path)}` : `git update-ref -d ${shellWord(ref)}`;
    return [
      {
        kind: 'later_ref',
        path,
        what: `${ref ?? file} is ${id.slice(0, 12)}, which is no ancestor of the base`,
        remove,
      },
    ];
  });
}

const REPACK = 'delete the refs and logs that name them, then git repack -ad && git prune --expire=now';

/** One leak per pack, and one for all loose objects. */
async function storeLeaks(
  { shown, objects, gitDir, base }: GitPlace,
  later: ReadonlyMap<string, string>,
): Promise<Leak[]> {
  const place = (path: string): string =>
    objects.startsWith(gitDir) ? `${shown}${objects.slice(gitDir.length)}/${path}` : `${objects}/${path}`;
  const leaks: Leak[] = [];
  for (const index of await packIndexes(objects)) {
    const held = await idsInIndex(join(objects, index), base);
    const count = held.filter((id) => later.has(id)).length;
    if (count > 0)
      leaks.push({
        kind: 'later_objects',
        path: place(index.replace(/\.idx$/, '.pack')),
        what: `holds ${plural(count, 'object')} that the base does not reach`,
        remove: REPACK,
      });
  }
  const loose = [...later].filter(([id]) => existsSync(join(objects, loosePath(id))));
  return [...leaks, ...looseLeaks(loose, place)];
}

/** What was dropped together lies there as many objects, and goes in one go. */
function looseLeaks(
  loose: readonly (readonly [id: string, type: string])[],
  place: (path: string) => string,
): Leak[] {
  const commits = loose.filter(([, type]) => type === 'commit');
  const [only, ...others] = loose;
  if (only === undefined) return [];
  const first = (commits.length > 0 ? commits : loose).slice(0, SHOWN).map(([id]) => loosePath(id));
  const such = `such as ${first.join(', ')}${loose.length > first.length ? ', …' : ''}`;
  return [
    {
      kind: 'later_objects',
      path: others.length === 0 ? place(loosePath(only[0])) : place('').replace(/\/$/, ''),
      what:
        others.length === 0
          ? `a ${only[1]} that the base does not reach`
          : `${plural(loose.length, 'loose object')} (${plural(commits.length, 'commit')}) that the base does not reach, ${such}`,
      remove: REPACK,
    },
  ];
}

/** Ids of a pack index of version 2, read from the file, and none where it cannot be, which is named elsewhere: the offsets are in gitformat-pack(5). */
async function idsInIndex(path: string, base: string): Promise<string[]> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const width = base.length / 2;
  if (bytes.length < 1032 || bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2) return [];
  const count = bytes.readUInt32BE(8 + 255 * 4);
  return Array.from({ length: count }, (_, at) =>
    bytes.toString('hex', 1032 + at * width, 1032 + (at + 1) * width),
  );
}

function lostLeaks({ shown }: GitPlace, lost: readonly string[], later: ReadonlyMap<string, string>): Leak[] {
  const commits = lost.filter((id) => later.get(id) === 'commit');
  const named = (commits.length > 0 ? commits : lost).slice(0, SHOWN).map((id) => id.slice(0, 12));
  return lost.length === 0
    ? []
    : [
        {
          kind: 'unreachable_objects',
          path: shown,
          what: `${plural(lost.length, 'object')} (${plural(commits.length, 'commit')}) beyond the base that no ref reaches, such as ${named.join(', ')}`,
          remove: 'git reflog expire --expire=now --all && git prune --expire=now',
        },
      ];
}

/** Our own directory to read foreign objects through. */
export async function openReader(git: Git, folder: string, base: string): Promise<Reader> {
  const gitDir = join(folder, 'reader.git');
  await createGitDir(gitDir, { format: formatOf(base) });
  return { git, gitDir };
}
