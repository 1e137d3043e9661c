/** `read_events`: recorded events of one candidate with their texts, by id. */
import { z } from 'zod';
import type { TraceEvent } from '../src/events/event.js';
import type { Case } from '../src/judge/case.js';
import type { EventReader } from '../src/material.js';
import { showBytes, utf8Length } from '../src/text/clip.js';
import { pageText } from '../src/text/page.js';
import { renderName, renderText } from '../src/text/render.js';
import * as inputs from './inputs.js';
import { PAGE_BYTES } from './paging.js';
import { defineTool, type JudgeTool, type Part } from './tool.js';
import { eventNumber, trajectoryOf } from './trajectory.js';

/** Bytes of one text where several events are shown. */
const PART_BYTES = 4000;
const PARTS = ['input', 'output'] as const;
type PartName = (typeof PARTS)[number];

const eventId = z.string().min(1).max(12);

export const readEvents = (caseFile: Pick<Case, 'candidate'>): JudgeTool =>
  defineTool({
    name: 'read_events',
    description:
      'Events of one candidate from one id to another, with what each call got (input) and gave back (output). Long texts are cut; give from, part and offset to read on in one.',
    input: z.strictObject({
      candidate: inputs.candidate,
      from: eventId.describe('Event id, e.g. e12.'),
      to: eventId.optional().describe('Last event id; the same as from where it is left out.'),
      part: z.enum(PARTS).optional().describe('Only this text of the one event.'),
      offset: z.int().min(0).default(0).describe('Character of that text to start from.'),
    }),
    run: async ({ candidate, from, to, part, offset }) => {
      const events = trajectoryOf(caseFile, candidate);
      const first = eventNumber(from, events);
      const last = Math.max(first, to === undefined ? first : eventNumber(to, events));
      if (part === undefined) return { parts: await eventsBetween(events, candidate, first, last) };
      const event = await events.get(`e${first}`);
      return { parts: event === null ? [] : textOf(event, part, candidate, PAGE_BYTES, offset) };
    },
  });

async function eventsBetween(
  events: EventReader,
  candidate: string,
  first: number,
  last: number,
): Promise<Part[]> {
  const parts: Part[] = [];
  let bytes = 0;
  for (let number = first; number <= last; number++) {
    const event = await events.get(`e${number}`);
    if (event === null) continue;
    const limit = first === last ? PAGE_BYTES / 2 : PART_BYTES;
    const own = [headLine(event), ...PARTS.flatMap((part) => textOf(event, part, candidate, limit, 0))];
    const size = own.reduce((sum, part) => sum + utf8Length(typeof part === 'string' ? part : part.data), 0);
    if (bytes > 0 && bytes + size > PAGE_BYTES)
      return [
        ...parts,
        `[events to e${number - 1}; for the rest: read_events with candidate=${candidate} from=e${number} to=e${last}]`,
      ];
    parts.push(...own);
    bytes += size;
  }
  return parts;
}

function headLine({ id, turn, thread, type, role, tool, kind, exit_code, notes }: TraceEvent): string {
  const facts = [
    type === 'message' ? `${role} says` : type,
    kind,
    tool === null ? null : `tool ${JSON.stringify(renderName(tool).slice(0, 80))}`,
    exit_code === null ? null : `exit ${exit_code}`,
    thread === 'main' ? null : `thread ${JSON.stringify(renderName(thread).slice(0, 80))}`,
    ...notes,
  ];
  return `${id} turn ${turn}: ${facts.filter((fact) => fact !== null).join(', ')}`;
}

function textOf(
  event: TraceEvent,
  part: PartName,
  candidate: string,
  maxBytes: number,
  offset: number,
): Part[] {
  const size = part === 'input' ? event.input_bytes : event.output_bytes;
  if (size === null || size === 0) return [];
  const again = (next: number): string =>
    `read_events with candidate=${candidate} from=${event.id} part=${part} offset=${next}`;
  const { text, next } = pageText(renderText(event[part]), { maxBytes, offset, again });
  const head = `${event.id} ${part} (${showBytes(size)}):`;
  if (next === null) return [head, { data: text }];
  const at = text.lastIndexOf('\n');
  return [head, { data: text.slice(0, at) }, text.slice(at + 1)];
}
