/** A citation's place in one line, as list_candidates shows the places of leads. */
import { placeOf } from '../src/evidence/resolve.js';
import type { Citation } from '../src/records/citation.js';
import { clip } from '../src/text/clip.js';
import { renderMessageLine } from '../src/text/render.js';

export const placeLine = (citation: Citation): string =>
  `${placeOf(citation)}: ${JSON.stringify(clip(renderMessageLine(citation.quote), 120))}`;
