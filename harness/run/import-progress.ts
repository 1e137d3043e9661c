/** How an import shows that it lives: a bar on a terminal, a line now and then elsewhere. */
import type { ImportEvents } from '../../sandbox/import/run.js';
import { renderName } from '../../src/text/render.js';
import { durationText } from '../batch/progress.js';
import { environment } from '../environment.js';

export interface ImportProgress extends Omit<ImportEvents, 'scanned' | 'refused' | 'strayed'>, Disposable {
  say(line: string): void;
}

const BAR = 24;
/** Groups between two lines where there is no terminal. */
const STEP = 50;
const MAX_PROBLEMS = 20;

export function importProgress(quiet: boolean): ImportProgress {
  const { stderr } = process;
  const start = performance.now();
  let found = 0;
  let done = 0;
  let problems = 0;
  const clear = (): void => {
    if (stderr.isTTY && !quiet) stderr.write('\r\u001b[K');
  };
  const tell = (line: string): void => {
    clear();
    stderr.write(`${line}\n`);
  };
  const say = (line: string): void => {
    if (!quiet) tell(line);
  };
  const bar = (): string => {
    const filled = Math.floor((done / Math.max(1, found)) * BAR);
    const left =
      done === 0 ? '' : `  ETA ${durationText(((performance.now() - start) * (found / done - 1)) / 1000)}`;
    return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${done}/${found}${left}`;
  };
  return {
    say,
    found: (groups) => {
      found = groups;
    },
    problem: (path, message) => {
      problems += 1;
      // What is lost is no progress: it is told whoever wants quiet.
      if (problems <= MAX_PROBLEMS) tell(`${renderName(path)}: ${renderName(message)}`);
      if (problems === MAX_PROBLEMS) tell('more files cannot be read; they are left out');
    },
    ended: () => {
      done += 1;
      if (quiet || found === 1) return;
      if (stderr.isTTY) stderr.write(`\r\u001b[K${bar().slice(0, (environment.columns() ?? 80) - 1)}`);
      else if (done % STEP === 0) stderr.write(`${done} of ${found} groups\n`);
    },
    [Symbol.dispose]: clear,
  };
}
