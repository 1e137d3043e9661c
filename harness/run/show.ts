/** Runs `gagar show`: finds a stored result, checks it and prints its report, or the record itself. */
import { reportText } from '../report/report.js';
import { storedResult } from './stored-result.js';

export interface ShowCommand {
  readonly json?: boolean;
  readonly groupId?: string;
}

/** @throws Fault input where there is no such result, or it is no valid one. */
export async function showResult(path: string, { json = false, groupId }: ShowCommand): Promise<void> {
  const result = await storedResult(path, groupId);
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : reportText(result));
}
