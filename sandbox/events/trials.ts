/** The trials that lie in one file: lines of an evaluation's output, samples of a log, members of an archive. */
import type { TraceFormat } from '../../src/events/format.js';
import { Fault } from '../../src/fault.js';
import type { JsonObject } from '../../src/text/json.js';
import type { ByteSource } from '../bytes.js';
import { outlineOf } from '../outline.js';
import { sliceBytes } from '../slice.js';
import { unzip, zipMembers } from '../zip.js';
import { containerOf, splittersOf } from './container.js';
import { placeOf, type RawRecord } from './record.js';

/** Only the places of records are wanted here; of short ones the bytes tell whether they are blank. */
const MAX_HELD = 1024;
/** What is looked at first of a record. */
const MAX_START = 256 * 1024;

export interface Trial {
  /** Where it lies in its file: `line 3`, `element 1`, `samples/7_epoch_1.json`; empty for the file itself. */
  readonly place: string;
  /** Its bytes, to be disposed by the caller; the file, here as it was opened last, must outlive them. */
  readonly open: (file?: ByteSource) => Promise<ByteSource>;
}

/** All trials of a file, in order; a file that is one trajectory is one trial. */
export async function trialsOf(
  source: ByteSource,
  format: Pick<TraceFormat, 'trials'>,
): Promise<readonly Trial[]> {
  const itself: Trial = {
    place: '',
    open: async (file = source) => sliceBytes(file, 0, file.size, file.name),
  };
  const { trials } = format;
  if (trials === undefined) return [itself];
  if (await isZip(source)) return samplesOf(source);
  const container = await containerOf(source, trials.containers);
  const [splitter] = container === null ? [] : splittersOf(container, MAX_HELD);
  if (splitter === undefined) return [itself];
  const found: Trial[] = [];
  const take = (record: RawRecord): void => {
    const { start, length } = record;
    const place = placeOf(splitter, record);
    found.push({
      place,
      open: async (file = source) => sliceBytes(file, start, length, `${file.name}:${place}`),
    });
  };
  // The first record tells.
  let isTrials: boolean | null = null;
  for await (const chunk of source.chunks()) {
    splitter.push(chunk, take);
    isTrials ??= await firstIs(trials.isTrial, found);
    if (isTrials === false) return [itself];
  }
  splitter.end(take);
  return (isTrials ?? (await firstIs(trials.isTrial, found))) ? found : [itself];
}

/** null where there is none yet. */
async function firstIs(
  isTrial: (record: JsonObject | null) => boolean,
  [first]: readonly Trial[],
): Promise<boolean | null> {
  if (first === undefined) return null;
  await using record = await first.open();
  // Most trials are told by their first members.
  const start = sliceBytes(record, 0, MAX_START, record.name);
  return isTrial(await outlineOf(start)) || (record.size > MAX_START && isTrial(await outlineOf(record)));
}

/** The first member, or the end of an archive without one. */
const ZIP_STARTS: readonly number[] = [0x04034b50, 0x06054b50];

async function isZip(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, 4);
  return start.length === 4 && ZIP_STARTS.includes(start.readUInt32LE(0));
}

/** Inspect keeps each sample of a log in a member of its own, or a large one in many. */
async function samplesOf(source: ByteSource): Promise<readonly Trial[]> {
  const members = await zipMembers(source);
  return members.flatMap((member): Trial[] => {
    const place = member.name;
    if (/^samples\/.+_epoch_\d+\.json$/s.test(place))
      return [{ place, open: (file = source) => unzip(file, member) }];
    if (!/^samples\/.+_epoch_\d+\/sample\.json$/s.test(place)) return [];
    const why = 'is kept in chunks, which are not read; write the log as JSON with `inspect log convert`';
    const refuse = async (): Promise<never> => {
      throw new Fault('input', why, { file: `${source.name}:${place}` });
    };
    return [{ place, open: refuse }];
  });
}
