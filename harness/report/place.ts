/** Names the place of a citation the way a person would look it up. */
import type { Citation } from '../../src/records/citation.js';
import { renderMessageLine, renderName } from '../../src/text/render.js';

const lines = ([from, to]: readonly [number, number]): string => (from === to ? `${from}` : `${from}-${to}`);

export function placeOf(citation: Citation): string {
  switch (citation.kind) {
    case 'patch':
      return `patch ${renderMessageLine(citation.path)}:${lines(citation.lines)}${citation.side === 'old' ? ' (old)' : ''}`;
    case 'file':
      return `${renderName(citation.tree)} ${renderMessageLine(citation.path)}:${lines(citation.lines)}`;
    case 'event':
      return `event ${renderName(citation.event)} ${citation.part}`;
    case 'test_log':
      return `test log ${lines(citation.lines)}`;
    case 'check':
      return `check ${renderName(citation.check_id)} ${citation.stream}`;
    case 'task':
      return 'task statement';
  }
}
