/** The importers whose trials are trajectories: what lies beside results, too, is read by them. */
import type { Importer } from '../importer.js';
import { aider } from './aider.js';
import { atif } from './atif.js';
import { autocoderover } from './autocoderover.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { inspect } from './inspect.js';
import { anthropic, openaiChat, openaiResponses } from './messages.js';
import { miniSweAgent } from './mini-swe-agent.js';
import { nemoGym } from './nemo-gym.js';
import { openhands } from './openhands.js';
import { sweAgent } from './swe-agent.js';
import { verifiers } from './verifiers.js';

export const TRAJECTORY_IMPORTERS: readonly Importer[] = [
  autocoderover,
  atif,
  miniSweAgent,
  sweAgent,
  openhands,
  claudeCode,
  codex,
  inspect,
  nemoGym,
  verifiers,
  aider,
  openaiResponses,
  anthropic,
  openaiChat,
];
