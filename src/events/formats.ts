/** The hand-written list of trajectory formats that can be read; a format is one file and one line here. */
import { Fault } from '../fault.js';
import type { TrajectoryFormat } from '../vocabulary.js';
import type { TraceFormat } from './format.js';
import { miniSweAgent } from './formats/mini-swe-agent.js';
import { openaiChat } from './formats/openai-chat.js';

export const FORMATS: readonly TraceFormat[] = [openaiChat, miniSweAgent];

/** @throws Fault input for a format that has no reader yet. */
export function formatNamed(name: TrajectoryFormat): TraceFormat {
  const found = FORMATS.find((format) => format.name === name);
  if (found) return found;
  const known = FORMATS.map((format) => format.name).join(', ');
  throw new Fault(
    'input',
    `trajectories in the format ${JSON.stringify(name)} cannot be read; known are ${known}`,
    { field: 'trajectory.format' },
  );
}
