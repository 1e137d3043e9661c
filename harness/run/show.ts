/** Runs `gagar show`: finds a stored result, checks it and prints its report, or the record itself. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { Result } from '../../src/records/result.js';
import { RECORDING_FILE } from '../file-names.js';
import { readRecording } from '../recording-file.js';
import { auditText, type ToldCheck } from '../report/audit.js';
import { toldChecks } from '../report/checks.js';
import { reportText } from '../report/report.js';
import { storedResult } from './stored-result.js';

export interface ShowCommand {
  readonly full?: boolean;
  readonly json?: boolean;
  readonly groupId?: string;
}

/** @throws Fault input where there is no such result, or it is no valid one. */
export async function showResult(path: string, options: ShowCommand): Promise<void> {
  const { json = false, full = false, groupId } = options;
  if (json && full) throw new Fault('usage', '--full and --json exclude each other: --json has all of it');
  const result = await storedResult(path, groupId);
  if (json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (full)
    process.stdout.write(`${reportText(result, 0)}${auditText(result, await checksOf(path, result))}`);
  else process.stdout.write(reportText(result));
}

/** A recording lies beside the result, below the batch, or is what was named. @returns null where it is gone */
async function checksOf(path: string, { recording }: Result): Promise<ToldCheck[] | null> {
  if (recording === null) return null;
  const folders = [path, dirname(path)];
  const file = folders
    .flatMap((folder) => [join(folder, recording), join(folder, RECORDING_FILE)])
    .find(existsSync);
  return file === undefined ? null : toldChecks(await readRecording(file));
}
