/** A spool folder: inbox/NAME.json becomes outbox/NAME.json by renames, so that any trainer that can write files can use it. */
import { readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf, readAll } from '../../sandbox/load/content.js';
import { type LoadedGroup, MAX_RECORD_BYTES } from '../../sandbox/load/group.js';
import { openInside } from '../../sandbox/load/open.js';
import { makeFolder } from '../../sandbox/make-folder.js';
import { owner, stateOf } from '../../sandbox/owner.js';
import { Fault } from '../../src/fault.js';
import type { BatchRecord } from '../../src/records/batch.js';
import { groupIdIn } from '../../src/records/group-id.js';
import { parseGroup } from '../../src/records/parse.js';
import { writeWhole } from '../write-whole.js';
import { recordText } from './journal.js';
import { arrivalOf, CARRIED, type Look, lookAt } from './look.js';

export interface Claimed {
  readonly name: string;
  readonly bytes: number;
  /** How long it had lain in the inbox, in milliseconds. */
  readonly waitedMs: number;
  /** The group, or why the file holds none. */
  readonly loaded: LoadedGroup | Fault;
  /** Where it holds none: what could still be made out. */
  readonly groupId: string | null;
}

export interface Waiting extends Look {
  readonly name: string;
}

export interface Spool {
  /** What lies in the inbox, by name; files that are still being written (`.tmp`, dotfiles) are none of it. */
  waiting(): Promise<Waiting[]>;
  /** Takes a file as its own; null where another server was faster. */
  claim(name: string): Promise<Claimed | null>;
  /** Writes the answer, then lets go of the claim. */
  answer(name: string, record: BatchRecord): Promise<void>;
  /** Puts the claims of dead servers back into the inbox, unless they were answered. */
  reclaim(): Promise<void>;
  /** Puts back what this server holds and did not answer. */
  release(): Promise<void>;
}

const NAME = /^[^.].*\.json$/;

/** Makes the folders inbox, work and outbox. @throws Fault environment where that cannot be */
export async function openSpool(folder: string): Promise<Spool> {
  const [inbox, work, outbox] = ['inbox', 'work', 'outbox'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // The folder says whose the claims in it are, so nobody takes those of a server that lives.
  const own = join(work, owner());
  try {
    for (const one of [inbox, outbox, own]) await makeFolder(one);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const way = 'name a folder that can be written with --spool';
    throw new Fault('environment', `cannot be used as a spool: ${why}; ${way}`, { file: folder }, { cause });
  }
  const refs = await realpath(inbox);
  /** What was looked at once is not looked at again while it lies there. */
  let looks = new Map<string, Look>();

  const putBack = async (claims: string): Promise<void> => {
    for (const name of await namesIn(claims)) {
      if (await isAnswered(join(claims, name), join(outbox, name)))
        await rm(join(claims, name), { force: true });
      // A newer file of that name in the inbox wins over the claim.
      else if (await exists(join(inbox, name))) await rm(join(claims, name), { force: true });
      else {
        await keepArrival(join(claims, name), (await stat(join(claims, name))).mtimeMs);
        await movedOrGone(join(claims, name), join(inbox, name));
      }
    }
    await rm(claims, { recursive: true, force: true });
  };

  return {
    waiting: async () => {
      const names = await namesIn(inbox);
      const before = looks;
      looks = new Map();
      for (const name of names) looks.set(name, before.get(name) ?? (await lookAt(join(inbox, name))));
      return [...looks].map(([name, look]) => ({ name, ...look }));
    },
    claim: async (name) => {
      const arrived = await stat(join(inbox, name)).catch(() => null);
      if (arrived === null || !(await movedOrGone(join(inbox, name), join(own, name)))) return null;
      const at = arrivalOf(arrived);
      await keepArrival(join(own, name), at);
      const read = await load(own, name, refs);
      return { name, ...read, waitedMs: Math.max(0, Date.now() - at) };
    },
    answer: async (name, record) => {
      await writeWhole(join(outbox, name), `${recordText(record)}\n`, '--spool');
      await rm(join(own, name), { force: true });
    },
    reclaim: async () => {
      for (const entry of await readdir(work, { withFileTypes: true }))
        if (entry.isDirectory() && stateOf(entry.name) === 'dead') await putBack(join(work, entry.name));
    },
    release: () => putBack(own),
  };
}

/** Time counts from the arrival, also where a server died in between. A file of another user keeps its times: then a second arrival counts as the first. */
const keepArrival = (file: string, at: number): Promise<void> =>
  utimes(file, CARRIED, at / 1000).catch(() => undefined);

/** Refs are relative to the inbox, where the trainer put what they name; the claim itself lies elsewhere. */
async function load(own: string, name: string, inbox: string): Promise<Omit<Claimed, 'name' | 'waitedMs'>> {
  let content: Buffer = Buffer.alloc(0);
  try {
    content = await readAll(contentOf(await openInside(own, name), name, MAX_RECORD_BYTES));
    const parsed = parseGroup(content, { file: name });
    return {
      bytes: content.length,
      loaded: { ...parsed, file: name, line: null, folder: inbox },
      groupId: parsed.group.group_id,
    };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    const loaded = new Fault('input', error.message, { ...error.place, file: name }, { cause: error });
    return { bytes: content.length, loaded, groupId: groupIdIn(content.toString('utf8')) };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The claim was made before the answer was written: what is left of it is the removal. */
async function isAnswered(claim: string, answer: string): Promise<boolean> {
  const [claimed, answered] = await Promise.all([claim, answer].map((path) => stat(path).catch(() => null)));
  return claimed != null && answered != null && answered.ctimeMs >= claimed.ctimeMs;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function movedOrGone(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('environment', `cannot be moved: ${why}`, { file: from }, { cause });
  }
}
