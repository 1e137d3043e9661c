/** Shows the progress of one grading to a person: one line that renews itself in a terminal, plain and rare lines in a pipe or log. */
import { clip } from '../../src/text/clip.js';
import { type GradeEvent, progressLine } from '../progress.js';

export interface StatusLine {
  show(group: string, event: GradeEvent): void;
  /** Leaves what was shown last, and ends its line. */
  end(): void;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Events that come often; each renews the last line. */
const RENEWS: ReadonlySet<GradeEvent['type']> = new Set(['investigating', 'fetching']);

export function statusLine(screen: Screen): StatusLine {
  return screen.isTTY === true ? terminal(screen) : plain(screen);
}

/** No escape sequence is used: a carriage return and blanks are enough, on every terminal. */
function terminal(screen: Screen): StatusLine {
  let shown = 0;
  const end = (): void => {
    if (shown > 0) screen.write('\n');
    shown = 0;
  };
  return {
    end,
    show: (group, event) => {
      const line = clip(`${group}: ${progressLine(event)}`, Math.max(20, (screen.columns ?? 80) - 20));
      screen.write(`${shown > 0 ? '\r' : ''}${line.padEnd(shown)}`);
      shown = line.length;
      if (!RENEWS.has(event.type)) end();
    },
  };
}

/** Of what comes often only the 1st, 2nd, 4th, 8th … is told, so that a log stays short however long a run is. */
function plain(screen: Screen): StatusLine {
  const counts = new Map<string, number>();
  return {
    end: () => {},
    show: (group, event) => {
      const count = (counts.get(event.type) ?? 0) + 1;
      counts.set(event.type, count);
      if (RENEWS.has(event.type) && !Number.isInteger(Math.log2(count))) return;
      screen.write(`${group}: ${progressLine(event)}\n`);
    },
  };
}
