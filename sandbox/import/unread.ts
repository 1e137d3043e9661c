/** Finds the files of a run that are not the JSON which their names promise: an importer that is offered half a file sees none. */
import { claimsJson, whyNotJson } from '../../src/import/not-json.js';
import { detectedIn } from '../../src/import/trajectory.js';
import type { ByteSource } from '../bytes.js';
import { type OpenedFile, reasonOf } from './file.js';
import type { FoundRun } from './walk.js';

/** Of larger files only the ends are looked at. */
const MAX_PARSED = 16 << 20;
const END = 4096;

/** Why, by path. What a reader of trajectories takes is told by that reader. */
export async function unreadIn(
  { files }: FoundRun,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of files) {
    signal?.throwIfAborted();
    if (!claimsJson(file.path) || (await detectedIn(file)) !== null) continue;
    const why = await faultOf(file);
    if (why !== null) found.set(file.path, why);
  }
  return found;
}

async function faultOf(file: OpenedFile): Promise<string | null> {
  try {
    await using source = await file.open();
    if (source.size > MAX_PARSED) return await faultOfEnds(source);
    return whyNotJson(file.path, (await source.read(0, source.size)).toString('utf8'));
  } catch (error) {
    return reasonOf(error);
  }
}

async function faultOfEnds(source: ByteSource): Promise<string | null> {
  const start = (await source.read(0, END))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  const end = (await source.read(source.size - END, END)).toString('latin1').trimEnd();
  if (!/^[[{]/.test(start)) return 'is no JSON';
  return /[\]}]$/.test(end) ? null : 'ends in the middle of its JSON';
}
