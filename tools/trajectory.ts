/** What the tools that read trajectories share: finding one, and naming its events by number. */
import { Fault } from '../src/fault.js';
import type { Case } from '../src/judge/case.js';
import type { EventReader } from '../src/material.js';
import { quoted } from '../src/records/field.js';

/** @throws Fault input where no trajectory was recorded. */
export function trajectoryOf({ candidate }: Pick<Case, 'candidate'>, alias: string): EventReader {
  const { events } = candidate(alias).material;
  if (events !== null) return events;
  throw new Fault('input', `no trajectory was recorded for ${alias}`);
}

/** The number of an event id: `e12` is 12; beyond the end it is the last one. @throws Fault input naming the ids there are. */
export function eventNumber(id: string, { count }: Pick<EventReader, 'count'>): number {
  const number = Number(/^e?(\d{1,9})$/.exec(id)?.[1] ?? 0);
  if (number >= 1 && count > 0) return Math.min(number, count);
  throw new Fault('input', `there is no event ${quoted(id)}; the trajectory has e1 to e${count}`);
}
