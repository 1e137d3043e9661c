/** A fault as one line for a person. */
import { Fault } from './fault.js';
import { renderName } from './text/render.js';

/** What a person reads: place first, then the message. */
export function faultText(fault: Fault): string {
  const { line } = fault.place;
  // Some messages are read without their place as well, and open with the field.
  const field = fault.message.startsWith(`${fault.place.field}: `) ? undefined : fault.place.field;
  const file = fault.place.file && renderName(fault.place.file);
  const place = [
    file === undefined ? undefined : line === undefined ? file : `${file}:${line}`,
    field,
  ].filter(Boolean);
  return [...place, fault.message].join(': ');
}

/** The same fault for a caller who sees the message alone, so it holds the place as well. */
export const placed = (fault: Fault): Fault =>
  new Fault(fault.code, faultText(fault), fault.place, { cause: fault });
