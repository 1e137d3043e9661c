/** Citations of a recorded event: what a call asked, what came back, or what was said. */
import type { CandidateMaterial } from '../material.js';
import type { CitationOf } from '../records/citation.js';
import { renderName, renderText } from '../text/render.js';
import { citedText, type Located, MARGIN, nowhere, section } from './located.js';
import type { Section } from './nearest.js';
import { withoutReturns } from './quote.js';

export async function inEvent(
  { event: id, part }: CitationOf<'event'>,
  { events }: Pick<CandidateMaterial, 'events'>,
): Promise<Located> {
  if (events === null) return nowhere('no trajectory was recorded');
  const event = await events.get(id);
  if (event === null)
    return nowhere(`there is no such event; the trajectory has ${events.count}, e1 to e${events.count}`);
  const shown = (which: 'input' | 'output'): string => withoutReturns(renderText(event[which]));
  const around = (): Section[] =>
    (['input', 'output'] as const).map((which) =>
      section(`${which} of ${renderName(id)}`, 1, shown(which).split('\n', 2 * MARGIN)),
    );
  const size = part === 'input' ? event.input_bytes : event.output_bytes;
  if (size === null) return nowhere(`the event has no ${part}`, around);
  return citedText(shown(part), around, { event: { type: event.type, role: event.role } });
}
