/** The hand-written list of trajectory formats that can be read; a format is one file and one line here. */
import { Fault } from '../fault.js';
import type { TrajectoryFormat } from '../vocabulary.js';
import type { TraceFormat } from './format.js';
import { aider } from './formats/aider.js';
import { anthropic } from './formats/anthropic.js';
import { atif } from './formats/atif.js';
import { autocoderover } from './formats/autocoderover.js';
import { claudeCode } from './formats/claude-code.js';
import { codex } from './formats/codex.js';
import { inspect } from './formats/inspect.js';
import { miniSweAgent } from './formats/mini-swe-agent.js';
import { nemoGym } from './formats/nemo-gym.js';
import { openaiChat } from './formats/openai-chat.js';
import { openaiResponses } from './formats/openai-responses.js';
import { openhands } from './formats/openhands.js';
import { sweAgent } from './formats/swe-agent.js';
import { terminalBench } from './formats/terminal-bench.js';
import { verifiers } from './formats/verifiers.js';

/** In the order in which they are asked whether a file is theirs: those that could be taken for another one come first. */
export const FORMATS: readonly TraceFormat[] = [
  atif,
  miniSweAgent,
  sweAgent,
  openhands,
  claudeCode,
  codex,
  inspect,
  nemoGym,
  verifiers,
  autocoderover,
  aider,
  terminalBench,
  openaiResponses,
  anthropic,
  openaiChat,
];

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
