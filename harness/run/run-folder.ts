/** The files of a finished run: the report, then the result, whose presence says that the run is over. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { Result } from '../../src/records/result.js';
import { RECORDING_FILE, RESULT_FILE } from '../file-names.js';
import { reportText } from '../report/report.js';
import { writeWhole } from '../write-whole.js';

export const resultText = (result: Result): string => `${JSON.stringify(result, null, 2)}\n`;

/** The result goes last: a run folder with one is a finished run. */
export async function writeRun(folder: string, result: Result): Promise<void> {
  await writeWhole(join(folder, 'report.txt'), reportText(result));
  await writeWhole(join(folder, RESULT_FILE), resultText(result));
}

/** What somebody was paid for is never overwritten; a folder without a result is gone on from. */
export function refuseFinished(folder: string): void {
  if (existsSync(join(folder, RESULT_FILE)) && existsSync(join(folder, RECORDING_FILE)))
    throw new Fault(
      'usage',
      'holds a finished run: see it with `gagar show`; a new one needs another folder',
      { file: folder },
    );
}
