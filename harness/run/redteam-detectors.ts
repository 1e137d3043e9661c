/** Runs `gagar redteam detectors`: options in, a table or JSON lines out. */
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { CASE_TYPES } from '../../src/redteam/forms/list.js';
import { EXIT } from '../exit.js';
import { scoreDetectors } from '../redteam/detectors.js';
import { detectorsText, missesText } from '../redteam/detectors-table.js';
import { listenForInterrupt } from './lifetime.js';

export interface RedteamDetectorsCommand {
  readonly seed: string;
  readonly each: string;
  readonly type?: readonly string[];
  readonly misses?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

const Each = z.coerce.number().int().min(1).max(200);

/** @throws Fault usage for an option that cannot be used. */
export async function runRedteamDetectors(options: RedteamDetectorsCommand): Promise<void> {
  const each = Each.safeParse(options.each);
  if (!each.success) throw new Fault('usage', `--each: ${options.each} is no whole number from 1 to 200`);
  const known = CASE_TYPES.map(({ id }) => id);
  const unknown = options.type?.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new Fault('usage', `--type: ${JSON.stringify(unknown)} is no type; there are ${known.join(', ')}`);
  using interrupt = listenForInterrupt();
  const scored = await scoreDetectors({
    seed: options.seed,
    each: each.data,
    ...(options.type !== undefined && { types: options.type }),
    folder: options.out,
    signal: interrupt.signal,
    onScored: (one) => {
      if (options.json) process.stdout.write(`${JSON.stringify(one)}\n`);
    },
  });
  if (!options.json) process.stdout.write(detectorsText(scored));
  if (options.misses && !options.json) process.stdout.write(missesText(scored));
  if (scored.some(({ problem }) => problem !== null)) process.exitCode = EXIT.some_failed;
}
